import * as profileApi from '#domain/account/profile-api.ts';
import { exportClaims } from '#worker/claims/record/own.ts';
import { exportMessages } from '#worker/conversations/messages/read.ts';
import { exportVotes } from '#worker/conversations/support.ts';
import { exportDeliveries, exportLetters } from '#worker/delivery/export.ts';
import { exportSubscriptions } from '#worker/delivery/push/store.ts';
import { listOwnWebhooks } from '#worker/delivery/webhooks/webhooks.ts';
import { exportSessions } from '#worker/identity/wallet/session.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { exportPolicies } from '#worker/policies/record/own.ts';
import { exportShares } from '#worker/policies/share/share.ts';
import { exportDrafts, exportQuotes } from '#worker/quotes/export.ts';
import { exportPayments } from '#worker/settlement/payments/own.ts';
import { avatarUrl, notificationsOf } from './get.ts';
import { openPhone } from './phone.ts';
import { findAccount, listConfirmed } from './repository.ts';

/**
 * Everything we store about the actor's wallet, decrypted, as one object. Each feature exports its own
 * part.
 */
async function record(ctx: WalletCtx) {
  const { wallet } = ctx.actor;
  const { account, profile } = await findAccount(ctx.db, wallet);
  return {
    exported_at: nowIso(ctx),
    wallet_address: shownWallet(ctx.settings, wallet),
    account: {
      status: account.status,
      first_sign_in_at: account.created_at,
      last_sign_in_at: account.last_sign_in_at,
    },
    profile: profile && {
      name: profile.name,
      email: profile.email,
      phone: await openPhone(ctx.settings.detailsKeys, profile.phone, wallet),
      avatar: avatarUrl(profile),
      updated_at: profile.updated_at,
    },
    notifications: notificationsOf(profile),
    confirmed_addresses: (await listConfirmed(ctx.db, wallet)).map(({ email, confirmed_at }) => ({
      email,
      confirmed_at,
    })),
    sessions: await exportSessions(ctx),
    drafts: await exportDrafts(ctx),
    quotes: await exportQuotes(ctx),
    policies: await exportPolicies(ctx),
    shared_proofs: await exportShares(ctx),
    payments: await exportPayments(ctx),
    claims: await exportClaims(ctx),
    messages: await exportMessages(ctx),
    letters: await exportLetters(ctx),
    webhooks: await listOwnWebhooks(ctx),
    deliveries: await exportDeliveries(ctx),
    push_subscriptions: await exportSubscriptions(ctx),
    helpful_answers: await exportVotes(ctx),
  };
}

/** The export as a downloadable file. */
export const exportProfile = serve(profileApi.exportProfile, async (ctx) => {
  const day = nowIso(ctx).slice(0, 10);
  return {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="mooring-export-${day}.json"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
    body: JSON.stringify(await record(ctx), null, 2),
  };
});
