import { areIndependent } from '../../../../domain/admin/proposals-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { everyone, type Person, type ProposalRow } from './repository.ts';

/**
 * Why somebody can't confirm a proposal; null if they can. Whoever created an account may know its password, so neither
 * accounts in one line of creation count as two people, nor two that one account created.
 */
export function whyNot(
  proposal: Pick<ProposalRow, 'proposedBy' | 'subject'>,
  id: number,
  people: readonly Person[],
): string | null {
  const proposer = people.find((person) => person.id === proposal.proposedBy);
  if (id === proposal.proposedBy) return 'You proposed this. Another administrator has to confirm it.';
  if (!proposer || !manages(proposer))
    return 'Who proposed this is no administrator any more. It can only be refused.';
  if (proposal.subject === `admin:${id}`)
    return 'This is about your own account. Another administrator has to confirm it.';
  const createdBy = new Map(people.map((person) => [person.id, person.createdBy]));
  return areIndependent(id, proposal.proposedBy, createdBy)
    ? null
    : `Your account and ${proposer.name}’s come from one another or from the same administrator, so they count as one person.`;
}

export const manages = ({ role, status, joined }: Person): boolean =>
  role === 'administrator' && status === 'active' && joined === 1;

/** 409 when the account that took the first step of a payment and this one count as one person, as for a proposal. */
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
