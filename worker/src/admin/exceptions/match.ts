import type * as z from 'zod';
import type { exceptionDetail, matchRequest } from '../../../../domain/admin/records-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { fieldError } from '../../quotes/terms.ts';
import { exceptionById } from '../../settlement/exceptions/repository.ts';
import { buyWith, matchingQuotes } from '../../settlement/payments/match.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { changedSince } from '../seen.ts';
import { getException } from './exception.ts';

/**
 * Lets a payment without a remark buy a quote of the same sender and amount that was open at its block. 409 when it was
 * refunded or its refund is prepared, 422 for a quote that it doesn't fit.
 */
export async function matchException(
  ctx: AdminCtx,
  { id, quote_id: quoteId }: { id: number } & z.output<typeof matchRequest>,
): Promise<z.output<typeof exceptionDetail>> {
  const row = await exceptionById(ctx.db, id);
  if (!row) throw new AppError('not_found', 'There is no such payment.');
  if (row.exception.status === 'became_policy' && row.event.quoteId === quoteId) return getException(ctx, id);
  const quote = (await matchingQuotes(ctx, row)).find((each) => each.id === quoteId);
  if (!quote) {
    throw fieldError(
      'quote_id',
      'This payment does not match an unpaid quote that was open when it arrived.',
    );
  }
  await commit(
    ctx,
    [
      ...(await buyWith(ctx, row, quote)),
      auditLogLine(ctx, {
        action: 'exception.matched',
        subject: `exception:${id}`,
        before: { status: 'open' },
        after: { status: 'became_policy', quote_id: quoteId },
      }),
    ],
    () => {
      throw changedSince('payment');
    },
  );
  ctx.log.info('payment_matched', { exception: id, quote: quoteId });
  return getException(ctx, id);
}
