import { chainIdOf } from '../../../../domain/chains.ts';
import type { HealthAnswer } from '../../../../domain/health/schema.ts';
import { version } from '../../../../package.json';
import type { Chain } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { type RelayRow, readRelays } from '../../platform/db/relays.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Progress, scanProgress } from '../scan/cursors.ts';

/** How long an isolate caches the state for everyone, in milliseconds. */
const FRESH_MS = 5_000;
const UNKNOWN: Progress = { block: null, sweptTo: null, sweptAt: null };

const known = new WeakMap<Settings, { at: number; health: HealthAnswer }>();

/**
 * Whether the database answers, and how far behind each chain's head we have read. Checked at most once every few
 * seconds; `as_of` says when.
 */
export async function readHealth(ctx: Ctx): Promise<HealthAnswer> {
  const last = known.get(ctx.settings);
  const age = last ? ctx.clock() - last.at : null;
  if (last && age !== null && age >= 0 && age < FRESH_MS) return last.health;
  const at = ctx.clock();
  const health = await findOut(ctx);
  known.set(ctx.settings, { at, health });
  return health;
}

async function findOut(ctx: Ctx): Promise<HealthAnswer> {
  const asOf = nowIso(ctx);
  const [progress, relays, chains] = await Promise.all([
    scanProgress(ctx).catch((error: unknown) => {
      ctx.log.error('health_database', error);
      return null;
    }),
    ctx.settings.relays ? readRelays(ctx.db).catch(() => []) : [],
    Promise.all(ctx.chains.map(async (chain) => ({ chain, head: await headOf(ctx, chain) }))),
  ]);
  const ok = progress !== null && chains.every(({ head }) => head !== null);
  return {
    status: ok ? 'ok' : 'degraded',
    version,
    database: progress === null ? 'down' : 'ok',
    chains: chains.map(({ chain, head }) => {
      const { block, sweptTo, sweptAt } = progress?.get(chain.id) ?? UNKNOWN;
      const lag = head === null || block === null ? null : Math.max(0, head - block);
      return {
        chain_id: chainIdOf(chain.id),
        head,
        lag,
        swept_to: sweptTo,
        swept_at: sweptAt,
        relay: relayOf(relays, chain),
      };
    }),
    as_of: asOf,
  };
}

function relayOf(
  relays: readonly RelayRow[],
  { id, relayer }: Chain,
): HealthAnswer['chains'][number]['relay'] {
  if (relayer === null) return null;
  return relays.find(({ chainId }) => chainId === id)?.offered ? 'ok' : 'balance_low';
}

async function headOf(ctx: Ctx, chain: Chain): Promise<number | null> {
  try {
    return await chain.head();
  } catch (error) {
    ctx.log.warn('health_chain', { chain: chain.id, error: error instanceof Error ? error.name : 'unknown' });
    return null;
  }
}
