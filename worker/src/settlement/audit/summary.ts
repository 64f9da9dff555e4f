import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import * as auditApi from '#domain/audit/api.ts';
import type { AnySummary, AuditTotal } from '#domain/audit/schema.ts';
import { cashOf } from '#domain/books/accounts.ts';
import type { EnteredKind } from '#domain/books/journal.ts';
import { chainIdOf } from '#domain/chains.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import type { MoneyKind } from '#domain/registry/schema.ts';
import type { Sum } from '#worker/money/entries/repository.ts';
import { dollarsOf, readSums } from '#worker/money/entries/sums.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readCover } from '#worker/settlement/registry/repository.ts';
import { readProgress } from '#worker/settlement/scan/repository.ts';
import { readStatements } from './repository.ts';

/** How far each chain was read, the sums of what was recorded, and what we state besides. */
export const readAuditSummary = serve(auditApi.getAuditSummary, async (ctx) => {
  const ids = ctx.chains.map((chain) => chain.id);
  const day = formatDay(dayOf(ctx.clock()));
  const [progress, sums, cover, { fee, log, check }] = await Promise.all([
    readProgress(ctx.db),
    readSums(ctx.db),
    readCover(ctx.db, ids, day),
    readStatements(ctx.db),
  ]);
  return {
    chains: ctx.chains.map((chain) => ({
      chain_id: chainIdOf(chain.id),
      enforced_by: chain.enforcedBy,
      contracts: [...chain.contracts],
      read_to: progress.get(chain.id)?.block_number ?? null,
      swept_to: progress.get(chain.id)?.swept_to ?? null,
      totals: totalsOf(sums, chain.id),
    })),
    figures: {
      claims_paid_usd: dollarsOf(sums, ['claim_paid'], ids),
      cover_in_force_usd: cover.coverUsd,
      policies_in_force: cover.policies,
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

/** The kinds of events that entries stand for, where it is not their own. */
const EVENT_OF: Partial<Record<EnteredKind, MoneyKind>> = {
  premium: 'purchased',
  unmatched: 'purchased',
  dust: 'purchased',
  refund: 'premium_refunded',
  unmatched_refund: 'premium_refunded',
};

/** What the books have of a chain, by contract, currency and kind of event. */
function totalsOf(sums: readonly Sum[], chainId: string): AuditTotal[] {
  const totals = new Map<string, AuditTotal>();
  for (const { kind, cash, count, cents, units } of sums) {
    const place = cashOf(cash);
    if (place?.chainId !== chainId || count === 0) continue;
    const event = EVENT_OF[kind] ?? (kind as MoneyKind);
    const { contract, token } = place;
    const total = totals.get(`${event} ${cash}`);
    totals.set(`${event} ${cash}`, {
      contract,
      token,
      kind: event,
      events: count + (total?.events ?? 0),
      amount: String(units + BigInt(total?.amount ?? 0)),
      usd: kind === 'claim_paid' ? cents / 100 : 0,
    });
  }
  return [...totals.values()];
}

type FeeLine = Awaited<ReturnType<typeof readStatements>>['log'][number];
