import type * as z from 'zod';
import type { exceptionEntry } from '#domain/admin/records-schema.ts';
import { chainIdOf } from '#domain/chains.ts';
import { addBusinessDays } from '#domain/days.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { stateOf } from '#worker/settlement/exceptions/repository.ts';
import type { Purchase } from './repository.ts';

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
