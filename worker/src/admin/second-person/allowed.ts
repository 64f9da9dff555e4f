import { areIndependent } from '#domain/admin/approvals-schema.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import { AppError, conflict } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { type ApprovalRow, everyone, type Person } from './repository.ts';

/**
 * Why somebody can't confirm an approval; null if they can. Whoever created an account may know its password, so neither
 * accounts in one line of creation count as two people, nor two that one account created.
 */
export function whyNot(
  approval: Pick<ApprovalRow, 'proposed_by' | 'subject'>,
  id: number,
  people: readonly Person[],
): string | null {
  const proposer = people.find((person) => person.id === approval.proposed_by);
  if (id === approval.proposed_by) return 'You proposed this. Another administrator must confirm it.';
  if (!proposer || !manages(proposer))
    return 'The person who proposed this is no longer an administrator. It can only be refused.';
  if (approval.subject === `admin:${id}`)
    return 'This is about your own account. Another administrator must confirm it.';
  return !areOne(id, approval.proposed_by, people)
    ? null
    : `Your account and ${proposer.name}’s come from one another or from the same administrator, so they count as one person.`;
}

export const manages = ({ role, status, joined }: Person): boolean =>
  role === 'administrator' && status === 'active' && joined === 1;

/** Whether the reader may decide claims. */
export const decidesClaims = ({ admin }: AdminCtx): boolean => isPermitted(admin.role, 'claims.decide');

/** Whether nobody at the desk can decide a second look: everyone who decides claims decided before. */
export const isEscalated = (before: readonly number[], people: readonly Person[]): boolean =>
  !people.some(
    ({ id, role, status, joined }) =>
      status === 'active' && joined === 1 && isPermitted(role, 'claims.decide') && !before.includes(id),
  );

const mayPay = ({ role, status, joined }: Person): boolean =>
  status === 'active' && joined === 1 && isPermitted(role, 'claims.pay');

/** Whether accounts count as one person. */
const areOne = (one: number, other: number, people: readonly Person[]): boolean =>
  !areIndependent(one, other, new Map(people.map((person) => [person.id, person.createdBy])));

/** Who of those at the desk can't prepare a payout of so many dollars that somebody approved, and whether anybody can. */
export function payersOf(
  { decided_by, usd }: { decided_by: number | null; usd: number },
  above: number,
  people: readonly Person[],
): { barred: (id: number) => boolean; nobody: boolean } {
  const barred = (id: number) => decided_by !== null && usd > above && areOne(id, decided_by, people);
  return { barred, nobody: !people.some((person) => mayPay(person) && !barred(person.id)) };
}

/** 403 for whoever approved a payout above the setting, and for accounts that count as them. */
export async function requireOtherPerson(
  ctx: AdminCtx,
  { claim: { decided_by } }: { claim: { decided_by: number | null } },
  usd: number,
): Promise<void> {
  const [{ four_eyes_usd: above }, people] = await Promise.all([
    settingsInForce(ctx, 'four_eyes_usd'),
    everyone(ctx.db),
  ]);
  if (!payersOf({ decided_by, usd }, above, people).barred(ctx.admin.id)) return;
  const first = people.find(({ id }) => id === decided_by)?.name ?? 'Somebody';
  const who = decided_by === ctx.admin.id ? 'You' : `${first}, who counts as the same person as you,`;
  throw new AppError(
    'second_person_required',
    `${who} approved this payout. Above ${formatUsd(above)} somebody else has to prepare it.`,
  );
}

/** 409 when the account that took the first step of a payment and this one count as one person, as for an approval. */
export async function requireSecondPerson(ctx: AdminCtx, firstId: number): Promise<void> {
  const people = await everyone(ctx.db);
  if (!areOne(ctx.admin.id, firstId, people)) return;
  const first = people.find(({ id }) => id === firstId)?.name ?? 'the other';
  throw conflict(
    `Your account and ${first}’s come from one another or from the same administrator, so they count as one person. Someone else must confirm this.`,
  );
}
