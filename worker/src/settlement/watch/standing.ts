import { type AuditEvent, decodeLog } from '#domain/audit/events.ts';
import { Standing } from '#domain/audit/standing.ts';
import { chainIdOf } from '#domain/chains.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { EventName } from '#domain/registry/contract-events.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { governanceEvents, type Logged, proposalEvents, recentGovernance } from './repository.ts';

/** The ledger's rows as an auditor reads them, so that what waits and what it says is defined once. */

const seconds = (iso: string | null) => (iso === null ? 0 : Date.parse(iso) / 1000);
const NAMES: Partial<Record<ChainEventRow['kind'], EventName>> = {
  payout_proposed: 'PayoutProposed',
  payout_vetoed: 'PayoutVetoed',
  claim_paid: 'ClaimPaid',
};

/** Null for an event that nobody is told of. */
export function auditEventOf(row: Logged): AuditEvent | null {
  const place = {
    block: row.block_number,
    blockHash: row.block_hash,
    txHash: row.tx_hash,
    logIndex: row.event_index,
    time: seconds(row.block_time),
  };
  const chainId = Number(chainIdOf(row.chain_id));
  if (row.log !== null) {
    const log = JSON.parse(row.log) as { topics: string[]; data: string };
    return decodeLog(chainId, { ...place, ...log, address: row.contract });
  }
  const name = NAMES[row.kind];
  if (!name) return null;
  return {
    ...place,
    chainId,
    contract: row.contract,
    name,
    kind: row.kind,
    quoteId: row.quote_id,
    holder: row.wallet,
    token: row.token ?? NATIVE_TOKEN,
    amount: row.amount === null ? null : BigInt(row.amount),
    usd: row.usd,
    args: {
      by: row.wallet,
      payableAt: seconds(row.effective_at),
      lapsesAt: seconds(row.valid_until),
      // While a payout is proposed, the contract pays no other on its policy.
      proposed: true,
    },
  };
}

/** What is confirmed of a chain's contracts: who has which role, and what waits. */
export async function readStanding(ctx: Ctx, chain: Chain): Promise<Standing> {
  const rows = [
    ...(await governanceEvents(ctx.db, chain.id)),
    ...(await proposalEvents(ctx.db, chain.id, nowIso(ctx))),
  ].sort((one, other) => one.block_number - other.block_number || one.event_index - other.event_index);
  const standing = new Standing(() => chain.currencies);
  for (const row of rows) {
    const event = auditEventOf(row);
    if (event) standing.add(event);
  }
  return standing;
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
