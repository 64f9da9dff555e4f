import type * as z from 'zod';
import * as adminSettingsApi from '#domain/admin/settings-api.ts';
import {
  loosens,
  type Notice,
  SETTING_GROUPS,
  type SettingGroup,
  type SettingKey,
  type SettingKinds,
  type settingsChange,
  settingText,
} from '#domain/admin/settings-schema.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { askSecondPerson, type Wanted } from '#worker/admin/second-person/propose.ts';
import { changedSince, requireSeen } from '#worker/admin/seen.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { recordAct } from '#worker/told/record.ts';
import { tell } from '#worker/told/tell.ts';
import { readForm } from './read.ts';
import {
  guardOwn,
  guardVersion,
  nameChanged,
  noticeOf,
  readOwn,
  setName,
  setNotices,
  setSetting,
} from './repository.ts';

type Change = z.output<typeof settingsChange>;

const conflict = () => {
  throw changedSince('form');
};

/**
 * Changes settings of one form. What lets through more than before waits for a second administrator; the rest holds from the
 * next request on. 409 when the form isn't as the caller saw it.
 */
async function changeSettings(
  ctx: AdminCtx,
  call: Wanted['call'],
  group: SettingGroup,
  { ifMatch, ...input }: Partial<SettingKinds> & { ifMatch?: string | undefined },
): Promise<Change> {
  const { version, texts, stored } = await readForm(ctx, group);
  if (group === 'sender') requireOwnDomain(ctx, input);
  const wanted = Object.entries(input).map(
    ([key, value]) => [key as SettingKey, unlessStandard(ctx, key, settingText(value))] as const,
  );
  const changed = wanted
    .filter(([key, to]) => to !== texts.get(key))
    .map(([key, to]) => ({ key, from: texts.get(key) ?? '', to }));
  const loosening = changed.filter(({ key, from, to }) => loosens(key, from, to));
  const { waits, statements } = await askSecondPerson(
    ctx,
    loosening.map(({ key, from, to }) => ({
      kind: 'setting',
      subject: `setting:${key}`,
      before: { value: from },
      after: { value: to },
      call,
      input: { body: { [key]: input[key] } },
      version: stored.find((row) => row.key === key)?.version ?? 0,
    })),
  );
  const waiting = waits ? loosening : [];
  const holds = changed.filter((each) => !waiting.includes(each));
  const setters = {
    by: ctx.confirms?.proposed_by ?? ctx.admin.id,
    confirmedBy: ctx.confirms ? ctx.admin.id : null,
  };
  if (holds.length + statements.length > 0) {
    requireSeen({ version }, ifMatch, 'form');
    const values = (side: 'from' | 'to') => Object.fromEntries(holds.map((each) => [each.key, each[side]]));
    await commit(
      ctx,
      [
        guardVersion(ctx.db, SETTING_GROUPS[group], version),
        ...statements,
        ...holds.map(({ key, to }) => setSetting(ctx.db, { key, value: to, at: nowIso(ctx), ...setters })),
        // The log has a confirmed change as its approval.
        ...(holds.length > 0 && !ctx.confirms
          ? [
              recordAct(ctx, {
                action: 'settings.changed',
                subject: `setting:${group}`,
                before: values('from'),
                after: values('to'),
              }),
            ]
          : []),
      ],
      conflict,
    );
  }
  return { version: version + holds.length, waiting: waiting.map(({ key }) => key) };
}

export const changeSecurity = serve(adminSettingsApi.changeSecurity, (ctx, input) =>
  changeSettings(ctx, adminSettingsApi.changeSecurity, 'security', input),
);
export const changeSystem = serve(adminSettingsApi.changeSystem, (ctx, input) =>
  changeSettings(ctx, adminSettingsApi.changeSystem, 'system', input),
);
export const changeUnderwriting = serve(adminSettingsApi.changeUnderwriting, (ctx, input) =>
  changeSettings(ctx, adminSettingsApi.changeUnderwriting, 'underwriting', input),
);
export const changeSender = serve(adminSettingsApi.changeSender, (ctx, input) =>
  changeSettings(ctx, adminSettingsApi.changeSender, 'sender', input),
);

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Letters can come only from the domain that the deployment may send for. */
function requireOwnDomain({ settings }: AdminCtx, { sender_from: from }: Partial<SettingKinds>): void {
  const domain = domainOf(settings.mailSender.from);
  if (from !== undefined && domainOf(from) !== domain) {
    throw fieldError('sender_from', `Mooring can send only from addresses at ${domain}.`);
  }
}

/** The deployment's own addresses are stored as none, so that they follow the deployment. */
function unlessStandard({ settings }: AdminCtx, key: string, value: string): string {
  const { from, replyTo } = settings.mailSender;
  const standard = { sender_from: from, sender_reply_to: replyTo }[key];
  return value === standard ? '' : value;
}

/** Sends a letter to oneself with the sender as it is saved. */
export const sendTest = serve(adminSettingsApi.testSender, async (ctx) => {
  const { id, email } = ctx.admin;
  await ctx.db.batch([
    recordAct(ctx, { action: 'settings.sender_tested', subject: 'setting:sender' }),
    ...tell(ctx, 'sender_tested', { wallet: `admin:${id}`, key: `tested:${crypto.randomUUID()}`, email }, {}),
  ]);
  return { sent_to: ctx.admin.email };
});

/** Changes what the administrator is told by email. */
export const changeNotices = serve(
  adminSettingsApi.changeOwnNotifications,
  async (ctx, { ifMatch, ...wanted }) => {
    const { preferences } = await readOwn(ctx.db, ctx.admin.id);
    const version = preferences?.version ?? 1;
    const changed = Object.fromEntries(
      Object.entries(wanted).filter(([notice, value]) => value !== noticeOf(preferences, notice as Notice)),
    );
    if (Object.keys(changed).length === 0) return { version, waiting: [] };
    requireSeen({ version }, ifMatch, 'form');
    const before = Object.fromEntries(
      Object.keys(changed).map((notice) => [notice, noticeOf(preferences, notice as Notice)]),
    );
    await commit(
      ctx,
      [
        guardOwn(ctx.db, ctx.admin.id, 'version', version),
        setNotices(ctx.db, ctx.admin.id, changed, nowIso(ctx)),
        recordAct(ctx, {
          action: 'admin.notifications_changed',
          subject: `admin:${ctx.admin.id}`,
          before,
          after: changed,
        }),
      ],
      conflict,
    );
    return { version: version + 1, waiting: [] };
  },
);

/** Changes the administrator's own name. */
export const changeOwnName = serve(adminSettingsApi.changeOwnProfile, async (ctx, { ifMatch, name }) => {
  const own = await readOwn(ctx.db, ctx.admin.id);
  const version = own.preferences?.profile_version ?? 1;
  if (name === undefined || name === own.name) return { version, waiting: [] };
  requireSeen({ version }, ifMatch, 'form');
  const { id } = ctx.admin;
  const statements: Statements = [
    ...(await nameGuard(ctx, name, id)),
    guardOwn(ctx.db, id, 'profile_version', version),
    setName(ctx.db, id, name),
    nameChanged(ctx.db, id, id, nowIso(ctx)),
    recordAct(ctx, {
      action: 'admin.changed',
      subject: `admin:${id}`,
      before: { name: 'before' },
      after: { name: 'changed' },
    }),
  ];
  await commit(ctx, statements, conflict);
  return { version: version + 1, waiting: [] };
});
