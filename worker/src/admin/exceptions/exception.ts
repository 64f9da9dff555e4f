import * as adminExceptionsApi from '#domain/admin/exceptions-api.ts';
import { conflict, notFound } from '#domain/errors.ts';
import { isNeverOwed } from '#domain/payments/reasons.ts';
import { addNote, writeNote } from '#worker/admin/notes.ts';
import { selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { changedSince } from '#worker/admin/seen.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { handOut, type Wanted } from '#worker/admin/transfers/hand-out.ts';
import { discardAt, reportRefund } from '#worker/admin/transfers/sent.ts';
import { type AdminCtx, chainOf, nowIso } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { guardOpen, setStatus, stateOf } from '#worker/settlement/exceptions/repository.ts';
import { exceptionRefund, type PreparedRefund, prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { recordAct } from '#worker/told/record.ts';
import { presentException } from './present.ts';
import { type Purchase, readPurchases } from './repository.ts';

const subject = (id: number) => `exception:${id}` as const;

async function exceptionOf(ctx: AdminCtx, id: number): Promise<Purchase> {
  const [row] = await readPurchases(ctx.db, [id]);
  if (!row) throw notFound('There is no such payment.');
  return row;
}

export const getException = serve(adminExceptionsApi.getPaymentException, async (ctx, { id }) => {
  const row = await exceptionOf(ctx, id);
  const [notes, trail] = await Promise.all([
    selectNotes(ctx.db, subject(id)),
    selectTrail(ctx.db, subject(id), ctx.admin.role),
  ]);
  const { exception } = row;
  const refunded = exception.status === 'resolved';
  return {
    ...exception,
    ...presentException(ctx, row),
    refund: exceptionRefund(ctx, row),
    refunded_at: refunded ? row.refundedAt : null,
    refund_tx_hash: refunded ? row.refundTxHash : null,
    notes,
    audit_log: trail.map(presentLine),
  };
});

/** Prepares the refund for the underwriter: a rejection while the contract takes it, later what the payer consented to. */
export const prepareExceptionRefund = serve(adminExceptionsApi.prepareExceptionRefund, (ctx, input) =>
  handOut(ctx, () => wantedExceptionRefund(ctx, input)),
);

export async function wantedExceptionRefund(
  ctx: AdminCtx,
  { id, call_data = false }: InputOf<typeof adminExceptionsApi.prepareExceptionRefund>,
): Promise<Wanted<PreparedRefund>> {
  const { exception, event } = await exceptionOf(ctx, id);
  return {
    about: { exception_id: id },
    chain: chainOf(ctx, event.chain_id),
    quote_id: event.quote_id,
    callData: call_data,
    prepare: () => prepareRefund(ctx, { exceptionId: id }),
    // It is the whole payment, whatever it rests on.
    isSame: () => true,
    logged: ({ outcome, amount, currency }) => ({ outcome, amount, currency }),
    guards: [guardOpen(ctx.db, exception)],
    changed: () => changedSince('payment'),
  };
}

/** Discards the refund that was prepared for a payment and certainly not sent, so that it can be prepared again. */
export const discardExceptionRefund = serve(
  adminExceptionsApi.discardExceptionRefund,
  async (ctx, { id, not_signed }) => discardAt(ctx, (await exceptionOf(ctx, id)).event, 'refund', not_signed),
);

/** Records the refund by its transaction. */
export const reportExceptionRefund = serve(
  adminExceptionsApi.confirmExceptionRefund,
  async (ctx, { id, ...sent }) =>
    reportRefund(ctx, (await exceptionOf(ctx, id)).event, { exceptionId: id }, sent),
);

/**
 * Settles money that left in error, with what came of it as a note. Repeating it changes
 * nothing. 409 for a payment that is refunded instead, and for a payout that is not on the chain.
 */
export const settleException = serve(adminExceptionsApi.settlePaymentException, async (ctx, { id, text }) => {
  await changeRow(ctx, {
    read: () => exceptionOf(ctx, id),
    decide: (row) => {
      if (!isNeverOwed(row.exception.reason)) {
        throw conflict('This payment is owed back, and its refund settles it.');
      }
      const state = stateOf(row);
      if (state === 'resolved') return [];
      if (state === 'orphaned') {
        throw conflict('This payout is not on the chain at the moment.');
      }
      return [
        guardOpen(ctx.db, row.exception),
        setStatus(ctx.db, id, { from: 'open', status: 'resolved', resolved_at: nowIso(ctx) }),
        writeNote(ctx, subject(id), `Settled: ${text}`),
        recordAct(ctx, {
          action: 'exception.settled',
          subject: subject(id),
          before: { status: 'open' },
          after: { status: 'resolved' },
        }),
      ];
    },
    conflict: () => changedSince('payment'),
  });
  return getException(ctx, { id });
});

export const noteOnException = serve(adminExceptionsApi.noteOnPaymentException, async (ctx, { id, text }) => {
  await exceptionOf(ctx, id);
  return addNote(ctx, subject(id), text);
});
