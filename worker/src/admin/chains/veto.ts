import type { ChainControls } from '../../../../domain/admin/controls-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { findByQuote, insertEvent } from '../../policies/repository.ts';
import { guardPending, proposalById, setVetoed } from '../../settlement/books/repository.ts';
import { vetoed } from '../../settlement/transfers/proposals.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { readControls, recordedChain } from './controls.ts';

/** Vetoes a proposed payout, in the guardian's place. 409 once it is paid, vetoed or lapsed. */
export async function vetoProposal(
  ctx: AdminCtx,
  { genesis, id }: { genesis: string; id: number },
): Promise<ChainControls> {
  const { genesis_hash: chainId } = recordedChain(ctx, genesis);
  const proposal = await proposalById(ctx.db, chainId, id);
  if (!proposal) throw new AppError('not_found', 'There is no such proposal.');
  const { quoteId, usd, claimNumber } = proposal;
  const row = await findByQuote(ctx.db, quoteId);
  const now = nowIso(ctx);
  const told = row
    ? [
        insertEvent(ctx.db, quoteId, {
          kind: 'payout_vetoed',
          fromStatus: row.policy.status,
          toStatus: row.policy.status,
          at: now,
          chainId,
          usd,
          requestId: ctx.requestId,
        }),
      ]
    : [];
  const ended = await vetoed(ctx, { chainId, quoteId });
  await commit(
    ctx,
    [
      guardPending(ctx.db, proposal, now),
      setVetoed(ctx.db, id, { vetoedAt: now, vetoedBy: ctx.admin.id }),
      ...ended,
      auditLogLine(ctx, {
        action: 'payout.vetoed',
        subject: row ? `policy:${row.policy.id}` : `contract:${chainId}`,
        after: { proposal: id, claim_number: claimNumber, usd },
      }),
      ...told,
    ],
    () => {
      throw new AppError(
        'conflict',
        'This proposal is no longer pending: it was paid or vetoed, or it has lapsed.',
      );
    },
  );
  ctx.log.warn('payout_vetoed', { chain: chainId, proposal: id });
  return readControls(ctx, chainId);
}
