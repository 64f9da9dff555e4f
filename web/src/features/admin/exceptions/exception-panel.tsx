import * as exceptionsApi from '#domain/admin/exceptions-api.ts';
import { noteRequest } from '#domain/admin/records-schema.ts';
import { EXCEPTION_REASON_TEXTS, exceptionName, isNeverOwed } from '#domain/payments/reasons.ts';
import type { RecordAction } from '#web/features/admin/kit/actions.ts';
import { askingOf } from '#web/features/admin/kit/asking.tsx';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { type PanelKind, type PanelProps, RecordPanel } from '#web/features/admin/kit/record-panel.tsx';
import { sendingOf } from '#web/features/admin/kit/sending.tsx';
import { requiredNote } from '#web/features/admin/parts/action-form.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { PanelSection } from '#web/features/admin/parts/panel.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { longMoment } from '#web/lib/format.ts';
import type { KeptKey } from '#web/lib/kept/kept.ts';
import { FactList, LongHash, type Look, Money, TransactionHash } from '#web/ui/values.tsx';
import { amountOf, type Detail, isRefundable, REFUND } from './refund.tsx';

export const STATUSES: Readonly<Record<'open' | 'resolved' | 'became_policy' | 'orphaned', Look>> = {
  open: { label: 'Open', variant: 'secondary' },
  resolved: { label: 'Resolved', variant: 'default' },
  became_policy: { label: 'Became a policy', variant: 'default' },
  orphaned: { label: 'Taken back', variant: 'outline' },
};

const keep = ({ id }: Detail): KeptKey => `desk/exception/${id}`;

const ask = askingOf<Detail>(keep, 'policies.write');

const ACTIONS: readonly RecordAction<Detail>[] = [
  {
    key: 'refund',
    label: (exception) => `Refund ${amountOf(exception)}`,
    shortcut: 'p',
    needs: 'policies.write',
    when: isRefundable,
    Form: sendingOf(REFUND),
  },
  // Nothing goes back to anybody, so somebody looks into it and says what came of it.
  ask({
    key: 'settle',
    label: 'Settle',
    shortcut: 'a',
    when: ({ reason, status }) => isNeverOwed(reason) && status === 'open',
    title: (exception) => `Settle ${exceptionName(exception)}`,
    schema: noteRequest.extend({ text: requiredNote('Please describe the outcome.') }),
    start: () => ({ text: '' }),
    fields: [{ name: 'text', label: 'Outcome', kind: 'note' }],
    run: ({ id }, body) => adminApi.send(exceptionsApi.settlePaymentException, { id, body }),
    done: 'Exception settled',
    failed: 'Failed to settle the exception',
  }),
];

const EXCEPTION: PanelKind<Detail> = {
  what: 'exception',
  failed: 'Failed to load the exception',
  part: 'exceptions',
  query: (id) => adminApi.findQuery(exceptionsApi.getPaymentException, { id }),
  keep,
  title: exceptionName,
  badges: ({ status }) => [STATUSES[status]],
  About: ({ record: { reason, detail } }) => (
    <>
      <p>{EXCEPTION_REASON_TEXTS[reason].text}</p>
      {detail && <p className="mt-1 wrap-anywhere">{detail}</p>}
    </>
  ),
  Body,
  version: ({ status, resolved_at: resolved }) => ({
    Status: STATUSES[status].label,
    Resolved: resolved === null ? 'Not yet' : longMoment(resolved),
  }),
  note: {
    needs: 'messages.write',
    add: ({ id }, text) => adminApi.send(exceptionsApi.noteOnPaymentException, { id, body: { text } }),
  },
  actions: ACTIONS,
};

export const ExceptionPanel = ({ id }: { id: string }) => <RecordPanel kind={EXCEPTION} id={id} />;

function Body({ record: exception }: PanelProps<Detail>) {
  const { wallet_address: wallet, status, reason } = exception;
  return (
    <>
      <PanelSection title="Payment">
        <FactList
          dense
          rows={[
            fact.record('Customer', wallet, '/admin/users', exception.customer ?? 'Unknown User'),
            fact.text(
              'Amount',
              <Money
                amount={BigInt(exception.amount)}
                decimals={exception.decimals}
                symbol={exception.currency}
              />,
            ),
            fact.moment('Paid', exception.paid_at),
            fact.hash('Transaction', exception.tx_hash, exception.chain_id),
            fact.record('Policy', exception.policy_id, '/admin/policies', exception.policy_number),
            fact.moment('Resolved', exception.resolved_at),
            fact.text('Wallet', <LongHash text={wallet} copy="Copy wallet" />),
            fact.text('Quote', <LongHash text={exception.quote_id} copy="Copy quote id" />),
          ]}
        />
      </PanelSection>
      {isNeverOwed(reason) ? (
        <PanelSection title="Settlement">
          <p className="text-muted">{status === 'resolved' ? 'Settled.' : exception.refund.problem}</p>
        </PanelSection>
      ) : (
        <PanelSection title="Refund">
          <Refund exception={exception} />
        </PanelSection>
      )}
    </>
  );
}

/** Whether the payment goes back to its payer, and until when. */
function Refund({ exception }: { exception: Detail }) {
  const { refund, refunded_at: refunded } = exception;
  if (refunded !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        Refunded on {longMoment(refunded)}
        {exception.refund_tx_hash && (
          <TransactionHash hash={exception.refund_tx_hash} chainId={exception.chain_id} />
        )}
      </p>
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
      {!refund.possible && !refund.problem && <p className="text-muted">There is nothing to refund.</p>}
    </div>
  );
}
