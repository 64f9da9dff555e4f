import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { findByDedupeKey } from '#worker/inbox/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import {
  consentedAfter,
  countClaims,
  deleteCancellation,
  insertCancellation,
} from '#worker/policies/cancellations/repository.ts';
import type { CancellationRow } from '#worker/policies/repository.ts';
import { keepConsent, lateWithdrawal } from '#worker/policies/withdrawals/consent.ts';
import { noteEvent } from './after.ts';
import { cancellationOf, refundDue } from './cancellation.ts';
import { closeCancellation } from './close-cancellation.ts';
import { revokeWaiting } from './replace.ts';
import { findCancellation, type PolicyRow } from './repository.ts';
import { type IgnoredBecause, keyOf, ofEvent, sumOf, tellHolder } from './tell.ts';
import { forgetConsent } from './withdrawals/repository.ts';

type Request = Pick<CancellationRow, 'amount' | 'valid_until' | 'unused_days'>;

/** The request that a consent on chain makes, or why it makes none. */
function requestOf(
  ctx: Ctx,
  { quote }: PolicyRow,
  { valid_until, amount }: ChainEventRow,
  open: CancellationRow | null,
  then: ReturnType<typeof cancellationOf>,
): Request | IgnoredBecause {
  if (valid_until === null || amount === null || valid_until <= nowIso(ctx)) return { reason: 'lapsed' };
  if (open) return { reason: 'requested' };
  if ('problem' in then) return { reason: 'problem', sentence: then.problem };
  if (BigInt(amount) > then.refund)
    return { reason: 'too_much', at_most: sumOf(quote, then.refund.toString()) };
  return { amount, valid_until, unused_days: then.unusedDays };
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
  const late = await lateWithdrawal(ctx, row);
  const { valid_until } = event;
  if (late && event.amount === quote.amount && valid_until !== null && valid_until > nowIso(ctx)) {
    return [
      ...keepConsent(ctx, row, late.withdrawal, { signature: '', valid_until }),
      ...noteEvent(ctx, row, event, 'policy_cancellation_requested'),
    ];
  }
  const open = await findCancellation(ctx.db, policy.id);
  if (open?.signature === '' && open.valid_until === event.valid_until && open.amount === event.amount)
    return [];
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
    requested_at: requestedAt,
    kind: 'pro_rata' as const,
    ...request,
    signature: '',
    request_id: ctx.requestId,
  };
  return [
    ...noteEvent(ctx, row, event, 'policy_cancellation_requested'),
    insertCancellation(ctx.db, asked),
    ...tellHolder(ctx, 'cancellation_received', policy, `cancellation:${requestedAt}`, {
      refund,
      due_at: refundDue(requestedAt),
    }),
  ];
}

/** Statements that remove such a request after a reorganization. */
export async function unaskedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const consent = await withdrawalConsent(ctx, row);
  if (consent?.signature === '' && consent.valid_until === event.valid_until) {
    return [forgetConsent(ctx.db, row.policy.id), ...noteEvent(ctx, row, event, 'policy_orphaned')];
  }
  const asked = await findCancellation(ctx.db, row.policy.id);
  if (asked?.signature !== '' || asked.valid_until !== event.valid_until) return [];
  return [...noteEvent(ctx, row, event, 'policy_orphaned'), deleteCancellation(ctx.db, row.policy.id)];
}

/** Whether a revocation voids a consent: any that is kept on chain, and signed ones up to its validity. */
export const isVoided = (
  consent: { signature: string; valid_until: string },
  revocation: Pick<ChainEventRow, 'valid_until'>,
): boolean =>
  consent.signature === '' ||
  revocation.valid_until === null ||
  consent.valid_until <= revocation.valid_until;

/** Whether a consent was given on chain after this revocation, which then leaves it alone. */
export const isGivenAfter = async (
  ctx: Ctx,
  consent: { signature: string; valid_until: string },
  revocation: ChainEventRow,
): Promise<boolean> =>
  consent.signature === '' && (await consentedAfter(ctx.db, revocation, consent.valid_until));

/** The consent to the refund of the policy's withdrawal. */
const withdrawalConsent = async (ctx: Ctx, row: PolicyRow) =>
  (await lateWithdrawal(ctx, row))?.consent ?? null;

/**
 * Statements for a revocation, which closes the request of a consent that was given before and that it voids. A withdrawal
 * stays, and its holder is asked to consent again.
 */
export async function revokedOnChain(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Promise<Statement[]> {
  const asked = await findCancellation(ctx.db, row.policy.id);
  if (!asked) return (await revokeWaiting(ctx, row, (change) => isVoided(change, event), event)) ?? [];
  if (row.policy.withdrawn_at !== null) {
    const consent = await withdrawalConsent(ctx, row);
    const isVoid = consent && isVoided(consent, event) && !(await isGivenAfter(ctx, consent, event));
    return isVoid ? [forgetConsent(ctx.db, row.policy.id)] : [];
  }
  if (await isGivenAfter(ctx, asked, event)) return [];
  return isVoided(asked, event) ? closeCancellation(ctx, row, asked, 'revoked', event) : [];
}
