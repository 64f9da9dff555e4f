import { DEMO_ADMIN_EMAIL } from '#domain/admin/demo.ts';
import { chainIdOf } from '#domain/chains.ts';
import * as healthApi from '#domain/health/api.ts';
import type { ConfigAnswer, HealthAnswer } from '#domain/health/schema.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { type RelayRow, readRelays } from '#worker/platform/db/relays.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { isLocal, isPriced, type Settings } from '#worker/platform/settings.ts';
import { readProgress } from '#worker/settlement/scan/repository.ts';
import { version } from '../../../../package.json';
import { NO_WORK, readWork } from './work.ts';

/** How long an isolate caches the state for everyone, in milliseconds. */
const FRESH_MS = 5_000;

const known = new WeakMap<Settings, { at: number; health: HealthAnswer }>();

/**
 * Whether the database answers, how far behind each chain's head we have read, and since when jobs and queues wait.
 * Checked at most once every few seconds; `as_of` says when.
 */
export const readHealth = serve(healthApi.getHealth, async (ctx) => {
  const last = known.get(ctx.settings);
  const age = last ? ctx.clock() - last.at : null;
  if (last && age !== null && age >= 0 && age < FRESH_MS) return last.health;
  const at = ctx.clock();
  const health = await findOut(ctx);
  known.set(ctx.settings, { at, health });
  return health;
});

async function findOut(ctx: Ctx): Promise<HealthAnswer> {
  const asOf = nowIso(ctx);
  const [stored, chains] = await Promise.all([
    Promise.all([readProgress(ctx.db), readWork(ctx), ctx.settings.relays ? readRelays(ctx.db) : []]).catch(
      (error: unknown) => {
        ctx.log.error('health_database', error);
        return null;
      },
    ),
    Promise.all(ctx.chains.map(async (chain) => ({ chain, head: await headOf(ctx, chain) }))),
  ]);
  const [progress, work, relays] = stored ?? [null, NO_WORK, []];
  const ok = stored !== null && chains.every(({ head }) => head !== null);
  return {
    status: ok ? 'ok' : 'degraded',
    version,
    database: progress === null ? 'down' : 'ok',
    chains: chains.map(({ chain, head }) => {
      const read = progress?.get(chain.id);
      return {
        chain_id: chainIdOf(chain.id),
        head,
        lag: head === null || !read ? null : Math.max(0, head - read.block_number),
        scanned_at: read?.updated_at ?? null,
        read_until: read?.block_time ?? null,
        swept_to: read?.swept_to ?? null,
        swept_at: read?.swept_at ?? null,
        relay: relayOf(relays, chain),
        relay_waiting_since: work.relayed.get(chain.id) ?? null,
      };
    }),
    jobs: work.jobs,
    queues: work.queues,
    audit_log: { unsealed_since: work.unsealedSince },
    as_of: asOf,
  };
}

function relayOf(
  relays: readonly RelayRow[],
  { id, relayer }: Chain,
): HealthAnswer['chains'][number]['relay'] {
  if (relayer === null) return null;
  return relays.find(({ chain_id }) => chain_id === id)?.offered ? 'ok' : 'balance_low';
}

async function headOf(ctx: Ctx, chain: Chain): Promise<number | null> {
  try {
    return await chain.head();
  } catch (error) {
    ctx.log.warn('health_chain', { chain: chain.id, error: error instanceof Error ? error.name : 'unknown' });
    return null;
  }
}

/** What this deployment offers to clients that want to pay. */
export const readConfig = serve(healthApi.getConfig, async (ctx) => {
  const offered = new Set(
    (await relaysIn(ctx)).filter((relay) => relay.offered).map((relay) => relay.chain_id),
  );
  return {
    environment: ctx.settings.environment,
    chains: ctx.settings.chains.map(
      ({ chain_id, key, name, contract, earlier_contracts, confirmations, currencies }) => ({
        chain_id,
        key,
        name,
        contract: shownWallet(ctx.settings, contract),
        contracts: [contract, ...earlier_contracts.map(({ address }) => address)].map((each) =>
          shownWallet(ctx.settings, each),
        ),
        confirmations,
        currencies: currencies.map(({ symbol, decimals, token, authorization }) => ({
          symbol,
          decimals,
          token: token && shownWallet(ctx.settings, token),
          authorization: authorization && { relay: offered.has(String(chain_id)) },
        })),
      }),
    ),
    substrate: substrateOn(ctx),
    demo: demoAdministrator(ctx),
  };
});

/** Without a database nothing is relayed, but everything else is on offer. */
const relaysIn = (ctx: Ctx): Promise<RelayRow[]> =>
  ctx.settings.relays ? readRelays(ctx.db).catch(() => []) : Promise.resolve([]);

/** The Substrate chain, if its coin has a rate: without one nothing can be priced. */
function substrateOn({ settings }: Ctx): ConfigAnswer['substrate'] {
  const { substrate } = settings;
  if (!substrate || !isPriced(settings, substrate)) return null;
  const { genesis_hash, recipient, symbol, decimals } = substrate;
  return { genesis_hash, recipient: shownWallet(settings, recipient), symbol, decimals };
}

/** The administrator that `npm start` created. Null on any other deployment or for a request from another machine. */
function demoAdministrator({ settings, url }: Ctx): ConfigAnswer['demo'] {
  const password = settings.demoAdminPassword;
  if (password === null || !isLocal(settings, url)) return null;
  return { admin_email: DEMO_ADMIN_EMAIL, admin_password: password };
}
