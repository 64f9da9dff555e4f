import type * as z from 'zod';
import type { exceptionEntry } from '#domain/admin/records-schema.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { presentPayment } from '#worker/settlement/exceptions/present.ts';
import { stateOf } from '#worker/settlement/exceptions/repository.ts';
import type { Purchase } from './repository.ts';

export type ExceptionEntry = z.output<typeof exceptionEntry>;

export function presentException(ctx: Ctx, row: Purchase): ExceptionEntry {
  const { exception } = row;
  return {
    ...exception,
    ...presentPayment(ctx, row),
    status: stateOf(row),
    wallet_address: shownWallet(ctx.settings, exception.wallet),
    customer: row.customer,
  };
}
