import { findPayable, type Payable, payClaim, undoPayment } from '#worker/claims/paid.ts';
import { endRefunds, reviveEndedBy } from '#worker/money/transfers/repository.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { endPolicy, noteEvent, refundedCents, reinstatePolicy } from '#worker/policies/after.ts';
import { reopenClosed } from '#worker/policies/close-ending.ts';
import {
  askedOnChain,
  isGivenAfter,
  isVoided,
  revokedOnChain,
  unaskedOnChain,
} from '#worker/policies/consent-events.ts';
import { moveHolder } from '#worker/policies/holder.ts';
import { type StepKind, takeHolderStep } from '#worker/policies/holder-change.ts';
import { setPaidOut } from '#worker/policies/ledger/repository.ts';
import { findByQuote, guardPolicy, type PolicyRow } from '#worker/policies/repository.ts';
import {
  dropConsent,
  type Exception,
  exceptionOfQuote,
  setConsent,
  settleOpen,
} from '#worker/settlement/exceptions/repository.ts';
import { reopenException, resolveException } from '#worker/settlement/exceptions/resolve.ts';
import type { Effect, Effects, EventKind } from '#worker/settlement/ledger/effect.ts';
import { outrun, reviveVoided, voidPayouts } from '#worker/settlement/transfers/end.ts';
import { confirmedLine } from './confirmed-line.ts';
import { inError, mistakeIn, unprepared } from './in-error.ts';
import { isLastConsent, isNumberPaid, waitsForWorth } from './repository.ts';
import { raiseUnclaimed } from './unclaimed.ts';

type Changes = Statement[] | null | Promise<Statement[] | null>;

