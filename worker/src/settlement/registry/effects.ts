import { payClaim, undoPayment } from '../../claims/paid.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { countPayout, endPolicy, noteEvent, reinstatePolicy } from '../../policies/after.ts';
import { moveHolder } from '../../policies/holder.ts';
import { findByQuote } from '../../policies/repository.ts';
import { reopenException, resolveException } from '../payments/exceptions.ts';
import { exceptionOfQuote } from '../payments/repository.ts';
import { addClaimPaid } from './repository.ts';

/** What an event changes here besides its own row. */
export interface Effect {
  statements: Statement[];
  /** Status that a refund took from its policy. */
  fromStatus: ChainEventRow['fromStatus'];
}

const just = (statements: Statement[] | null): Effect | null =>
  statements && { statements, fromStatus: null };

/** The chain's own sums, which also count what was paid on a policy that we do not have. */
const claimTotal = (ctx: Ctx, { chainId, usd }: ChainEventRow, sign: 1 | -1): Statement =>
  addClaimPaid(ctx.db, chainId, sign, sign * (usd ?? 0));

/** What a confirmed event changes; null when it cannot change it yet: its purchase, or what came before, is missing. */
export async function effectOf(ctx: Ctx, change: ChainEventRow): Promise<Effect | null> {
  const row = await findByQuote(ctx.db, change.quoteId);
  if (!row) {
    const exception = await exceptionOfQuote(ctx.db, change.quoteId);
    if (!exception) return null;
    if (change.kind === 'claim_paid') return just([claimTotal(ctx, change, 1)]);
    if (change.kind !== 'premium_refunded') return just([]);
    return just(await resolveException(ctx, exception, change.txHash));
  }
  switch (change.kind) {
    case 'premium_refunded': {
      const statements = await endPolicy(ctx, row, change);
      const fromStatus = row.policy.status === 'active' ? 'active' : 'pending';
      return statements && { statements, fromStatus };
    }
    case 'claim_paid':
      return just([
        ...countPayout(ctx, row, change, 1),
        claimTotal(ctx, change, 1),
        ...(await payClaim(ctx, change)),
      ]);
    case 'holder_changed':
      return just(
        await moveHolder(ctx, row, change, {
          from: change.wallet,
          to: change.counterparty ?? '',
          kind: 'holder_changed',
        }),
      );
    default:
      return just(noteEvent(ctx, row, change, change.kind));
  }
}

/** What taking a confirmed event back changes. */
export async function reversalOf(ctx: Ctx, change: ChainEventRow): Promise<Statement[]> {
  const row = await findByQuote(ctx.db, change.quoteId);
  if (!row) {
    if (change.kind === 'claim_paid') return [claimTotal(ctx, change, -1)];
    const exception =
      change.kind === 'premium_refunded' ? await exceptionOfQuote(ctx.db, change.quoteId) : null;
    return exception ? [reopenException(ctx, exception)] : [];
  }
  switch (change.kind) {
    case 'premium_refunded':
      return reinstatePolicy(ctx, row, change) ?? [];
    case 'claim_paid':
      return [
        ...countPayout(ctx, row, change, -1),
        claimTotal(ctx, change, -1),
        ...(await undoPayment(ctx, change)),
      ];
    case 'holder_changed': {
      const back = { from: change.counterparty ?? '', to: change.wallet, kind: 'orphaned' as const };
      return (await moveHolder(ctx, row, change, back)) ?? [];
    }
    default:
      return noteEvent(ctx, row, change, 'orphaned');
  }
}
