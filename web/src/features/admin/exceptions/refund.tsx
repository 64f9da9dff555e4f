/** Giving payments back that became no policy: one, or several of the list at once. */
import type * as z from 'zod';
import * as exceptionsApi from '#domain/admin/exceptions-api.ts';
import type { policyRefundAnswer } from '#domain/admin/policies-schema.ts';
import type { exceptionDetail, exceptionEntry } from '#domain/admin/records-schema.ts';
import { exceptionName, isNeverOwed } from '#domain/payments/reasons.ts';
import { severalOf } from '#web/features/admin/kit/send-several.tsx';
import type { Sending } from '#web/features/admin/kit/sending.tsx';
import { reportedAs, reportOf } from '#web/features/admin/kit/use-send.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { exactAmount } from '#web/ui/values.tsx';

export type Detail = z.output<typeof exceptionDetail>;
type Entry = z.output<typeof exceptionEntry>;
type ReadyRefund = z.output<typeof policyRefundAnswer>;

export const amountOf = ({ amount, decimals, currency }: Detail) =>
  exactAmount(BigInt(amount), decimals, currency);

export const isRefundable = ({ reason, refund, refunded_at: at }: Detail) =>
  !isNeverOwed(reason) && refund.possible && at === null;

/** Gives a payment back to who paid it. */
export const REFUND: Sending<Detail, ReadyRefund> = {
  prepare: ({ id }, call_data) =>
    adminApi.ask(exceptionsApi.prepareExceptionRefund, { id, body: { call_data } }),
  failed: 'Failed to prepare the refund',
  discard: ({ id }) =>
    adminApi.send(exceptionsApi.discardExceptionRefund, { id, query: { not_signed: 'true' } }),
  report: async ({ id }, sent) => {
    const status = await adminApi.send(exceptionsApi.confirmExceptionRefund, { id, body: reportOf(sent) });
    return reportedAs('refund', status === 200);
  },
  shown: (exception, { currency, amount }) => ({
    title: `Refund the payment of ${exceptionName(exception)}`,
    action: `Refund ${amountOf(exception)}`,
    text: (
      <>
        {amountOf(exception)} goes back to{' '}
        <span className="figures wrap-anywhere">{exception.wallet_address}</span>, who paid it.
      </>
    ),
    pool: { currency, amount },
  }),
};

export const REFUND_SELECTED = severalOf<Entry, Detail, ReadyRefund>({
  needs: 'policies.write',
  label: 'Refund Selected',
  noun: 'refund',
  part: 'exceptions',
  nameOf: exceptionName,
  read: ({ id }) => adminApi.find(exceptionsApi.getPaymentException, { id }),
  barred: ({ status }) => (status === 'open' ? null : 'It is no longer open.'),
  wayOf: (exception) =>
    isRefundable(exception) ? REFUND : (exception.refund.problem ?? 'No refund of it can be sent now.'),
});
