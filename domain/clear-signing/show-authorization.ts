import { formatUsDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import type { ChainQuote } from '#domain/quote/typed-data.ts';
import { address, amount, date, raw, type Sentence } from './format.ts';
import { CALLS, ENUMS } from './sentences.ts';
import { type Coin, type Shown, show } from './show.ts';

/**
 * An EIP-3009 authorization belongs to its token, and the token's issuer describes it for wallets. So this sentence is
 * ours alone, and none of our descriptors has it.
 */
const AUTHORIZATION: Sentence = {
  intent: 'Let the contract take the premium',
  interpolatedIntent: 'Let the contract take {value} once, with the nonce {nonce}',
  fields: [
    amount('value', 'Amount', 'token'),
    raw('nonce', 'Nonce'),
    address('from', 'From'),
    address('to', 'To'),
    date('validBefore', 'Valid before'),
  ],
  compare: ['value', 'nonce'],
};

export interface ShownAuthorization {
  shown: Shown;
  /** What it buys. */
  note: string;
  /** The transaction that uses it, where the wallet sends that too. */
  purchase: Shown;
}

/** What the holder signs to pay for a quote, and what no wallet can say of it: what it buys. */
export function showAuthorization(
  quote: ChainQuote,
  { quoteId, contract, coins }: { quoteId: string; contract: string; coins: readonly Coin[] },
): ShownAuthorization {
  const { holder, token, premium, product, cover, startDay, endDay, validUntil } = quote;
  const message = {
    token,
    value: premium,
    nonce: quoteId,
    from: holder,
    to: contract,
    validBefore: BigInt(validUntil) + 1n,
  };
  return {
    shown: show(AUTHORIZATION, message, coins),
    purchase: show(CALLS.purchaseWithAuthorization, { quote }, coins),
    note: `It buys ${ENUMS.product[product] ?? 'this'} insurance from ${formatUsDay(startDay)} to ${formatUsDay(endDay)}, cover ${formatUsd(cover)}. A wallet shows no insurance here, because this is the token’s own message: the nonce is the registry id.`,
  };
}
