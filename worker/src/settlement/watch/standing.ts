import { type AuditEvent, decodeLog } from '#domain/audit/events.ts';
import { Standing } from '#domain/audit/standing.ts';
import { chainIdOf } from '#domain/chains.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { type AnnouncedPayout, announcedHash } from '#domain/payouts/announced.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, chainOf, isoOf } from '#worker/platform/context.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { governanceEvents, type Logged, recentGovernance, withLog } from './repository.ts';

/** The ledger's rows as an auditor reads them, so that what waits and what it says is defined once. */

/** Null for an event that nobody is told of. */
export function auditEventOf(row: Logged): AuditEvent | null {
  const place = {
    block: row.block_number,
    blockHash: row.block_hash,
    txHash: row.tx_hash,
    logIndex: row.event_index,
    time: Date.parse(row.block_time) / 1000,
  };
  if (row.log === null) return null;
  const log = JSON.parse(row.log) as { topics: string[]; data: string };
  return decodeLog(Number(chainIdOf(row.chain_id)), { ...place, ...log, address: row.contract });
}

/**
 * What is confirmed of a chain's contracts: who has which role, and what waits.
 * @param before only what came before this event
 */
export async function readStanding(ctx: Ctx, chain: Chain, before?: ChainEventRow): Promise<Standing> {
  const rows = await governanceEvents(ctx.db, chain.id, before);
  const standing = new Standing(() => chain.currencies);
  for (const [role, holder] of Object.entries(chain.firstRoles)) {
    const { contract } = chain;
    const chainId = Number(chainIdOf(chain.id));
    standing.roles.set(`${chainId}:${contract}:${role}`, { chainId, contract, role, holder });
  }
  for (const row of rows) {
    const event = auditEventOf(row);
    if (event) standing.add(event);
  }
  return standing;
}

/** The payouts that waited as announced before an event, and that it made void. */
export async function payoutsVoidedBy(ctx: Ctx, event: ChainEventRow): Promise<AnnouncedPayout[]> {
  const standing = await readStanding(ctx, chainOf(ctx, event.chain_id), event);
  const time = Date.parse(event.block_time) / 1000;
  const waiting = () => standing.waiting(time).flatMap(({ payout }) => payout ?? []);
  const before = waiting();
  if (before.length === 0) return [];
  if (event.kind === 'holder_changed') {
    return before.filter(({ quoteId, holder }) => quoteId === event.quote_id && holder === event.wallet);
  }
  const logged = await withLog(ctx.db, event);
  const now = logged && auditEventOf(logged);
  if (!now || now.name === 'AnnouncedCallExecuted') return [];
  standing.add(now);
  const after = waiting().map(announcedHash);
  return before.filter((payout) => !after.includes(announcedHash(payout)));
}

/** The contract lets no halt last longer. */
const LONGEST_DAYS = 3;

interface Halt {
  chain: Chain;
  /** The wallet that set it. */
  by: string;
  /** Unix seconds. */
  until: number;
  txHash: string;
}

/** The halts of payouts that our contracts' events show to be in effect, also before they are confirmed. */
export async function haltsInEffect(ctx: Ctx): Promise<Halt[]> {
  const now = Math.floor(ctx.clock() / 1000);
  const since = isoOf(now - LONGEST_DAYS * DAY_SECONDS);
  const found = await Promise.all(
    ctx.chains.map(async (chain) => {
      const halts = new Map<string, Halt>();
      for (const row of await recentGovernance(ctx.db, chain.id, since)) {
        const event = auditEventOf(row);
        if (event?.name === 'HaltLifted') halts.delete(event.contract);
        if (event?.name !== 'PayoutsHalted') continue;
        const { by, until } = event.args;
        halts.set(event.contract, { chain, by: String(by), until: Number(until), txHash: event.txHash });
      }
      return [...halts.values()].filter(({ until }) => until > now);
    }),
  );
  return found.flat();
}
