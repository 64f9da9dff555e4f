import { areIndependent } from '../../../../domain/admin/approvals-schema.ts';
import { isPermitted } from '../../../../domain/admin/roles.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { type ApprovalRow, everyone, type Person } from './repository.ts';

/**
 * Why somebody can't confirm an approval; null if they can. Whoever created an account may know its password, so neither
 * accounts in one line of creation count as two people, nor two that one account created.
 */
export function whyNot(
  approval: Pick<ApprovalRow, 'proposedBy' | 'subject'>,
  id: number,
  people: readonly Person[],
): string | null {
  const proposer = people.find((person) => person.id === approval.proposedBy);
  if (id === approval.proposedBy) return 'You proposed this. Another administrator has to confirm it.';
  if (!proposer || !manages(proposer))
    return 'The person who proposed this is no longer an administrator. It can only be refused.';
  if (approval.subject === `admin:${id}`)
    return 'This is about your own account. Another administrator has to confirm it.';
  const createdBy = new Map(people.map((person) => [person.id, person.createdBy]));
  return areIndependent(id, approval.proposedBy, createdBy)
    ? null
    : `Your account and ${proposer.name}’s come from one another or from the same administrator, so they count as one person.`;
}

export const manages = ({ role, status, joined }: Person): boolean =>
  role === 'administrator' && status === 'active' && joined === 1;

/** Whether nobody at the desk can decide a second look: everyone who decides claims decided before. */
export const isEscalated = (before: readonly number[], people: readonly Person[]): boolean =>
  !people.some(
    ({ id, role, status, joined }) =>
      status === 'active' && joined === 1 && isPermitted(role, 'claims.decide') && !before.includes(id),
  );

/** 409 when the account that took the first step of a payment and this one count as one person, as for an approval. */
export async function requireSecondPerson(ctx: AdminCtx, firstId: number): Promise<void> {
  const people = await everyone(ctx.db);
  const createdBy = new Map(people.map((person) => [person.id, person.createdBy]));
  if (areIndependent(ctx.admin.id, firstId, createdBy)) return;
  const first = people.find(({ id }) => id === firstId)?.name ?? 'the other';
  throw new AppError(
    'conflict',
    `Your account and ${first}’s come from one another or from the same administrator, so they count as one person. Someone else has to confirm this.`,
  );
}
