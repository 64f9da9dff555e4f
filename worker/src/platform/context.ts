import type { WalletKind } from '#domain/address.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { chainRefOf, networkOf } from '#domain/chains.ts';
import { fieldError } from '#domain/errors.ts';
import * as healthApi from '#domain/health/api.ts';
import { linkTo } from '#domain/http/paths.ts';
import { ChainUnreachable, type Fetch, Rpc } from '#domain/json-rpc.ts';
import type { Outside } from '#worker/platform/edges/outside.ts';
import type { Books } from './chain/books.ts';
import type { Chain } from './chain/chain.ts';
import type { ChainConfig, SubstrateConfig } from './chain/config.ts';
import { evmChainOf } from './chain/evm/evm.ts';
import { chainlinkRates, type RateSource, referenceRates } from './chain/rates.ts';
import { substrateChainOf } from './chain/substrate/substrate.ts';
import { type Database, openDatabase, type Statement } from './db/client.ts';
import type { WriteKey } from './db/write-keys.ts';
import type { Mail } from './edges/mail.ts';
import type { Relays } from './edges/relays.ts';
import type { Visits } from './edges/visits.ts';
import { type Log, logger } from './log.ts';
import type { FontSource } from './pdf/fonts/source.ts';
import { isLocal, type Settings, settingsOf } from './settings.ts';

/** The wallet of a verified session token. */
export interface Actor {
  kind: WalletKind;
  /** Wallet key. */
  wallet: string;
  jti: string;
  active: boolean;
}

/** The administrator of a verified token. */
export interface Administrator {
  id: number;
  email: string;
  name: string;
  role: AdminRole;
  jti: string;
}

/** Everything a use case works with. Anything outside the worker is reached only through it. */
export interface Ctx {
  actor: Actor | null;
  admin: Administrator | null;
  db: Database;
  chains: readonly Chain[];
  rates: RateSource;
  mail: Mail;
  /** Whether this request wrote to the outbox, so that it is queued after the response. */
  outbox: { written: boolean };
  /** Idempotency key of this request's write; null for requests without one and for scheduled work. */
  writeKey: WriteKey | null;
  /** Claim documents and avatars. */
  files: R2Bucket;
  /** The queue for outbound calls, and the network. */
  outside: Outside;
  /** The queue of what browsers report of visits. */
  visits: Visits;
  /** The one sender of each chain's relay account. */
  relays: Relays;
  /** The certificate's fonts. */
  fonts: FontSource;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  log: Log;
  requestId: string;
  settings: Settings;
  /** URL of the request. */
  url: URL;
}

export type WalletCtx = Ctx & { actor: Actor };
/** A call that a second administrator confirms: who proposed it, and the statements that end its approval. */
interface Confirmation {
  proposed_by: number;
  statements: readonly Statement[];
}
export type AdminCtx = Ctx & { admin: Administrator; confirms?: Confirmation };

/** The worker's edges, replaceable so that a test can make each fail. */
export interface Edges {
  clock: () => number;
  fetch: Fetch;
  mail: (env: Env) => Mail;
  fonts: (env: Env) => FontSource;
  files: (env: Env) => R2Bucket;
  outside: (env: Env) => Outside;
  visits: (env: Env) => Visits;
  relays: (env: Env) => Relays;
  /** The records for a chain without a contract; a higher room keeps them. */
  books: (ctx: Ctx) => Books;
}

/** Timeout of one chain call, in milliseconds. Health must answer before its callers give up. */
const RPC_TIMEOUT = 8000;
const HEALTH_RPC_TIMEOUT = 2500;

/** A statement that makes an outbox entry due. */
const TO_OUTBOX = /^(insert into|update) "outbox"/i;

export function makeContext(env: Env, edges: Edges, requestId: string, url: URL): Ctx {
  const settings = settingsOf(env);
  const outbox = { written: false };
  const timeout = url.pathname === linkTo(healthApi.getHealth) ? HEALTH_RPC_TIMEOUT : RPC_TIMEOUT;
  const ctx: Ctx = {
    actor: null,
    admin: null,
    db: openDatabase(env.DB, (sql) => {
      if (TO_OUTBOX.test(sql)) outbox.written = true;
    }),
    outbox,
    chains: [],
    rates: rateSource(settings, edges, url),
    mail: edges.mail(env),
    writeKey: null,
    files: edges.files(env),
    outside: edges.outside(env),
    visits: edges.visits(env),
    relays: edges.relays(env),
    fonts: edges.fonts(env),
    clock: edges.clock,
    log: logger(requestId),
    requestId,
    settings,
    url,
  };
  const rpcOf = (config: ChainConfig | SubstrateConfig) =>
    new Rpc(settings.rpcUrl(config), edges.fetch, timeout);
  ctx.chains = chainsOf(settings, rpcOf, edges.books(ctx), edges.clock);
  return ctx;
}

/** Every chain on offer. */
function chainsOf(
  { chains, substrate, quoteSignerKey, relayKey }: Settings,
  rpcOf: (config: ChainConfig | SubstrateConfig) => Rpc,
  books: Books,
  clock: () => number,
): readonly Chain[] {
  const evm = chains.map((config) =>
    evmChainOf(config, rpcOf(config), quoteSignerKey, relayKey(config.chain_id)),
  );
  if (!substrate) return evm;
  const feeds = evm.find(({ id }) => id === String(substrate.feed?.chain_id)) ?? null;
  return [...evm, substrateChainOf(substrate, rpcOf(substrate), books, feeds, clock)];
}

function rateSource(settings: Settings, edges: Edges, url: URL): RateSource {
  if (settings.rateSource === 'chainlink') return chainlinkRates(edges.clock);
  if (isLocal(settings, url)) return referenceRates(edges.clock);
  return {
    rates: () => Promise.reject(new ChainUnreachable('Reference rates are for this machine only')),
  };
}

export function nowIso(ctx: Pick<Ctx, 'clock'>): string {
  return new Date(ctx.clock()).toISOString();
}

/** The time so many milliseconds from now; before now where they are negative. */
export const isoIn = (ctx: Pick<Ctx, 'clock'>, ms: number): string =>
  new Date(ctx.clock() + ms).toISOString();

/** @param seconds Unix seconds */
export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The offered chain with this id (number, numeral, hexadecimal or genesis hash). 422 if there is none. */
export function chainOf(ctx: Ctx, id: string | number): Chain {
  const key = chainRefOf(id);
  const chain = ctx.chains.find((entry) => entry.id === key);
  if (chain) return chain;
  const message = 'This network is not available. Please choose another one.';
  throw fieldError('chain_id', message);
}

/** The name of a chain, offered or not; empty for none. */
export function chainName({ settings }: Ctx, id: string | number | null): string {
  const offered =
    settings.substrate?.genesis_hash === id
      ? settings.substrate
      : settings.chains.find((chain) => String(chain.chain_id) === String(id));
  return offered?.name ?? networkOf(id === null ? null : String(id))?.name ?? String(id ?? '');
}
