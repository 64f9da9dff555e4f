import * as profileApi from '#domain/account/profile-api.ts';
import { type ActivityEntry, RECENT_ACTIVITY } from '#domain/account/profile-schema.ts';
import { countClaims, recentClaimEvents } from '#worker/claims/record/own.ts';
import { mailbox } from '#worker/delivery/mail/letter.ts';
import { isConfirmed } from '#worker/identity/account/repository.ts';
import { recentSignIns } from '#worker/identity/wallet/own.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { countPolicies, recentPolicyEvents } from '#worker/policies/record/own.ts';
import { recentPaymentsOf } from '#worker/settlement/payments/own.ts';
import { openPhone } from './phone.ts';
import { avatarUrl, notificationsOf, unavailable } from './present.ts';
import { findAccount } from './repository.ts';

/** The actor's profile, with defaults if it was never saved. */
export const getProfile = serve(profileApi.getProfile, async (ctx) => {
  const { wallet } = ctx.actor;
  const { account, profile } = await findAccount(ctx.db, wallet);
  const email = profile?.email ?? '';
  const [confirmed, phone, policies, claims, activity] = await Promise.all([
    email !== '' && isConfirmed(ctx.db, { wallet, mailbox: mailbox(email) }),
    openPhone(ctx.settings.detailsKeys, profile?.phone ?? null, wallet),
    countPolicies(ctx),
    countClaims(ctx),
    recentActivity(ctx),
  ]);
  return {
    name: profile?.name ?? '',
    email,
    email_confirmed: confirmed,
    phone,
    avatar_url: profile && avatarUrl(profile),
    wallet_address: shownWallet(ctx.settings, wallet),
    member_since: account.created_at,
    total_policies: policies,
    total_claims: claims,
    notifications: notificationsOf(profile),
    unavailable: unavailable(ctx.settings),
    push_public_key: ctx.settings.pushKeys?.publicKey ?? null,
    activity_log: activity,
  };
});

/** The newest activity overall, from the newest entries of each kind. */
async function recentActivity(ctx: WalletCtx): Promise<ActivityEntry[]> {
  const kinds = await Promise.all(
    [recentPolicyEvents, recentClaimEvents, recentPaymentsOf, recentSignIns].map((read) =>
      read(ctx, RECENT_ACTIVITY),
    ),
  );
  return kinds
    .flat()
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .slice(0, RECENT_ACTIVITY);
}
