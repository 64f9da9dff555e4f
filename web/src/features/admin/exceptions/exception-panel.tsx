import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import * as exceptionsApi from '#domain/admin/exceptions-api.ts';
import { type exceptionDetail, noteRequest } from '#domain/admin/records-schema.ts';
import { isNeverOwed } from '#domain/payments/reasons.ts';
import { PoolLines } from '#web/features/admin/contract/prepared.tsx';
import { Discard, SendPrepared } from '#web/features/admin/contract/send-prepared.tsx';
import { type Mined, type Reported, reportedAs, reportOf } from '#web/features/admin/contract/use-send.ts';
import { useAfterChange } from '#web/features/admin/kit/use-change.ts';
import { FormError, requiredNote, sendByKey } from '#web/features/admin/parts/action-form.tsx';
import { AuditLogTrail } from '#web/features/admin/parts/audit-log-change.tsx';
import { KeyMark, ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { focusNote, Notes } from '#web/features/admin/parts/notes.tsx';
import { DeskLink, PanelHeading, PanelRecord, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { adminApi, isUnderWay, readAgain } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { NoteField } from '#web/ui/form.tsx';
import { Badge, exactAmount, FactList, LongHash, Money, TransactionHash } from '#web/ui/values.tsx';
import { REASONS, STATUSES } from './display.ts';

const exceptionQuery = (id: string) => adminApi.findQuery(exceptionsApi.getPaymentException, { id });

async function confirmExceptionRefund(id: number, sent: Mined): Promise<Reported> {
  const status = await adminApi.send(exceptionsApi.confirmExceptionRefund, { id, body: reportOf(sent) });
  return reportedAs('refund', status === 200);
}

type Detail = z.output<typeof exceptionDetail>;

export function ExceptionPanel({ id }: { id: string }) {
  const exception = useQuery(exceptionQuery(id));
  return (
    <PanelRecord query={exception} what="exception" failed="Failed to load the exception">
      {(data) => <Exception exception={data} />}
    </PanelRecord>
  );
}

const discardRefund = (id: number) =>
  adminApi.send(exceptionsApi.discardExceptionRefund, { id, query: { not_signed: 'true' } });

function Exception({ exception }: { exception: Detail }) {
  const admin = useAdmin();
  const afterChange = useAfterChange();
  const reload = () => readAgain('exceptions');
  const decided = (done?: string | null) => reload().then(() => afterChange(done));
  const writes = admin.may('messages.write');
  useKeys({ n: focusNote }, writes);
  const status = STATUSES[exception.status];
  return (
    <>
      <PanelHeading
        title={`${REASONS[exception.reason].title} #${exception.id}`}
        badge={<Badge variant={status.variant}>{status.label}</Badge>}
      >
        <p>{REASONS[exception.reason].text}</p>
        {exception.detail && <p className="mt-1 wrap-anywhere">{exception.detail}</p>}
      </PanelHeading>
      <PanelSection title="Payment">
        <FactList
          dense
          rows={[
            [
              'Customer',
              <DeskLink key="customer" to="/admin/users" open={exception.wallet_address}>
                {exception.customer ?? 'Unknown User'}
              </DeskLink>,
            ],
            [
              'Amount',
              <Money
                key="amount"
                amount={BigInt(exception.amount)}
                decimals={exception.decimals}
                symbol={exception.currency}
              />,
            ],
            ['Paid', <ShortMoment key="paid" at={exception.paid_at} />],
            [
              'Transaction',
              <TransactionHash key="tx" hash={exception.tx_hash} chainId={exception.chain_id} />,
            ],
            ...(exception.policy_id === null
              ? []
              : [
                  [
                    'Policy',
                    <DeskLink key="policy" to="/admin/policies" open={exception.policy_id}>
                      {exception.policy_number}
                    </DeskLink>,
                  ] as const,
                ]),
            ...(exception.resolved_at === null
              ? []
              : [['Resolved', <ShortMoment key="resolved" at={exception.resolved_at} />] as const]),
          ]}
        />
        <div className="mt-3 flex flex-col gap-1 text-muted">
          <LongHash text={exception.wallet_address} copy="Copy wallet" />
          <LongHash text={exception.quote_id} copy="Copy quote id" />
        </div>
      </PanelSection>
      {isNeverOwed(exception.reason) ? (
        <PanelSection title="Settlement">
          <Settle exception={exception} maySettle={admin.may('policies.write')} onDone={decided} />
        </PanelSection>
      ) : (
        <PanelSection title="Refund">
          <Refund exception={exception} mayRefund={admin.may('policies.write')} onDone={decided} />
        </PanelSection>
      )}
      <Notes
        keep={`desk/exception/${exception.id}/note`}
        notes={exception.notes}
        onAdd={
          writes
            ? (text) =>
                adminApi
                  .send(exceptionsApi.noteOnPaymentException, { id: exception.id, body: { text } })
                  .then(reload)
            : null
        }
      />
      <AuditLogTrail entries={exception.audit_log} />
    </>
  );
}

interface SettleProps {
  exception: Detail;
  maySettle: boolean;
  onDone: () => unknown;
}

/** Nothing goes back to anybody, so somebody looks into it and says what came of it. */
function Settle({ exception, maySettle, onDone }: SettleProps) {
  const form = useApiForm({
    keep: `desk/exception/${exception.id}/settle`,
    schema: noteRequest.extend({ text: requiredNote('Please describe the outcome.') }),
    defaultValues: { text: '' },
    send: (body) => adminApi.send(exceptionsApi.settlePaymentException, { id: exception.id, body }),
    onDone: () => onDone(),
  });
  useKeys({ a: () => form.setFocus('text') }, maySettle && exception.status === 'open');
  if (exception.status !== 'open') {
    return (
      <p className="text-muted">{exception.status === 'resolved' ? 'Settled.' : exception.refund.problem}</p>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={form.submit}
      onKeyDownCapture={sendByKey}
    >
      <p>{exception.refund.problem}</p>
      <FormError error={form.sending.error} />
      {maySettle && (
        <>
          <NoteField form={form} name="text" label="Outcome" rows={2} className="text-sm" />
          <Button type="submit" size="dense" aria-keyshortcuts="a" busy={form.sending.isPending}>
            Settle
            <KeyMark>a</KeyMark>
          </Button>
        </>
      )}
    </form>
  );
}

interface RefundProps {
  exception: Detail;
  mayRefund: boolean;
  onDone: (done: string | null) => void;
}

/** Gives the payment back to its payer: prepared by the worker, sent with the underwriter's wallet. */
function Refund({ exception, mayRefund, onDone }: RefundProps) {
  const [sending, setSending] = useState(false);
  const prepare = useMutation({
    mutationFn: () => adminApi.ask(exceptionsApi.prepareExceptionRefund, { id: exception.id }),
    onSuccess: () => setSending(true),
  });
  const { refund } = exception;
  const mayPrepare = refund.possible && mayRefund;
  const begins = mayPrepare && !sending && !prepare.isPending && exception.refunded_at === null;
  useKeys({ p: () => prepare.mutate() }, begins);
  const amount = exactAmount(BigInt(exception.amount), exception.decimals, exception.currency);
  if (exception.refunded_at !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        Refunded on {longMoment(exception.refunded_at)}
        {exception.refund_tx_hash && (
          <TransactionHash hash={exception.refund_tx_hash} chainId={exception.chain_id} />
        )}
      </p>
    );
  }
  if (sending && prepare.data) {
    const ready = prepare.data;
    return (
      <SendPrepared
        call={ready}
        action={`Refund ${amount}`}
        report={(sent) => confirmExceptionRefund(exception.id, sent)}
        handOver={() =>
          adminApi.ask(exceptionsApi.prepareExceptionRefund, { id: exception.id, body: { call_data: true } })
        }
        discard={() => discardRefund(exception.id)}
        onDone={onDone}
        onCancel={() => setSending(false)}
      >
        <p>
          {amount} goes back to <span className="figures wrap-anywhere">{exception.wallet_address}</span>, who
          paid it.
        </p>
        <PoolLines call={ready} currency={ready.currency} amount={BigInt(ready.amount)} fromAllowance={0} />
      </SendPrepared>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      {exception.status === 'open' && (
        <p className="flex flex-wrap items-center gap-x-2">
          Promised: <Clock due={exception.refund_due_at} />
        </p>
      )}
      {refund.problem && <p className="text-muted">{refund.problem}</p>}
      {refund.outcome === 'cancelled' && refund.consented_until && (
        <p className="text-muted">The payer’s consent is valid until {longMoment(refund.consented_until)}.</p>
      )}
      {prepare.isError && (
        <p role="alert" className="text-coral">
          {messageOf(prepare.error)}
        </p>
      )}
      {isUnderWay(prepare.error) && (
        <Discard discard={() => discardRefund(exception.id)} onDone={() => prepare.reset()} />
      )}
      {mayPrepare && (
        <Button size="dense" aria-keyshortcuts="p" busy={prepare.isPending} onClick={() => prepare.mutate()}>
          Refund {amount}
          <KeyMark>p</KeyMark>
        </Button>
      )}
      {!refund.possible && !refund.problem && <p className="text-muted">There is nothing to refund.</p>}
    </div>
  );
}
