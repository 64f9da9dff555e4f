import { UNREFUNDED } from '#domain/policy/change.ts';
import type { ChangeLink } from '#domain/policy/change-schema.ts';
import { policyNumber, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { refundDue } from './cancellation.ts';
import type { LinkRow } from './change/repository.ts';

/** The policies that this one replaced and was replaced by, and where the old ones' refunds stand. */
export function presentLinks(
  { id }: { id: number },
  links: readonly LinkRow[],
): { replaces: ChangeLink | null; replaced_by: ChangeLink | null } {
  const before = links.find(({ newId }) => newId === id);
  const after = links.find(({ oldId }) => oldId === id);
  return {
    replaces: before ? linkTo(before.oldId, before) : null,
    replaced_by: after ? linkTo(after.newId, after) : null,
  };
}

const linkTo = (policyId: number, link: LinkRow): ChangeLink => ({
  policy_id: policyId,
  policy_number: policyNumber(policyId),
  since: link.since,
  refund: refundOf(link),
});

function refundOf(link: LinkRow): ChangeLink['refund'] {
  const { amount, currency, decimals, owedFrom } = link;
  const closed = UNREFUNDED.find((reason) => reason === link.closed) ?? null;
  const shared = { reason: null, amount, currency, decimals, due_at: null };
  if (link.oldStatus === 'cancelled') return { ...shared, state: 'sent' };
  // It has ended otherwise, with its whole premium.
  if (TRANSITIONS[link.oldStatus].length === 0) return { ...shared, state: 'closed', reason: closed };
  if (owedFrom !== null) return { ...shared, state: 'due', due_at: refundDue(owedFrom) };
  if (closed !== null) return { ...shared, state: 'closed', reason: closed };
  return { ...shared, state: 'waiting' };
}
