import * as z from 'zod';
import * as adminApprovalsApi from '#domain/admin/approvals-api.ts';
import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import { ADMIN_ROLES, type AdminRole, ROLE_LABELS } from '#domain/admin/roles.ts';
import {
  SETTING_DEFAULTS,
  SETTING_LABELS,
  type SettingKey,
  settingInWords,
} from '#domain/admin/settings-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { manages, whyNot } from '#worker/admin/second-person/allowed.ts';
import {
  type ApprovalRow,
  everyone,
  openApprovals,
  type Person,
} from '#worker/admin/second-person/repository.ts';
import { readStored, type Stored } from '#worker/admin/settings/repository.ts';
import { serve } from '#worker/platform/http/serve.ts';

const role = z.enum(ADMIN_ROLES);
const value = z.object({ value: z.string() });
const roleOf = z.object({ role });
const authority = z.object({ payout_limit_usd: z.number().int().nullable() });
const person = z.object({ email: z.string(), name: z.string(), role });

/** What an approval changes. */
export type Change =
  | { kind: 'setting'; key: SettingKey; before: string; after: string }
  | { kind: 'invite'; email: string; name: string; role: AdminRole }
  | { kind: 'role'; adminId: number; before: AdminRole; after: AdminRole }
  | { kind: 'enable'; adminId: number; role: AdminRole }
  | { kind: 'authority'; adminId: number; before: number | null; after: number | null };

export function changeOf({ kind, subject, before, after }: ApprovalRow): Change {
  const [was, becomes]: [unknown, unknown] = [JSON.parse(before), JSON.parse(after)];
  const name = subject.slice(subject.indexOf(':') + 1);
  if (kind === 'setting') {
    if (!(name in SETTING_DEFAULTS)) throw new Error('An approval names no setting');
    return {
      kind,
      key: name as SettingKey,
      before: value.parse(was).value,
      after: value.parse(becomes).value,
    };
  }
  if (kind === 'invite') return { kind, ...person.parse(becomes) };
  const adminId = Number(name);
  if (kind === 'enable') return { kind, adminId, role: roleOf.parse(becomes).role };
  if (kind === 'authority') {
    const limitOf = (values: unknown) => authority.parse(values).payout_limit_usd;
    return { kind, adminId, before: limitOf(was), after: limitOf(becomes) };
  }
  return { kind, adminId, before: roleOf.parse(was).role, after: roleOf.parse(becomes).role };
}

/** What waits for a second administrator, newest first. */
export const listApprovals = serve(adminApprovalsApi.listApprovals, async (ctx) => {
  const [rows, people] = await Promise.all([openApprovals(ctx.db), everyone(ctx.db)]);
  const changes = rows.map((row) => ({ row, change: changeOf(row) }));
  const keys = changes.flatMap(({ change }) => (change.kind === 'setting' ? [change.key] : []));
  const stored = keys.length > 0 ? await readStored(ctx.db, keys) : [];
  return changes.map(({ row, change }) => ({
    ...row,
    ...inWords(change, people, stored),
    proposed_by: nameOf(people, row.proposed_by),
    own: row.proposed_by === ctx.admin.id,
    not_by_you: whyNot(row, ctx.admin.id, people),
    confirmers: confirmersOf(row, people),
  }));
});

const nameOf = (people: readonly Person[], id: number) => people.find((one) => one.id === id)?.name ?? '';

const confirmersOf = (row: ApprovalRow, people: readonly Person[]) =>
  people.filter((one) => manages(one) && whyNot(row, one.id, people) === null).map(({ name }) => name);

const authorityInWords = (usd: number | null) => (usd === null ? 'As the role' : `Up to ${formatUsd(usd)}`);

const STATUS = { active: 'Active', inactive: 'Inactive' } as const;

type Words = Pick<ApprovalEntry, 'title' | 'before' | 'after' | 'now'>;

function inWords(change: Change, people: readonly Person[], stored: readonly Stored[]): Words {
  if (change.kind === 'setting') {
    const words = (key: SettingKey, text: string) => settingInWords(key, text);
    const { key, before, after } = change;
    const now = stored.find((row) => row.key === key)?.value ?? before;
    const both = { before: words(key, before), after: words(key, after), now: words(key, now) };
    return { title: SETTING_LABELS[key], ...both };
  }
  if (change.kind === 'invite') {
    const { name, email, role } = change;
    const none = 'No account';
    return {
      title: `Invitation of ${name}`,
      after: `${ROLE_LABELS[role]}, ${email}`,
      before: none,
      now: none,
    };
  }
  const person = people.find(({ id }) => id === change.adminId);
  if (change.kind === 'role') {
    return {
      title: `Role of ${person?.name ?? ''}`,
      before: ROLE_LABELS[change.before],
      after: ROLE_LABELS[change.after],
      now: ROLE_LABELS[person?.role ?? change.before],
    };
  }
  if (change.kind === 'authority') {
    return {
      title: `Payout authority of ${person?.name ?? ''}`,
      before: authorityInWords(change.before),
      after: authorityInWords(change.after),
      now: authorityInWords(person?.payoutLimitUsd ?? null),
    };
  }
  return {
    title: `Account of ${person?.name ?? ''}`,
    before: STATUS.inactive,
    after: STATUS.active,
    now: STATUS[person?.status ?? 'inactive'],
  };
}
