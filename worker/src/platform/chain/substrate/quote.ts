/** Quotes: what a wallet is asked to pay, and the ids by which payments name them. */

import * as z from 'zod';
import { dayOf } from '#domain/days.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { termsId } from '#domain/quote/terms-id.ts';
import { substrateAddress } from '#domain/ss58.ts';
import type { Purchase } from '#worker/platform/chain/chain.ts';
import type { SubstrateConfig } from '#worker/platform/chain/config.ts';
import type { QuoteTerms, SignedQuote, SoldQuote } from '#worker/platform/chain/terms.ts';
import { NO_PRODUCT } from './payments.ts';

/** The quote's id and the payment. There is no contract to check our signature. */
export function prepareQuote(config: SubstrateConfig, terms: QuoteTerms): SignedQuote {
  const { product, amount } = terms;
  const { genesis_hash: genesis, recipient } = config;
  const quoteId = termsId(genesis, { ...terms, recipient, productCode: PRODUCTS[product].code });
  return {
    quoteId,
    signature: '',
    payment: {
      kind: 'substrate',
      genesis_hash: genesis,
      recipient: substrateAddress(recipient, config.ss58_prefix),
      amount: amount.toString(),
      remark: quoteId,
    },
    authorization: null,
  };
}

/** A payment that bought no quote is its own, and its details are its id. */
export const quoteIdOf = (genesis: string, sold: SoldQuote): string =>
  sold.productCode === NO_PRODUCT
    ? sold.detailsHash
    : termsId(genesis, { ...sold, recipient: sold.contract });

const evidenceShape = z.object({
  quoteId: z.string(),
  contract: z.string(),
  holder: z.string(),
  amount: z.string().transform(BigInt),
  time: z.number().int(),
});

/** Who paid how much, so that it can be paid back. */
export function evidenceOf({ quote_id, contract, holder, amount, block }: Purchase): string {
  return JSON.stringify({ quoteId: quote_id, contract, holder, amount: amount.toString(), time: block.time });
}

export function quoteInEvidence(evidence: string, quoteId: string): SoldQuote | null {
  const found = parsed(evidence);
  if (found?.quoteId !== quoteId) return null;
  const { contract, holder, amount, time } = found;
  const day = dayOf(time * 1000);
  return {
    contract,
    holder,
    token: null,
    amount,
    productCode: NO_PRODUCT,
    coverageUsd: 0,
    startDay: day,
    endDay: day,
    validUntil: time,
    detailsHash: quoteId,
  };
}

function parsed(evidence: string) {
  try {
    return evidenceShape.safeParse(JSON.parse(evidence)).data ?? null;
  } catch {
    // Another chain's evidence isn't JSON.
    return null;
  }
}
