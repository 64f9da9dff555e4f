import * as profileApi from '#domain/account/profile-api.ts';
import {
  type ActivityEntry,
  DEFAULT_NOTIFICATIONS,
  NOTIFICATION_KEYS,
  type NotificationKey,
  type ProfileAnswer,
  RECENT_ACTIVITY,
} from '#domain/account/profile-schema.ts';
import { linkTo } from '#domain/http/paths.ts';
import { countClaims, recentClaimEvents } from '#worker/claims/record/own.ts';
import { mailbox } from '#worker/identity/account/email.ts';
import { isConfirmed, type ProfileRow } from '#worker/identity/account/repository.ts';
import { recentSignIns } from '#worker/identity/wallet/session.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import type { Settings } from '#worker/platform/settings.ts';
import { countPolicies, recentPolicyEvents } from '#worker/policies/record/own.ts';
import { recentPaymentsOf } from '#worker/settlement/payments/own.ts';
import { openPhone } from './phone.ts';
import { findAccount } from './repository.ts';

const NO_SMS = 'SMS notifications are not available yet: no provider is set up.';
const NO_PUSH = 'Push notifications are not set up here.';

/** The four preferences, as chosen or by default. */
export function notificationsOf(profile: ProfileRow | null): Record<NotificationKey, boolean> {
  const chosen = NOTIFICATION_KEYS.map((key) => [key, profile?.[key] ?? DEFAULT_NOTIFICATIONS[key]]);
  return Object.fromEntries(chosen) as Record<NotificationKey, boolean>;
}

/** Why a kind can't be turned on; null if it can. */
export function unavailable({ pushKeys }: Pick<Settings, 'pushKeys'>): ProfileAnswer['unavailable'] {
  return { sms_notifications: NO_SMS, push_notifications: pushKeys === null ? NO_PUSH : null };
}

/** Path of the avatar. It changes with each picture, so that browsers never show an old one. */
export function avatarUrl({ avatar_key }: Pick<ProfileRow, 'avatar_key'>): string | null {
  if (avatar_key === null) return null;
  return `${linkTo(profileApi.getAvatar)}?v=${avatar_key.split('/').at(-1)?.slice(0, 12)}`;
}

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
