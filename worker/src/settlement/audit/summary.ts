import type { AnySummary, AuditTotal } from '../../../../domain/audit/schema.ts';
import { chainIdOf } from '../../../../domain/chains.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { scanProgress } from '../scan/cursors.ts';
import { readTotals, type TotalRow } from './repository.ts';

/** How far each chain was read, and the sums of what was recorded. */
export async function readAuditSummary(ctx: Ctx): Promise<AnySummary> {
  const ids = ctx.chains.map((chain) => chain.id);
  const [progress, totals] = await Promise.all([scanProgress(ctx), readTotals(ctx.db, ids)]);
  return {
    chains: ctx.chains.map((chain) => ({
      chain_id: chainIdOf(chain.id),
      enforced_by: chain.enforcedBy,
      contracts: [...chain.contracts],
      read_to: progress.get(chain.id)?.block ?? null,
      swept_to: progress.get(chain.id)?.sweptTo ?? null,
      totals: totals.filter(({ chainId, events }) => chainId === chain.id && events !== 0).map(presentTotal),
    })),
    as_of: nowIso(ctx),
  };
}

/** The sum of the amounts, from its parts of twelve digits. */
const amountOf = ({ a0, a1, a2, a3, a4, a5, a6 }: TotalRow): bigint =>
  [a6, a5, a4, a3, a2, a1, a0].reduce((sum, part) => sum * 10n ** 12n + BigInt(part), 0n);

const presentTotal = (row: TotalRow): AuditTotal => ({
  contract: row.contract,
  token: row.token === '' ? null : row.token,
  kind: row.kind,
  events: row.events,
  amount: amountOf(row).toString(),
  usd: row.usd,
});
