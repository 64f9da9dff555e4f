import { DAY_MS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { usdToUnits } from '#domain/money.ts';
import { FEE_CAP, FEE_SHARE_PERCENT, GAS_A_DAY, LATEST_MS, SENDS_A_DAY } from '#domain/relay/bounds.ts';
import { CallRefused, type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import type { Relayer } from '#worker/platform/chain/relayer.ts';
import { type Ctx, chainOf, isoIn, nowIso } from '#worker/platform/context.ts';
import { isConstraintFailure } from '#worker/platform/db/guard.ts';
import type { RelayOrder, RelayOutcome } from '#worker/platform/edges/relays.ts';
import { soldQuote } from '#worker/policies/sold.ts';
import { findOwnQuote, type QuoteRow } from '#worker/quotes/repository.ts';
import { checkRelay, minimumOf } from './advance.ts';
import { findLive, insertRelayed, nextNonce, sentSince } from './repository.ts';

const NO_RELAY = 'We cannot send payments on this network at the moment. You can send it from your wallet.';

/** A refusal that becomes an answer. */
class Refused extends Error {
  constructor(
    readonly kind: 'invalid' | 'unavailable' | 'unknown',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Sends the purchase that a holder authorized, or answers the one under way. Only one runs at a time on a chain: see
 * `platform/edges/relays.ts`. A crash at any point is safe: what is sent is stored before.
 */
export async function sendPurchase(ctx: Ctx, order: RelayOrder): Promise<RelayOutcome> {
  try {
    return { txHash: await send(ctx, order) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.kind, message: error.message };
    if (!(error instanceof ChainUnreachable)) throw error;
    ctx.log.warn('chain_unreachable', { chain: order.chain_id, reason: error.message });
    return { refused: 'unavailable', message: NO_RELAY };
  }
}

async function send(ctx: Ctx, { chain_id, quoteId, wallet, authorization }: RelayOrder): Promise<string> {
  const quote = await findOwnQuote(ctx.db, quoteId, wallet);
  if (quote === null || quote.chain_id !== chain_id)
    throw new Refused('unknown', 'This quote was not found.');
  const live = await findLive(ctx.db, quoteId);
  if (live !== null) return live.tx_hash;
  const chain = chainOf(ctx, chain_id);
  const { relayer } = chain;
  if (relayer === null) throw new Refused('unavailable', NO_RELAY);
  if (Date.parse(quote.valid_until) - ctx.clock() < LATEST_MS) {
    throw new Refused('invalid', 'This price expires too soon to be paid. Please take a new one.');
  }
  const currency = chain.currencies.find(({ token }) => token === quote.token);
  if (!currency?.authorization || quote.contract !== chain.contract) {
    throw new Refused('invalid', `A payment in ${quote.currency} cannot be authorized by a signature.`);
  }
  const { sends, gas: gasToday } = await sentSince(ctx.db, chain_id, wallet, isoIn(ctx, -DAY_MS));
  if (sends >= SENDS_A_DAY) {
    throw new Refused('unavailable', `We send at most ${SENDS_A_DAY} payments a day for a wallet. ${ELSE}`);
  }
  const purchase = await prepared(relayer, quote, authorization);
  if (gasToday + Number(purchase.gas) > GAS_A_DAY) {
    ctx.log.warn('relay_gas_used_up', { chain: chain_id });
    throw new Refused('unavailable', NO_RELAY);
  }
  const state = await relayer.state();
  const worth = { gas: purchase.gas, premium_usd: quote.premium_usd };
  const feeCap = await feeCapOf(ctx, chain, worth);
  if (state.maxFee > feeCap) {
    throw new Refused('unavailable', `The network fee is too high for us to pay at the moment. ${ELSE}`);
  }
  if (state.balance < minimumOf(state)) {
    await checkRelay(ctx, chain);
    throw new Refused('unavailable', NO_RELAY);
  }
  const nonce = Math.max(state.nonce, await nextNonce(ctx.db, chain_id, relayer.account));
  const { maxFee, tip } = state;
  const { raw, txHash } = await relayer.sign({ nonce, ...purchase, maxFee, tip });
  const now = nowIso(ctx);
  try {
    await insertRelayed(ctx.db, {
      chain_id,
      sender: relayer.account,
      nonce,
      quote_id: quoteId,
      wallet,
      data: purchase.data,
      gas: Number(purchase.gas),
      valid_until: quote.valid_until,
      state: 'open',
      tx_hash: txHash,
      raw,
      is_empty: false,
      signed: JSON.stringify([{ txHash, isEmpty: false }]),
      max_fee: `${maxFee}`,
      tip: `${tip}`,
      fee_cap: `${feeCap}`,
      created_at: now,
      signed_at: now,
    });
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    const other = await findLive(ctx.db, quoteId);
    if (other === null) throw error;
    return other.tx_hash;
  }
  // It is stored, so whatever happens now, the next scheduled run sends it again.
  const taken = await ifReachable(relayer.broadcast(raw), () => false);
  if (!taken) ctx.log.warn('relay_not_taken', { chain: chain_id, nonce });
  return txHash;
}

const ELSE = 'You can send it from your wallet.';

const SENTENCES: Readonly<Record<string, string>> = {
  QuoteExpired: 'This price has expired. Please take the new one.',
  QuoteAlreadyUsed: 'This quote has already been paid.',
  IntakePaused: 'We are not taking payments at the moment. Please try again later.',
  TokenNotAccepted: 'This currency is no longer accepted. Please choose another one.',
};

const REFUSED =
  'The token would refuse this payment: the wallet may hold too little of it, or the signature is not the holder’s for this quote.';

async function prepared(relayer: Relayer, quote: QuoteRow, authorization: string) {
  try {
    return await relayer.prepare({ quote: soldQuote(quote), signature: quote.signature, authorization });
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    throw new Refused('invalid', SENTENCES[error.reason] ?? REFUSED);
  }
}

/** The most wei for each unit of gas that this purchase is worth to us. */
async function feeCapOf(ctx: Ctx, chain: Chain, { gas, premium_usd }: { gas: bigint; premium_usd: number }) {
  const { symbol, decimals } = chain.coin;
  const rate = (await ctx.rates.rates(chain))[symbol];
  if (!rate || 'refused' in rate) throw new Refused('unavailable', NO_RELAY);
  const cents = (BigInt(premium_usd) * 100n * FEE_SHARE_PERCENT) / 100n;
  const cap = usdToUnits(cents, rate.usd, decimals, 'down') / gas;
  return cap < FEE_CAP ? cap : FEE_CAP;
}

/** What the outcome means to an HTTP client. */
export function answerOf(outcome: RelayOutcome): { tx_hash: string } {
  if ('txHash' in outcome) return { tx_hash: outcome.txHash };
  const codes = { invalid: 'invalid', unavailable: 'relay_unavailable', unknown: 'not_found' } as const;
  throw new AppError(codes[outcome.refused], outcome.message);
}
