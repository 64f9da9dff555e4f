import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import * as auditApi from '#domain/audit/api.ts';
import type { AnySummary, AuditTotal } from '#domain/audit/schema.ts';
import { chainIdOf } from '#domain/chains.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readFigures } from '#worker/settlement/registry/repository.ts';
import { scanProgress } from '#worker/settlement/scan/cursors.ts';
import { readStatements, readTotals, type TotalRow } from './repository.ts';

/** How far each chain was read, the sums of what was recorded, and what we state besides. */
export const readAuditSummary = serve(auditApi.getAuditSummary, async (ctx) => {
  const ids = ctx.chains.map((chain) => chain.id);
  const day = formatDay(dayOf(ctx.clock()));
  const [progress, totals, figures, { fee, log, check }] = await Promise.all([
    scanProgress(ctx),
    readTotals(ctx.db, ids),
    readFigures(ctx.db, ids, day),
    readStatements(ctx.db),
  ]);
  return {
    chains: ctx.chains.map((chain) => ({
      chain_id: chainIdOf(chain.id),
      enforced_by: chain.enforcedBy,
      contracts: [...chain.contracts],
      read_to: progress.get(chain.id)?.block ?? null,
      swept_to: progress.get(chain.id)?.sweptTo ?? null,
      totals: totals
        .filter(({ chain_id, events }) => chain_id === chain.id && events !== 0)
        .map(presentTotal),
    })),
    figures: {
      claims_paid_usd: figures.claimsPaidUsd,
      cover_in_force_usd: figures.coverUsd,
      policies_in_force: figures.policies,
      day,
    },
    platform_fee: {
      bps: Number(fee ?? SETTING_DEFAULTS[FEE]),
      changes: log.flatMap(feeChange),
    },
    figures_check: check && {
      day: check.day,
      finished_at: check.finished_at ?? '',
      differences: (JSON.parse(check.differences) as unknown[]).length,
    },
    as_of: nowIso(ctx),
  };
});

const FEE = 'platform_fee_bps';

/** What a line of the log says of the fee: settings by their names, or the one value of a confirmed approval. */
function feeChange({ at, before, after }: FeeLine): AnySummary['platform_fee']['changes'] {
  const [from, to] = [before, after].map((json) => {
    const values = JSON.parse(json ?? '{}') as Record<string, unknown>;
    return values[FEE] ?? values.value;
  });
  return from === undefined || to === undefined ? [] : [{ at, before: Number(from), after: Number(to) }];
}

/** The sum of the amounts, from its parts of twelve digits. */
const amountOf = ({ a0, a1, a2, a3, a4, a5, a6 }: TotalRow): bigint =>
  [a6, a5, a4, a3, a2, a1, a0].reduce((sum, part) => sum * 10n ** 12n + BigInt(part), 0n);

type FeeLine = Awaited<ReturnType<typeof readStatements>>['log'][number];

const presentTotal = (row: TotalRow): AuditTotal => ({
  ...row,
  token: row.token === '' ? null : row.token,
  amount: amountOf(row).toString(),
});
