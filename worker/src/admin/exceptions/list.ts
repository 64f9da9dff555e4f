import type * as z from 'zod';
import * as adminExceptionsApi from '#domain/admin/exceptions-api.ts';
import { EXCEPTION_STATUSES, type exceptionExportQuery } from '#domain/admin/records-schema.ts';
import { formatAmount } from '#domain/money.ts';
import { exportCsv } from '#worker/admin/export.ts';
import { readDeskCounts } from '#worker/desk/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { usDate, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { type ExceptionEntry, presentException } from './present.ts';
import { readExceptionPage, readPurchases } from './repository.ts';

type Query = z.output<typeof exceptionExportQuery>;

async function page(ctx: AdminCtx, query: Query) {
  const { rows, total, pagination } = await readExceptionPage(ctx.db, query, query.status);
  const ids = rows.map(({ id }) => id);
  const purchases = new Map((await readPurchases(ctx.db, ids)).map((row) => [row.exception.id, row]));
  const entries = ids.flatMap((id) => {
    const row = purchases.get(id);
    return row ? [presentException(ctx, row)] : [];
  });
  return { entries, total, pagination };
}

export const listExceptions = serve(adminExceptionsApi.listAllPaymentExceptions, async (ctx, query) => {
  const { entries, total, pagination } = await page(ctx, query);
  return { exceptions: entries, pagination: { ...pagination, total_exceptions: total } };
});

/** Counts of exceptions by status. */
export const countExceptions = serve(adminExceptionsApi.getPaymentExceptionStatistics, async (ctx) => {
  const counts = await readDeskCounts(ctx.db, 'exceptions');
  return {
    total: counts.of(),
    by_status: EXCEPTION_STATUSES.map((status) => ({ status, count: counts.of(status) })),
  };
});

export const exportExceptions = serve(adminExceptionsApi.exportPaymentExceptions, (ctx, query) => {
  return exportCsv<ExceptionEntry>(ctx, {
    list: 'exceptions',
    query,
    columns: [
      { title: 'Number', value: ({ id }) => id },
      { title: 'Reason', value: ({ reason }) => reason },
      { title: 'Status', value: ({ status }) => status },
      { title: 'Customer', value: ({ customer }) => customer },
      { title: 'Wallet', value: (entry) => entry.wallet_address },
      {
        title: 'Amount',
        value: ({ amount, decimals, currency }) => formatAmount(amount, decimals, currency),
      },
      { title: 'Network', value: (entry) => String(entry.chain_id) },
      { title: 'Transaction', value: (entry) => entry.tx_hash },
      { title: 'Paid (UTC)', value: (entry) => usTime(entry.paid_at) },
      { title: 'Refund due', value: (entry) => usDate(entry.refund_due_at) },
      { title: 'Policy', value: (entry) => entry.policy_number },
    ],
    read: async (at) => {
      const { entries, ...found } = await page(ctx, { ...query, ...at });
      return { ...found, rows: entries };
    },
  });
});
