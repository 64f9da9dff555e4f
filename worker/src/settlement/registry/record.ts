import { formatUnits } from '../../../../domain/money.ts';
import type { Chain, Change } from '../../platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { isConfirmed, onChain } from '../ledger/blocks.ts';
import { confirmChange, stillStanding } from './confirm.ts';
import { type NewChange, standingAt, standingIn, standingOf, storeChange } from './repository.ts';

/** Transactions looked up in one query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;
/** Recorded events of a range, beyond those that it shows, that one run holds against the chain. */
const DOUBTED = 50;
/** Decimals of a rate that follows from dollars and an amount. */
const RATE_PLACES = 8;

const place = (event: { txHash: string; logIndex: number }) => `${event.txHash}:${event.logIndex}`;

/**
 * Records what the contract reported about policies after their purchase, once each, and lets it take effect as soon as it
 * has its confirmations. Calling it again for the same events changes nothing.
 * @param head number of the chain's newest block
 */
export async function recordChanges(
  ctx: Ctx,
  chain: Chain,
  changes: readonly Change[],
  head: number,
  believed: Believed = async (missing) => missing,
): Promise<void> {
  for (let start = 0; start < changes.length; start += AT_ONCE) {
    await recordSome(ctx, chain, changes.slice(start, start + AT_ONCE), { head, believed });
  }
}

/** Which of some changes that are not recorded yet may be. */
type Believed = (missing: readonly Change[]) => Promise<readonly Change[]>;

/** The same for what logs show, which a node may have of a branch that has lost. */
export function recordLogs(ctx: Ctx, chain: Chain, changes: readonly Change[], head: number): Promise<void> {
  return recordChanges(ctx, chain, changes, head, (missing) => onChain(chain, missing));
}

async function recordSome(
  ctx: Ctx,
  chain: Chain,
  changes: readonly Change[],
  { head, believed }: { head: number; believed: Believed },
): Promise<void> {
  const blocks = new Map(changes.map((change) => [change.txHash, change.block.hash]));
  const hashes = [...blocks.keys()];
  const stands = (row: ChainEventRow) => blocks.get(row.txHash) === row.blockHash;
  const before = await standingOf(ctx.db, chain.id, hashes);
  // A transaction is in one block only: while it stands recorded in another one, that has to be proven gone first.
  const elsewhere = new Set(before.filter((row) => !stands(row)).map((row) => row.txHash));
  const known = new Set(before.filter(stands).map(place));
  const missing = changes.filter((change) => !known.has(place(change)) && !elsewhere.has(change.txHash));
  const fresh = await believed(missing);
  for (const change of fresh) await storeChange(ctx.db, rowOf(ctx, chain, change));
  const after = fresh.length > 0 ? await standingOf(ctx.db, chain.id, hashes) : before;
  const rows = new Map(after.filter(stands).map((row) => [place(row), row]));
  for (const change of changes) {
    const row = rows.get(place(change));
    if (row?.status === 'unconfirmed' && isConfirmed(chain, row.blockNumber, head)) {
      await confirmChange(ctx, row);
    }
  }
}

function rowOf(ctx: Ctx, chain: Chain, change: Change): NewChange {
  const { kind, quoteId, txHash, logIndex, block } = change;
  return {
    kind,
    chainId: chain.id,
    txHash,
    logIndex,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTime: isoOf(block.time),
    quoteId,
    wallet: change.holder,
    ...('amount' in change ? { token: change.token, amount: change.amount.toString() } : {}),
    ...(kind === 'claim_paid'
      ? {
          usd: change.usd,
          rate: rateOf(chain, change),
          claimNumber: change.claimNumber,
          incidentAt: isoOf(change.incidentAt),
        }
      : {}),
    ...(kind === 'premium_refunded' ? { outcome: change.outcome, coverUntil: isoOf(change.end) } : {}),
    ...(kind === 'owed_paid' ? { counterparty: change.to } : {}),
    ...(kind === 'holder_changed' ? { counterparty: change.newHolder } : {}),
    status: 'unconfirmed',
    createdAt: nowIso(ctx),
  };
}

/** USD per whole unit that a claim was paid at, cut to 8 decimals; null for a currency that is not configured. */
function rateOf(chain: Chain, claim: { token: string | null; amount: bigint; usd: number }): string | null {
  const currency = chain.currencies.find((each) => each.token === claim.token);
  if (!currency || claim.amount === 0n) return null;
  const units = (BigInt(claim.usd) * 10n ** BigInt(currency.decimals + RATE_PLACES)) / claim.amount;
  return formatUnits(units, RATE_PLACES).replace(/\.?0+$/, '');
}

/** Holds recorded events of a range against the chain, where the range does not show them there. Newest first. */
export async function doubtChanges(
  ctx: Ctx,
  chain: Chain,
  changes: readonly Change[],
  range: { from: number; to: number; head: number },
): Promise<void> {
  const shown = new Set(changes.map((change) => `${place(change)}:${change.block.hash}`));
  const rows = await standingIn(ctx.db, chain.id, range.from, range.to, changes.length + DOUBTED);
  const missing = rows.filter((row) => !shown.has(`${place(row)}:${row.blockHash}`));
  await stillStanding(ctx, chain, missing, range.head);
}

/**
 * The same for events recorded at these heights.
 * @returns the heights at which some are recorded still
 */
export async function doubtChangesAt(
  ctx: Ctx,
  chain: Chain,
  heights: readonly number[],
  head: number,
): Promise<number[]> {
  await stillStanding(ctx, chain, await standingAt(ctx.db, chain.id, heights), head);
  return (await standingAt(ctx.db, chain.id, heights)).map((row) => row.blockNumber);
}
