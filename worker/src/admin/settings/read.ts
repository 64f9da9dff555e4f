import { ROLE_LABELS } from '#domain/admin/roles.ts';
import * as adminSettingsApi from '#domain/admin/settings-api.ts';
import {
  type Changed,
  NOTICES,
  SETTING_DEFAULTS,
  SETTING_GROUPS,
  type SettingGroup,
  type SettingKey,
  type SettingsAnswer,
  SMS_UNAVAILABLE,
  settingOf,
  settingText,
} from '#domain/admin/settings-schema.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readOwn, readStored, type Stored } from './repository.ts';

/** A form's settings as they are stored, and its version: each change of one of them raises it by one. */
export interface Form {
  version: number;
  texts: ReadonlyMap<SettingKey, string>;
  stored: readonly Stored[];
}

export async function readForm(ctx: AdminCtx, group: SettingGroup): Promise<Form> {
  const keys: readonly SettingKey[] = SETTING_GROUPS[group];
  return formOf(keys, await readStored(ctx.db, keys));
}

function formOf(keys: readonly SettingKey[], all: readonly Stored[]): Form {
  const stored = all.filter(({ key }) => (keys as readonly string[]).includes(key));
  const textOf = (key: SettingKey) =>
    stored.find((row) => row.key === key)?.value ?? settingText(SETTING_DEFAULTS[key]);
  return {
    version: stored.reduce((sum, { version }) => sum + version, 0),
    texts: new Map(keys.map((key) => [key, textOf(key)])),
    stored,
  };
}

const changedBy = ({ updatedAt, setBy, confirmedBy }: Stored): Changed =>
  updatedAt === null ? null : { at: updatedAt, by: setBy ?? '', confirmed_by: confirmedBy };

function present(form: Form) {
  return {
    version: form.version,
    values: Object.fromEntries([...form.texts].map(([key, text]) => [key, settingOf(key, text)])),
    changed: Object.fromEntries(form.stored.map((row) => [row.key, changedBy(row)])),
  };
}

/** Everything that the settings screen shows. No secret is among it: those are the deployment's. */
export const getSettings = serve(adminSettingsApi.getSettings, async (ctx) => {
  const [own, stored] = await Promise.all([
    readOwn(ctx.db, ctx.admin.id),
    readStored(ctx.db, Object.values(SETTING_GROUPS).flat()),
  ]);
  const mine = (at: string | null, by: string): Changed => (at ? { at, by, confirmed_by: null } : null);
  const group = (name: SettingGroup) => present(formOf(SETTING_GROUPS[name], stored));
  const sender = group('sender') as SettingsAnswer['sender'];
  const { from, replyTo } = ctx.settings.mailSender;
  return {
    profile: {
      version: own.profile_version,
      values: { name: own.name, email: own.email, role_label: ROLE_LABELS[own.role] },
      changed: { name: mine(own.profile_at, own.nameBy ?? '') },
    },
    notifications: {
      version: own.notices_version,
      values: Object.fromEntries(
        NOTICES.map((notice) => [notice, own[notice]]),
      ) as SettingsAnswer['notifications']['values'],
      changed: { notifications: mine(own.notices_at, own.name) },
    },
    security: group('security') as SettingsAnswer['security'],
    system: group('system') as SettingsAnswer['system'],
    underwriting: group('underwriting') as SettingsAnswer['underwriting'],
    sender: {
      ...sender,
      values: {
        ...sender.values,
        sender_from: sender.values.sender_from || from,
        sender_reply_to: sender.values.sender_reply_to || replyTo,
      },
      standard: {
        sender_name: SETTING_DEFAULTS.sender_name,
        sender_from: from,
        sender_reply_to: replyTo,
      },
    },
    sms_unavailable: SMS_UNAVAILABLE,
  };
});
