import * as z from 'zod';
import {
  FEE_CAP,
  PURCHASE_GAS,
  RESEND_AFTER_MS,
  RESEND_PERCENT,
  RESERVE_PURCHASES,
} from '#domain/relay/bounds.ts';
import { CallRefused, type Chain } from '#worker/platform/chain/chain.ts';
import type { Mined, Relayer, RelayerState } from '#worker/platform/chain/relayer.ts';
import { type Ctx, chainOf, nowIso } from '#worker/platform/context.ts';
import { type RelayRow, readRelay, writeRelay } from '#worker/platform/db/relays.ts';
import { listOpen, listUnused, type NewRelayed, type RelayedRow, reopen, updateOpen } from './repository.ts';

/** All transactions signed with a nonce. */
const signedList = z.array(z.object({ txHash: z.string(), isEmpty: z.boolean() }));
const signedOf = ({ signed }: RelayedRow) => signedList.parse(JSON.parse(signed));

/**
 * Follows what is under way on a chain, in the order of nonces: ends what is confirmed, sends again what isn't mined, with
 * a higher fee after a while, and replaces what would revert by an empty transaction with the same nonce.
 */
export async function advanceRelay(ctx: Ctx, chainId: string): Promise<void> {
  const chain = chainOf(ctx, chainId);
  if (chain.relayer === null) return;
  const state = await chain.relayer.state();
  for (const row of await listUnused(ctx.db, chainId, chain.relayer.account, state.nonce)) {
    await reuseNonce(ctx, chain.relayer, state, row);
  }
  for (const row of await listOpen(ctx.db, chainId)) await advance(ctx, chain.relayer, state, row);
  await checkRelay(ctx, chain);
}

/** A reorganization freed the nonce, and nothing after it can be mined. What didn't buy then is not tried again. */
async function reuseNonce(ctx: Ctx, relayer: Relayer, state: RelayerState, row: RelayedRow): Promise<void> {
  ctx.log.warn('relay_reopened', { chain: row.chain_id, nonce: row.nonce, quote: row.quote_id });
  if (row.state === 'bought') return reopen(ctx.db, row, {});
  const fees = fresher(row, state);
  await reopen(ctx.db, row, await signAgain(ctx, relayer, row, { ...fees, is_empty: true }));
}

async function advance(ctx: Ctx, relayer: Relayer, state: RelayerState, row: RelayedRow): Promise<void> {
  if (row.sender !== relayer.account) return finish(ctx, relayer, state, row);
  if (row.nonce < state.nonce) return conclude(ctx, relayer, state, row);
  if (!row.is_empty && (await wouldRevert(ctx, relayer, row))) return giveUp(ctx, relayer, state, row);
  if (ctx.clock() - Date.parse(row.signed_at) >= RESEND_AFTER_MS) {
    const fees = raised(row, state);
    if (fees !== null) return replace(ctx, relayer, row, { ...fees, is_empty: row.is_empty });
  }
  // Also what a crash kept from being sent at all.
  await relayer.broadcast(row.raw);
}

/**
 * The key was rotated meanwhile. What its predecessor signed can be sent as it is until its quote expires, and only the fee
 * can't be raised.
 */
async function finish(ctx: Ctx, relayer: Relayer, state: RelayerState, row: RelayedRow): Promise<void> {
  const mined = await relayer.mined(signedOf(row).map(({ txHash }) => txHash));
  if (mined !== null) return settle(ctx, state, row, mined);
  if (ctx.clock() > Date.parse(row.valid_until)) {
    ctx.log.warn('relay_lost', { chain: row.chain_id, nonce: row.nonce, quote: row.quote_id });
    return end(ctx, row, { state: 'lost' });
  }
  await relayer.broadcast(row.raw);
}

/** The nonce is used: by which of our transactions, and in a block that stays? */
async function conclude(ctx: Ctx, relayer: Relayer, state: RelayerState, row: RelayedRow): Promise<void> {
  const mined = await relayer.mined(signedOf(row).map(({ txHash }) => txHash));
  if (mined === null) {
    // The account's key was used elsewhere. A node that lags behind says so too, until the block is final.
    if (row.nonce < state.finalNonce) await end(ctx, row, { state: 'lost' });
    return;
  }
  await settle(ctx, state, row, mined);
}

/** Ends a row by the one of its transactions that is mined, once its block stays. */
async function settle(ctx: Ctx, state: RelayerState, row: RelayedRow, mined: Mined): Promise<void> {
  if (mined.block > state.finalBlock) return;
  const { txHash } = mined;
  const wasEmpty = signedOf(row).some((one) => one.txHash === txHash && one.isEmpty);
  await end(ctx, row, {
    tx_hash: txHash,
    state: wasEmpty ? 'replaced' : mined.succeeded ? 'bought' : 'failed',
  });
}

