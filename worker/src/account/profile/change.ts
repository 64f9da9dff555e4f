import type * as z from 'zod';
import * as profileApi from '#domain/account/profile-api.ts';
import type { profileChange } from '#domain/account/profile-schema.ts';
import { AppError } from '#domain/errors.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { askForConfirmation } from '#worker/told/tell.ts';
import { getProfile, unavailable } from './get.ts';
import { sealPhone } from './phone.ts';
import { guardBrowser, type ProfileFields, storeProfile } from './repository.ts';

type Change = z.output<typeof profileChange>;

/** Changes only the given fields. A new email address must be confirmed. */
export const changeProfile = serve(profileApi.updateProfile, async (ctx, change) => {
  requirePossible(ctx, change);
  const fields = await fieldsOf(ctx, change);
  if (Object.keys(fields).length > 0) await store(ctx, change, fields);
  return getProfile(ctx);
});

async function store(ctx: WalletCtx, change: Change, fields: ProfileFields): Promise<void> {
  const { wallet } = ctx.actor;
  const wantsPush = change.notifications?.push_notifications === true;
  const save = storeProfile(ctx.db, wallet, fields, nowIso(ctx));
  const confirmation: Statement[] =
    change.email === undefined ? [] : [askForConfirmation(ctx, wallet, change.email)];
  const guards: Statement[] = wantsPush ? [guardBrowser(ctx.db, wallet)] : [];
  await commit(ctx, [...guards, save, ...confirmation] as Statements, (error) => {
    throw wantsPush ? refused('push_notifications', 'Allow notifications in this browser first.') : error;
  });
}

/** Unavailable notifications can't be turned on, but can always be turned off. */
function requirePossible({ settings }: WalletCtx, { notifications = {} }: Change): void {
  const reasons = unavailable(settings);
  for (const key of ['sms_notifications', 'push_notifications'] as const) {
    const reason = reasons[key];
    if (notifications[key] && reason !== null) throw refused(key, reason);
  }
}

function refused(key: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path: `notifications.${key}`, message }] });
}

async function fieldsOf(ctx: WalletCtx, change: Change): Promise<ProfileFields> {
  const { name, email, phone, notifications = {} } = change;
  const fields: ProfileFields = {
    name,
    email,
    phone:
      phone === undefined ? undefined : await sealPhone(ctx.settings.detailsKeys, phone, ctx.actor.wallet),
    email_notifications: notifications.email_notifications,
    sms_notifications: notifications.sms_notifications,
    push_notifications: notifications.push_notifications,
    marketing_emails: notifications.marketing_emails,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