/** What an event after a purchase applies and undoes. The `alone` variants are for payments without a policy. */
interface Later {
  apply(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Changes;
  undo(ctx: Ctx, row: PolicyRow, event: ChainEventRow): Changes;
  applyAlone?(ctx: Ctx, exception: Exception, event: ChainEventRow): Changes;
  undoAlone?(ctx: Ctx, exception: Exception | null, event: ChainEventRow): Changes;
  /** Statements that set the sums that it counts in. */
  sums?(ctx: Ctx, event: ChainEventRow): Statement[];
}

const noSums = (): Statement[] => [];

/** An event after a purchase has no effect until it is confirmed. */
const later = ({ apply, undo, applyAlone, undoAlone, sums = noSums }: Later): EventKind => ({
  async confirmed(ctx, event) {
    const row = await findByQuote(ctx.db, event.quote_id);
    const mistake = await mistakeIn(ctx, event);
    if (row) {
      if (mistake) return inError(ctx, row, event, mistake);
      const statements = await apply(ctx, row, event);
      if (!statements) return null;
      return {
        ...ofRefund(row, event, row.policy.status),
        statements: [guardPolicy(ctx.db, row.policy), ...statements, ...sums(ctx, event)],
      };
    }
    const exception = await exceptionOfQuote(ctx.db, event.quote_id);
    if (!exception) return null;
    if (mistake) return inError(ctx, exception, event, mistake);
    const statements = (await applyAlone?.(ctx, exception, event)) ?? [];
    return { statements: [...statements, ...sums(ctx, event)], from_status: null };
  },
  async takenBack(ctx, event) {
    if (event.status !== 'confirmed') return [];
    const row = await findByQuote(ctx.db, event.quote_id);
    const statements = row
      ? await undo(ctx, row, event)
      : await undoAlone?.(ctx, await exceptionOfQuote(ctx.db, event.quote_id), event);
    return [...(row ? [guardPolicy(ctx.db, row.policy)] : []), ...(statements ?? []), ...sums(ctx, event)];
  },
});

/** What a refund's own row says of the policy. */
const ofRefund = (
  row: PolicyRow,
  event: ChainEventRow,
  from: string | null,
): Pick<Effect, 'from_status' | 'usd_cents'> =>
  event.kind === 'premium_refunded'
    ? { from_status: from === 'active' ? 'active' : 'pending', usd_cents: refundedCents(row, event) }
    : { from_status: null };

/** What was prepared of a refund has arrived, whoever sent it. */
const refundArrived = (ctx: Ctx, event: ChainEventRow) => endRefunds(ctx.db, event, nowIso(ctx));

/** Statements for the claim that a payout pays, or the exception that it is, and for what it makes impossible. */
async function settle(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const found = await findPayable(ctx, event);
  const refused = chainOf(ctx, event.chain_id).enforcedBy === 'contract';
  return [
    ...(found ? await paid(ctx, event, found) : await raiseUnclaimed(ctx, event)),
    ...(refused ? await outrun(ctx, event, found?.transfer.id ?? null) : []),
  ];
}

async function paid(ctx: Ctx, event: ChainEventRow, found: Payable): Promise<Statement[]> {
  const { id, status } = found.row.claim;
  return [
    ...(await payClaim(ctx, event, found)),
    settleOpen(ctx.db, event.id, 'resolved', nowIso(ctx)),
    confirmedLine(ctx, event, {
      action: 'claim.payment_confirmed',
      subject: `claim:${id}`,
      before: { status },
    }),
  ];
}

/** A step of a change of holder moves nothing, but its present holder has to know of it in time to object. */
const holderStep = (kind: StepKind) =>
  later({
    apply: (ctx, row, event) => takeHolderStep(ctx, row, event, kind),
    undo: (ctx, row, event) => noteEvent(ctx, row, event, 'policy_orphaned'),
  });

/** An event that only leaves its line in the policy's history. */
const noted = (kind: 'payment_owed' | 'owed_paid' | 'paid_in_error') =>
  later({
    apply: (ctx, row, event) => noteEvent(ctx, row, event, `policy_${kind}`),
    undo: (ctx, row, event) => noteEvent(ctx, row, event, 'policy_orphaned'),
  });
/** The same, once what it is worth is known: otherwise it would be booked by the whole premium. */
const valued = (kind: 'payment_owed' | 'owed_paid'): EventKind => {
  const event = noted(kind);
  return {
    ...event,
    confirmed: async (ctx, row) => ((await waitsForWorth(ctx.db, row)) ? null : event.confirmed(ctx, row)),
  };
};

const sentAgain = noted('paid_in_error');

/** What each kind of event after a purchase changes. */
export const CHANGES = {
  claim_paid: later({
    apply: async (ctx, row, event) => {
      // What a reorganization replaced has to be proven gone first, or its claim would be given back after this one.
      if (chainOf(ctx, event.chain_id).enforcedBy === 'contract' && (await isNumberPaid(ctx.db, event)))
        return null;
      return [...noteEvent(ctx, row, event, 'policy_claim_paid'), ...(await settle(ctx, event))];
    },
    undo: async (ctx, row, event) => [
      ...noteEvent(ctx, row, event, 'policy_orphaned'),
      ...(await undoPayment(ctx, event)),
    ],
    applyAlone: (ctx, _exception, event) => raiseUnclaimed(ctx, event),
    sums: (ctx, event) => [setPaidOut(ctx.db, event.quote_id)],
  }),
  premium_refunded: later({
    apply: async (ctx, row, event) => {
      const { id, status } = row.policy;
      const ended = await endPolicy(ctx, row, event);
      return (
        ended && [
          ...ended,
          refundArrived(ctx, event),
          confirmedLine(ctx, event, {
            action: 'policy.refund_confirmed',
            subject: `policy:${id}`,
            before: { status },
            after: { status: event.outcome ?? status },
          }),
        ]
      );
    },
    undo: async (ctx, row, event) => {
      const back = await reinstatePolicy(ctx, row, event);
      return back && [...back, ...(await reviveEndedBy(ctx.db, event.id))];
    },
    applyAlone: async (ctx, exception, event) => {
      const { id, status } = exception.exception;
      return [
        ...(await resolveException(ctx, exception, event.tx_hash)),
        refundArrived(ctx, event),
        confirmedLine(ctx, event, {
          action: 'exception.refund_confirmed',
          subject: `exception:${id}`,
          before: { status },
          after: { status: 'resolved' },
        }),
      ];
    },
    undoAlone: async (ctx, exception, event) =>
      exception && [reopenException(ctx, exception), ...(await reviveEndedBy(ctx.db, event.id))],
  }),
  holder_change_proposed: holderStep('holder_change_proposed'),
  holder_change_confirmed: holderStep('holder_change_confirmed'),
  holder_change_contested: holderStep('holder_change_contested'),
  holder_change_stopped: holderStep('holder_change_stopped'),
  holder_changed: later({
    apply: async (ctx, row, event) => {
      const move = {
        from: event.wallet,
        to: event.counterparty ?? '',
        kind: 'policy_holder_changed',
      } as const;
      const moved = await moveHolder(ctx, row, event, move);
      // A payout is announced for one holder.
      return moved && [...(await voidPayouts(ctx, event)), ...moved];
    },
    undo: async (ctx, row, event) => {
      const move = { from: event.counterparty ?? '', to: event.wallet, kind: 'policy_orphaned' } as const;
      const back = await moveHolder(ctx, row, event, move);
      return back && [...back, ...(await reopenClosed(ctx, event)), ...(await reviveVoided(ctx, event))];
    },
  }),
  payment_owed: valued('payment_owed'),
  owed_paid: valued('owed_paid'),
  /**
   * A consent on chain counts as a cancellation request. A consent to more than canceling gives is ignored, and of a payment
   * without a policy one to anything but the whole payment.
   */
  cancellation_consented: later({
    apply: (ctx, row, event) => askedOnChain(ctx, row, event),
    undo: (ctx, row, event) => unaskedOnChain(ctx, row, event),
    applyAlone: async (ctx, { exception, event: purchase }, event) => {
      const { amount, valid_until } = event;
      if (valid_until === null || amount !== purchase.amount || !(await isLastConsent(ctx.db, event)))
        return [];
      return [setConsent(ctx.db, exception.id, { signature: null, valid_until })];
    },
    // By the quote: its purchase may be orphaned too, and then there is no exception until it returns.
    undoAlone: (ctx, _exception, { quote_id, valid_until }) =>
      valid_until === null ? [] : [dropConsent(ctx.db, quote_id, { signature: null, valid_until })],
  }),
  /** A revoked consent closes its cancellation request, since the contract would refuse the refund. */
  consent_revoked: later({
    apply: (ctx, row, event) => revokedOnChain(ctx, row, event),
    undo: (ctx, _row, event) => reopenClosed(ctx, event),
    applyAlone: async (ctx, { exception: { consent_signature: signature, consent_valid_until } }, event) => {
      if (consent_valid_until === null) return [];
      const consent = {
        consent_by: signature === null ? ('call' as const) : ('signature' as const),
        consent_until: consent_valid_until,
      };
      if (!isVoided(consent, event) || (await isGivenAfter(ctx, consent, event))) return [];
      return [dropConsent(ctx.db, event.quote_id, { signature, valid_until: consent_valid_until })];
    },
  }),
  /** What pays again for something became this when it was confirmed, and only leaves its line. Anything else pays for nothing. */
  paid_in_error: {
    ...sentAgain,
    confirmed: async (ctx, event) => (await sentAgain.confirmed(ctx, event)) ?? unprepared(ctx, event),
  },
} satisfies Partial<Effects>;
