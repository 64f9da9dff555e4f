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
import { fieldError } from '#domain/errors.ts';
import { nameGuard } from '#worker/admin/people.ts';
import { askSecondPerson, type Wanted } from '#worker/admin/second-person/propose.ts';
import { changedSince, changeRecord, requireSeen } from '#worker/admin/seen.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { tell } from '#worker/told/tell.ts';
import { readForm } from './read.ts';
import {
  guardOwn,
  guardVersion,
  nameChanged,
  readOwn,
  setName,
  setNotices,
  setSetting,
} from './repository.ts';

type Change = z.output<typeof settingsChange>;
type Own = Awaited<ReturnType<typeof readOwn>>;

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
  if (group === 'sender') requireOwnDomain(ctx, input);
  let waiting: readonly SettingKey[] = [];
  const form = await changeRow(ctx, {
    read: () => readForm(ctx, group),
    decide: async ({ version, texts, stored }) => {
      const changed = Object.entries(input)
        .map(([key, value]) => ({
          key: key as SettingKey,
          from: texts.get(key as SettingKey) ?? '',
          to: unlessStandard(ctx, key, settingText(value)),
        }))
        .filter(({ from, to }) => to !== from);
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
      const holds = waits ? changed.filter((each) => !loosening.includes(each)) : changed;
      waiting = waits ? loosening.map(({ key }) => key) : [];
      if (holds.length + statements.length === 0) return [];
      requireSeen({ version }, ifMatch, 'form');
      return [guardVersion(ctx.db, SETTING_GROUPS[group], version), ...statements, ...set(ctx, group, holds)];
    },
    conflict: () => changedSince('form'),
  });
  return { version: form.version, waiting: [...waiting] };
}

/** Statements that set settings. The log has a confirmed change as its approval. */
function set(
  ctx: AdminCtx,
  group: SettingGroup,
  changed: readonly { key: SettingKey; from: string; to: string }[],
): Statement[] {
  const by = {
    by: ctx.confirms?.proposed_by ?? ctx.admin.id,
    confirmedBy: ctx.confirms ? ctx.admin.id : null,
    at: nowIso(ctx),
  };
  const values = (side: 'from' | 'to') => Object.fromEntries(changed.map((each) => [each.key, each[side]]));
  return [
    ...changed.map(({ key, to }) => setSetting(ctx.db, { key, value: to, ...by })),
    ...(changed.length > 0 && !ctx.confirms
      ? [
          recordAct(ctx, {
            action: 'settings.changed',
            subject: `setting:${group}`,
            before: values('from'),
            after: values('to'),
          }),
        ]
      : []),
  ];
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
    const { id } = ctx.admin;
    const was = (now: Own) =>
      Object.fromEntries(
        Object.entries(wanted)
          .map(([notice, value]) => [notice, value, now[notice as Notice]] as const)
          .filter(([, value, is]) => value !== is)
          .map(([notice, , is]) => [notice, is]),
      );
    const versionOf = ({ notices_version }: Own) => notices_version;
    const own = await changeRecord(
      ctx,
      { what: 'form', read: () => readOwn(ctx.db, id), versionOf, ifMatch },
      {
        isDone: (now) => Object.keys(was(now)).length === 0,
        decide: (now) => {
          const before = was(now);
          const after = Object.fromEntries(Object.entries(before).map(([notice, is]) => [notice, !is]));
          return [
            guardOwn(ctx.db, id, { notices_version: now.notices_version }),
            setNotices(ctx.db, id, after, nowIso(ctx)),
            recordAct(ctx, { action: 'admin.notifications_changed', subject: `admin:${id}`, before, after }),
          ];
        },
      },
    );
    return { version: versionOf(own), waiting: [] };
  },
);

/** Changes the administrator's own name. */
export const changeOwnName = serve(adminSettingsApi.changeOwnProfile, async (ctx, { ifMatch, name }) => {
  const { id } = ctx.admin;
  const versionOf = ({ profile_version }: Own) => profile_version;
  const own = await changeRecord(
    ctx,
    { what: 'form', read: () => readOwn(ctx.db, id), versionOf, ifMatch },
    {
      isDone: (now) => name === undefined || name === now.name,
      decide: async (now) => [
        ...(await nameGuard(ctx, name ?? now.name, id)),
        guardOwn(ctx.db, id, { profile_version: now.profile_version }),
        setName(ctx.db, id, name ?? now.name),
        nameChanged(ctx.db, id, id, nowIso(ctx)),
        recordAct(ctx, {
          action: 'admin.changed',
          subject: `admin:${id}`,
          before: { name: 'before' },
          after: { name: 'changed' },
        }),
      ],
    },
  );
  return { version: versionOf(own), waiting: [] };
});
