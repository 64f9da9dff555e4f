import type * as z from 'zod';
import * as adminExceptionsApi from '#domain/admin/exceptions-api.ts';
import {
  EXCEPTION_STATUSES,
  type exceptionEntry,
  type exceptionExportQuery,
} from '#domain/admin/records-schema.ts';
import { chainIdOf } from '#domain/chains.ts';
import { addBusinessDays } from '#domain/days.ts';
import { formatAmount } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { exportCsv } from '#worker/admin/export.ts';
import { countsByStatus } from '#worker/admin/repository.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { AdminCtx, Ctx } from '#worker/platform/context.ts';
import { usDate, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { stateOf } from '#worker/settlement/exceptions/repository.ts';
import { type Purchase, readExceptionPage, readPurchases } from './repository.ts';

export type ExceptionEntry = z.output<typeof exceptionEntry>;

export function presentException(ctx: Ctx, row: Purchase): ExceptionEntry {
  const { exception, event } = row;
  // For a quote that isn't ours, only the chain knows the currency.
  const chain = ctx.chains.find(({ id }) => id === event.chain_id);
  const known = chain?.currencies.find(({ token }) => token === event.token);
  const due = addBusinessDays(Date.parse(event.block_time), PROMISES.refundBusinessDays);
  return {
    ...exception,
    status: stateOf(row),
    wallet_address: shownWallet(ctx.settings, exception.wallet),
    customer: row.customer,
    chain_id: chainIdOf(event.chain_id),
    tx_hash: event.tx_hash,
    quote_id: event.quote_id,
    amount: event.amount ?? '0',
    currency: row.currency ?? known?.symbol ?? event.token ?? '',
    decimals: row.decimals ?? known?.decimals ?? 0,
    paid_at: event.block_time,
    refund_due_at: new Date(due).toISOString(),
    policy_id: row.policyId,
    policy_number: row.policyId === null ? null : policyNumber(row.policyId),
  };
}

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
  const count = await countsByStatus(ctx.db, 'exceptions');
  return {
    total: count(''),
    by_status: EXCEPTION_STATUSES.map((status) => ({ status, count: count(status) })),
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
