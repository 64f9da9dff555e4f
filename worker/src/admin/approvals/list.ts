import * as adminApprovalsApi from '#domain/admin/approvals-api.ts';
import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import { adminInviteRequest } from '#domain/admin/auth-schema.ts';
import { type AdminRole, ROLE_LABELS } from '#domain/admin/roles.ts';
import { SETTING_LABELS, type SettingKey, settingInWords } from '#domain/admin/settings-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { manages, whyNot } from '#worker/admin/second-person/allowed.ts';
import { openInput } from '#worker/admin/second-person/propose.ts';
import {
  type ApprovalRow,
  everyone,
  openApprovals,
  type Person,
} from '#worker/admin/second-person/repository.ts';
import { readStored, type Stored } from '#worker/admin/settings/repository.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** What waits for a second administrator, newest first. */
export const listApprovals = serve(adminApprovalsApi.listApprovals, async (ctx) => {
  const [rows, people] = await Promise.all([openApprovals(ctx.db, nowIso(ctx)), everyone(ctx.db)]);
  const keys = rows.filter(({ kind }) => kind === 'setting').map(({ subject }) => keyOf(subject));
  const stored = keys.length > 0 ? await readStored(ctx.db, keys) : [];
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      ...(row.kind === 'invite' ? await invitationInWords(ctx, row) : inWords(row, people, stored)),
      proposed_by: nameOf(people, row.proposed_by),
      own: row.proposed_by === ctx.admin.id,
      not_by_you: whyNot(row, ctx.admin.id, people),
      confirmers: confirmersOf(row, people),
    })),
  );
});

const nameOf = (people: readonly Person[], id: number) => people.find((one) => one.id === id)?.name ?? '';

const confirmersOf = (row: ApprovalRow, people: readonly Person[]) =>
  people.filter((one) => manages(one) && whyNot(row, one.id, people) === null).map(({ name }) => name);

const authorityInWords = (usd: number | null) => (usd === null ? 'As the role' : `Up to ${formatUsd(usd)}`);

const STATUS = { active: 'Active', inactive: 'Inactive' } as const;

const idOf = (subject: string) => subject.slice(subject.indexOf(':') + 1);
const keyOf = (subject: string) => idOf(subject) as SettingKey;

type Words = Pick<ApprovalEntry, 'title' | 'before' | 'after' | 'now'>;

async function invitationInWords(ctx: AdminCtx, row: ApprovalRow): Promise<Words> {
  const { name, email, role } = adminInviteRequest.parse((await openInput(ctx, row)).body);
  const none = 'No account';
  const after = `${ROLE_LABELS[role]}, ${email}`;
  return { title: `Invitation of ${name}`, after, before: none, now: none };
}

/** The values of every other kind, of which each has its own. */
interface Values {
  value: string;
  role: AdminRole;
  status: keyof typeof STATUS;
  payout_limit_usd: number | null;
}

function inWords(row: ApprovalRow, people: readonly Person[], stored: readonly Stored[]): Words {
  const [before, after]: Values[] = [JSON.parse(row.before), JSON.parse(row.after)];
  if (!before || !after) throw new Error('An approval has no values');
  const of = (words: (values: Values) => string, now: Partial<Values>) => ({
    before: words(before),
    after: words(after),
    now: words({ ...before, ...now }),
  });
  if (row.kind === 'setting') {
    const key = keyOf(row.subject);
    const now = stored.find((each) => each.key === key);
    return { title: SETTING_LABELS[key], ...of(({ value }) => settingInWords(key, value), now ?? {}) };
  }
  const person = people.find(({ id }) => String(id) === idOf(row.subject));
  const name = person?.name ?? '';
  if (row.kind === 'role')
    return { title: `Role of ${name}`, ...of(({ role }) => ROLE_LABELS[role], person ?? {}) };
  if (row.kind === 'enable')
    return { title: `Account of ${name}`, ...of(({ status }) => STATUS[status], person ?? {}) };
  return {
    title: `Payout authority of ${name}`,
    ...of((values) => authorityInWords(values.payout_limit_usd), {
      payout_limit_usd: person?.payoutLimitUsd ?? null,
    }),
  };
}
