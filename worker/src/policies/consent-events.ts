import { isRequest } from '#domain/policy/ending.ts';
import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { findByDedupeKey } from '#worker/inbox/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow, EndingRow } from '#worker/platform/db/registry-schema.ts';
import {
  closeEnding,
  consentedAfter,
  countClaims,
  findEnding,
  forgetConsent,
  insertEnding,
} from '#worker/policies/endings/repository.ts';
import { keepConsent, needsConsent } from '#worker/policies/withdrawals/consent.ts';
import { noteEvent } from './after.ts';
import { amountOf, cancellationOf, consentedUntil, refundDue } from './cancellation.ts';
import { closeUnrefunded } from './close-ending.ts';
import { revokeWaiting } from './replace.ts';
import type { PolicyRow } from './repository.ts';
import { type IgnoredBecause, keyOf, ofEvent, sumOf, tellHolder } from './tell.ts';

type Request = { amount: string; consent_until: string; unused_days: number };

/** The request that a consent on chain makes, or why it makes none. */
function requestOf(
  ctx: Ctx,
  { quote }: PolicyRow,
  { valid_until, amount }: ChainEventRow,
  open: EndingRow | null,
  then: ReturnType<typeof cancellationOf>,
): Request | IgnoredBecause {
  if (valid_until === null || amount === null || valid_until <= nowIso(ctx)) return { reason: 'lapsed' };
  if (open && isRequest(open)) return { reason: 'requested' };
  if ('problem' in then) return { reason: 'problem', sentence: then.problem };
  if (BigInt(amount) > then.refund)
    return { reason: 'too_much', at_most: sumOf(quote, then.refund.toString()) };
  return { amount, consent_until: valid_until, unused_days: then.unusedDays };
}

/**
 * Statements for a consent that the holder gave on chain. It becomes a cancellation request if none is open and the
 * refund is at most what canceling gave in the consent's own block: the run that confirms it may come days later, when
 * more days are used. A withdrawal that needs the holder's consent takes it. Otherwise it changes
 * nothing, and the holder is told why.
 */
export async function askedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const { policy, quote } = row;
  // Its refund was recorded first.
  if (TRANSITIONS[policy.status].length === 0) return [];
  const open = await findEnding(ctx.db, policy.id);
  const { valid_until } = event;
  if (
    needsConsent(ctx, row, open) &&
    event.amount === quote.amount &&
    valid_until !== null &&
    valid_until > nowIso(ctx)
  ) {
    return [
      ...keepConsent(ctx, row, open, {
        consent_by: 'call',
        consent_signature: null,
        consent_until: valid_until,
      }),
      ...noteEvent(ctx, row, event, 'policy_cancellation_requested'),
    ];
  }
  if (open && isCalledBy(open, event) && amountOf(row, open) === event.amount) return [];
  // An answer that was given stays, also when the event is recorded again.
  const ignored = `consent-ignored:${ofEvent(event)}`;
  if (await findByDedupeKey(ctx.db, keyOf(policy, ignored))) return [];
  const claims = await countClaims(ctx.db, policy.id);
  const request = requestOf(ctx, row, event, open, cancellationOf(row, claims, Date.parse(event.block_time)));
  const refund = sumOf(quote, event.amount ?? '0');
  if ('reason' in request) {
    return tellHolder(ctx, 'consent_ignored', policy, ignored, { refund, because: request });
  }
  // A claim since the consent counts as made since the request. A chain's clock may be ahead of the worker's.
  const requestedAt = event.block_time < nowIso(ctx) ? event.block_time : nowIso(ctx);
  const asked = {
    policy_id: policy.id,
    kind: 'cancellation' as const,
    asked_at: requestedAt,
    due_from: requestedAt,
    ...request,
    consent_by: 'call' as const,
  };
  return [
    ...insertEnding(ctx.db, asked),
    ...noteEvent(ctx, row, event, 'policy_cancellation_requested'),
    ...tellHolder(ctx, 'cancellation_received', policy, `cancellation:${requestedAt}`, {
      refund,
      due_at: refundDue(requestedAt),
    }),
  ];
}

/** Whether the consent is the one of this call. */
const isCalledBy = (
  { consent_by, consent_until }: Pick<EndingRow, 'consent_by' | 'consent_until'>,
  { valid_until }: ChainEventRow,
) => consent_by === 'call' && consent_until === valid_until;

/** Whether it has a consent that counts still. That of a request does until the request is closed. */
const isHeld = (ctx: Ctx, ending: EndingRow): boolean =>
  ending.closed_at === null && (isRequest(ending) || consentedUntil(ending, nowIso(ctx)) !== null);

/** Statements that close such a request after a reorganization, or forget such a consent to the refund of a withdrawal. */
export async function unaskedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const ending = await findEnding(ctx.db, row.policy.id);
  if (!ending || !isHeld(ctx, ending) || !isCalledBy(ending, event)) return [];
  return [
    ending.kind === 'withdrawal'
      ? forgetConsent(ctx.db, row.policy.id)
      : closeEnding(ctx.db, ending, { as: 'undone', at: nowIso(ctx) }),
    ...noteEvent(ctx, row, event, 'policy_orphaned'),
  ];
}

type Held = Pick<EndingRow, 'consent_by' | 'consent_until'>;

/** Whether a revocation voids a consent: any that is kept on chain, and signed ones up to its validity. */
export const isVoided = (
  { consent_by, consent_until }: Held,
  revocation: Pick<ChainEventRow, 'valid_until'>,
): boolean =>
  consent_by === 'call' ||
  revocation.valid_until === null ||
  (consent_until !== null && consent_until <= revocation.valid_until);

/** Whether a consent was given on chain after this revocation, which then leaves it alone. */
export const isGivenAfter = async (
  ctx: Ctx,
  { consent_by, consent_until }: Held,
  revocation: ChainEventRow,
): Promise<boolean> =>
  consent_by === 'call' && consent_until !== null && consentedAfter(ctx.db, revocation, consent_until);

/**
 * Statements for a revocation, which closes the request of a consent that was given before and that it voids. A withdrawal
 * stays, and its holder is asked to consent again.
 */
export async function revokedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const ending = await findEnding(ctx.db, row.policy.id);
  if (!ending) return (await revokeWaiting(ctx, row, (change) => isVoided(change, event), event)) ?? [];
  if (!isHeld(ctx, ending) || !isVoided(ending, event) || (await isGivenAfter(ctx, ending, event))) return [];
  return ending.kind === 'withdrawal'
    ? [forgetConsent(ctx.db, row.policy.id)]
    : closeUnrefunded(ctx, row, ending, 'revoked', event);
}
