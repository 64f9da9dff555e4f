import type * as z from 'zod';
import * as profileApi from '#domain/account/profile-api.ts';
import type { profileChange } from '#domain/account/profile-schema.ts';
import { type AppError, conflict, fieldError } from '#domain/errors.ts';
import type { ProfileRow } from '#worker/identity/account/repository.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import { guardRow } from '#worker/platform/db/guard.ts';
import { pushSubscriptions } from '#worker/platform/db/profile-schema.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { askForConfirmation } from '#worker/told/tell.ts';
import { getProfile, unavailable } from './get.ts';
import { openPhone, sealPhone } from './phone.ts';
import { findAccount, guardProfile, hasBrowser, type ProfileFields, storeProfile } from './repository.ts';

type Change = z.output<typeof profileChange>;

/** Changes only the given fields. A new email address must be confirmed. Giving what is set changes nothing. */
export const changeProfile = serve(profileApi.updateProfile, async (ctx, change) => {
  const { wallet } = ctx.actor;
  requirePossible(ctx, change);
  const wantsPush = change.notifications?.push_notifications === true;
  await changeRow(ctx, {
    read: () => findAccount(ctx.db, wallet),
    decide: async ({ profile }) => {
      const fields = await differing(ctx, profile, change);
      // Whoever enters the same address again may have lost its letter.
      const asked = change.email === undefined ? [] : [askForConfirmation(ctx, wallet, change.email)];
      if (Object.keys(fields).length === 0) return asked;
      return [
        guardProfile(ctx.db, wallet, profile),
        ...(wantsPush ? [guardRow(ctx.db, pushSubscriptions, { wallet })] : []),
        ...storeProfile(ctx.db, wallet, fields, nowIso(ctx)),
        ...asked,
        // What the profile says is its holder's alone, so the journal has only which fields changed.
        recordAct(ctx, {
          action: 'profile.changed',
          subject: `user:${wallet}`,
          after: { fields: Object.keys(fields) },
          by: { actor_kind: 'customer', wallet, actor: null },
        }),
      ];
    },
    conflict: async () =>
      wantsPush && !(await hasBrowser(ctx.db, wallet))
        ? refused('push_notifications', 'Allow notifications in this browser first.')
        : conflict('Your profile was just changed. Please review it and try again.'),
  });
  return getProfile(ctx);
});

/** Unavailable notifications can't be turned on, but can always be turned off. */
function requirePossible({ settings }: WalletCtx, { notifications = {} }: Change): void {
  const reasons = unavailable(settings);
  for (const key of ['sms_notifications', 'push_notifications'] as const) {
    const reason = reasons[key];
    if (notifications[key] && reason !== null) throw refused(key, reason);
  }
}

function refused(key: string, message: string): AppError {
  return fieldError(`notifications.${key}`, message);
}

/** The columns that the change sets otherwise than they are. */
async function differing(ctx: WalletCtx, profile: ProfileRow | null, change: Change): Promise<ProfileFields> {
  const { name, email, phone, notifications = {} } = change;
  const ring = ctx.settings.detailsKeys;
  const { wallet } = ctx.actor;
  const isSamePhone = async () => phone === (await openPhone(ring, profile?.phone ?? null, wallet));
  const fields: ProfileFields = {
    name,
    email,
    phone: phone === undefined || (await isSamePhone()) ? undefined : await sealPhone(ring, phone, wallet),
    ...notifications,
  };
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => value !== undefined && value !== profile?.[key as keyof ProfileFields],
    ),
  );
}