const end = (ctx: Ctx, { id }: RelayedRow, change: Pick<NewRelayed, 'state'> & Partial<NewRelayed>) =>
  updateOpen(ctx.db, id, { ...change, ended_at: nowIso(ctx) });

async function wouldRevert(ctx: Ctx, relayer: Relayer, row: RelayedRow): Promise<boolean> {
  if (ctx.clock() > Date.parse(row.valid_until)) return true;
  try {
    await relayer.tryOut(row.data);
    return false;
  } catch (error) {
    if (error instanceof CallRefused) return true;
    throw error;
  }
}

/** The nonce is freed by an empty transaction, which costs less than a purchase that reverts. */
async function giveUp(ctx: Ctx, relayer: Relayer, state: RelayerState, row: RelayedRow): Promise<void> {
  ctx.log.warn('relay_given_up', { chain: row.chain_id, nonce: row.nonce, quote: row.quote_id });
  const { maxFee, tip } = fresher(row, state);
  await replace(ctx, relayer, row, { maxFee, tip, is_empty: true });
}

const most = (a: bigint, b: bigint) => (a > b ? a : b);

/** What a node accepts in place of the former transaction, and what the network asks for now. */
function fresher(row: RelayedRow, state: RelayerState): { maxFee: bigint; tip: bigint } {
  const bumped = (fee: string) => (BigInt(fee) * RESEND_PERCENT) / 100n + 1n;
  return { maxFee: most(bumped(row.max_fee), state.maxFee), tip: most(bumped(row.tip), state.tip) };
}

/** A higher fee within the bounds; null if there is none. */
function raised(row: RelayedRow, state: RelayerState): { maxFee: bigint; tip: bigint } | null {
  const next = fresher(row, state);
  return next.maxFee > (row.is_empty ? FEE_CAP : BigInt(row.fee_cap)) ? null : next;
}

interface Again {
  maxFee: bigint;
  tip: bigint;
  is_empty: boolean;
}

/** Signs another transaction with the row's nonce, stores it and sends it. */
async function replace(ctx: Ctx, relayer: Relayer, row: RelayedRow, again: Again): Promise<void> {
  const signed = await signAgain(ctx, relayer, row, again);
  await updateOpen(ctx.db, row.id, signed);
  await relayer.broadcast(signed.raw);
}

async function signAgain(ctx: Ctx, relayer: Relayer, row: RelayedRow, { maxFee, tip, is_empty }: Again) {
  const data = is_empty ? null : row.data;
  const { raw, txHash } = await relayer.sign({ nonce: row.nonce, data, gas: BigInt(row.gas), maxFee, tip });
  return {
    tx_hash: txHash,
    raw,
    is_empty,
    signed: JSON.stringify([...signedOf(row), { txHash, isEmpty: is_empty }]),
    max_fee: `${maxFee}`,
    tip: `${tip}`,
    signed_at: nowIso(ctx),
  };
}

/** What the account must hold to be offered, in base units of the coin. */
export const minimumOf = ({ maxFee }: Pick<RelayerState, 'maxFee'>): bigint =>
  maxFee * PURCHASE_GAS * RESERVE_PURCHASES;

/** How long what is recorded may stand unless it changes: fees move with every block, and decide nothing until then. */
const FRESH_MS = 300_000;

/** Records what the relay account has, and so whether it is offered. A change is logged. */
export async function checkRelay(ctx: Ctx, chain: Chain): Promise<void> {
  const { relayer, id: chainId } = chain;
  if (relayer === null) return;
  const [state, before] = await Promise.all([relayer.state(), readRelay(ctx.db, chainId)]);
  const minimum = minimumOf(state);
  const offered = state.balance >= minimum;
  if (!offered && before?.offered !== false) {
    ctx.log.warn('relay_balance_low', { chain: chainId, balance: `${state.balance}`, minimum: `${minimum}` });
  }
  const { account } = relayer;
  const now = { account, balance: `${state.balance}`, offered };
  const isKnown = before && matches(before, now) && ctx.clock() - Date.parse(before.checked_at) < FRESH_MS;
  if (isKnown) return;
  await writeRelay(ctx.db, {
    chain_id: chainId,
    ...now,
    minimum: `${minimum}`,
    checked_at: nowIso(ctx),
  });
}

const matches = (before: RelayRow, now: Pick<RelayRow, 'account' | 'balance' | 'offered'>): boolean =>
  before.account === now.account && before.balance === now.balance && before.offered === now.offered;
