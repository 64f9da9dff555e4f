import { payClaim, undoPayment } from '../../claims/paid.ts';
import { deskNotice } from '../../delivery/mail/desk-notice.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { countPayout, endPolicy, noteEvent, refundedCents, reinstatePolicy } from '../../policies/after.ts';
import { askedOnChain, isVoided, revokedOnChain, unaskedOnChain } from '../../policies/consent-events.ts';
import { moveHolder } from '../../policies/holder.ts';
import { type StepKind, takeHolderStep } from '../../policies/holder-change.ts';
import { findByQuote, type PolicyRow } from '../../policies/repository.ts';
import { dropConsent, type Exception, exceptionOfQuote, setConsent } from '../exceptions/repository.ts';
import { reopenException, resolveException } from '../exceptions/resolve.ts';
import type { EventKind } from '../ledger/effect.ts';
import { inError, isSecond } from './in-error.ts';
import { raisePaidTwice } from './paid-twice.ts';
import { addClaimPaid } from './repository.ts';

type Changes = Statement[] | null | Promise<Statement[] | null>;

/** What an event after a purchase applies and undoes. The `alone` variants are for payments without a policy. */
interface Later {
  apply(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Changes;
  undo(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Changes;
  applyAlone?(ctx: Ctx, exception: Exception, event: ChainEventRow): Changes;
  undoAlone?(ctx: Ctx, exception: Exception | null, event: ChainEventRow): Changes;
}

/** An event after a purchase has no effect until it is confirmed. */
const later = ({ apply, undo, applyAlone, undoAlone }: Later): EventKind => ({
  async confirmed(ctx, event) {
    const row = await findByQuote(ctx.db, event.quoteId);
    const second = await isSecond(ctx, event);
    if (row) {
      if (second) return inError(ctx, row, event);
      const statements = await apply(ctx, row, event);
      if (!statements || event.kind !== 'premium_refunded')
        return statements && { statements, fromStatus: null };
      const fromStatus = row.policy.status === 'active' ? 'active' : 'pending';
      return { statements, fromStatus, usdCents: refundedCents(row, event) };
    }
    const exception = await exceptionOfQuote(ctx.db, event.quoteId);
    if (!exception) return null;
    if (second) return inError(ctx, exception, event);
    return { statements: (await applyAlone?.(ctx, exception, event)) ?? [], fromStatus: null };
  },
  async takenBack(ctx, event) {
    if (event.status !== 'confirmed') return [];
    const row = await findByQuote(ctx.db, event.quoteId);
    if (row) return (await undo(ctx, row, event)) ?? [];
    return (await undoAlone?.(ctx, await exceptionOfQuote(ctx.db, event.quoteId), event)) ?? [];
  },
});

/** The chain's own totals, which include claims paid on policies we don't have. */
const claimTotal = (ctx: Ctx, { chainId, usd }: ChainEventRow, sign: 1 | -1): Statement =>
  addClaimPaid(ctx.db, chainId, sign, sign * (usd ?? 0));

export const premiumRefunded = later({
  apply: endPolicy,
  undo: reinstatePolicy,
  applyAlone: (ctx, exception, event) => resolveException(ctx, exception, event.txHash),
  undoAlone: (ctx, exception) => exception && [reopenException(ctx, exception)],
});

export const claimPaid = later({
  apply: async (ctx, row, event) => {
    const paid = await payClaim(ctx, event);
    return [
      ...countPayout(ctx, row, event, 1),
      claimTotal(ctx, event, 1),
      ...(paid.length > 0 ? paid : await raisePaidTwice(ctx, event)),
    ];
  },
  undo: async (ctx, row, event) => [
    ...countPayout(ctx, row, event, -1),
    claimTotal(ctx, event, -1),
    ...(await undoPayment(ctx, event)),
  ],
  applyAlone: (ctx, _exception, event) => [claimTotal(ctx, event, 1)],
  undoAlone: (ctx, _exception, event) => [claimTotal(ctx, event, -1)],
});

export const holderChanged = later({
  apply: (ctx, row, event) =>
    moveHolder(ctx, row, event, {
      from: event.wallet,
      to: event.counterparty ?? '',
      kind: 'holder_changed',
    }),
  undo: (ctx, row, event) =>
    moveHolder(ctx, row, event, { from: event.counterparty ?? '', to: event.wallet, kind: 'orphaned' }),
});

/** A step of a change of holder moves nothing, but its present holder has to know of it in time to object. */
const holderStep = (kind: StepKind) =>
  later({
    apply: (ctx, row, event) => takeHolderStep(ctx, row, event, kind),
    undo: (ctx, row, event) => noteEvent(ctx, row, event, 'orphaned'),
  });
export const holderChangeProposed = holderStep('holder_change_proposed');
export const holderChangeConfirmed = holderStep('holder_change_confirmed');
export const holderChangeContested = holderStep('holder_change_contested');
export const holderChangeStopped = holderStep('holder_change_stopped');

/** An event that only leaves its line in the policy's history. */
const noted = (kind: 'payment_owed' | 'owed_paid' | 'payout_vetoed' | 'paid_in_error') =>
  later({
    apply: (ctx, row, event) => noteEvent(ctx, row, event, kind),
    undo: (ctx, row, event) => noteEvent(ctx, row, event, 'orphaned'),
  });
export const paymentOwed = noted('payment_owed');
export const owedPaid = noted('owed_paid');
export const payoutProposed = later({
  apply: (ctx, row, event) => [
    ...noteEvent(ctx, row, event, 'payout_proposed'),
    deskNotice(ctx, { notice: 'veto', about: 'payout', key: `payout:${event.id}`, id: row.policy.id }),
  ],
  undo: (ctx, row, event) => noteEvent(ctx, row, event, 'orphaned'),
});
export const payoutVetoed = noted('payout_vetoed');
/** It became one when it was confirmed, and only leaves its line. */
export const paidInError = noted('paid_in_error');

/**
 * A consent on chain counts as a cancellation request. A consent to more than canceling gives is ignored, and of a payment
 * without a policy one to anything but the whole payment.
 */
export const cancellationConsented = later({
  apply: (ctx, row, event) => askedOnChain(ctx, row, event),
  undo: (ctx, row, event) => unaskedOnChain(ctx, row, event),
  applyAlone: (ctx, { exception, event: purchase }, { amount, validUntil }) =>
    validUntil === null || amount !== purchase.amount
      ? []
      : [setConsent(ctx.db, exception.id, { signature: '', validUntil })],
  // By the quote: its purchase may be orphaned too, and then there is no exception until it returns.
  undoAlone: (ctx, _exception, { quoteId, validUntil }) =>
    validUntil === null ? [] : [dropConsent(ctx.db, quoteId, { signature: '', validUntil })],
});

/** A revoked consent closes its cancellation request, since the contract would refuse the refund. */
export const consentRevoked = later({
  apply: (ctx, row, event) => revokedOnChain(ctx, row, event),
  undo: () => [],
  applyAlone: (ctx, { exception: { consentSignature: signature, consentValidUntil } }, event) => {
    if (signature === null || consentValidUntil === null) return [];
    const consent = { signature, validUntil: consentValidUntil };
    return isVoided(consent, event) ? [dropConsent(ctx.db, event.quoteId, consent)] : [];
  },
});
