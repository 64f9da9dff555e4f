import type { Hex } from 'viem';
import { type ChainRef, chainIdOf, chainRefOf } from '#domain/chains.ts';
import { parseDay } from '#domain/days.ts';
import { termsId } from '#domain/quote/terms-id.ts';
import { NATIVE_TOKEN, quoteId } from '#domain/quote/typed-data.ts';
import type { RegisteredPolicy } from './schema.ts';

export type PolicyTerms = RegisteredPolicy['terms'];

/**
 * The id of a policy, computed from its terms: the EIP-712 digest of its quote, or without a contract the hash of the terms.
 * Throws if the terms can't be a quote's.
 */
export function policyId(chain: ChainRef | number, terms: PolicyTerms): string {
  const { contract, holder, token, amount, product_code, coverage_usd, details_hash } = terms;
  const common = {
    startDay: parseDay(terms.start_date) ?? 0,
    endDay: parseDay(terms.end_date) ?? 0,
    validUntil: Math.floor(Date.parse(terms.valid_until) / 1000),
    detailsHash: details_hash.toLowerCase() as Hex,
  };
  const id = chainIdOf(chainRefOf(chain));
  if (typeof id === 'string') {
    return termsId(id, {
      ...common,
      recipient: contract,
      holder,
      amount: BigInt(amount),
      productCode: product_code,
      coverageUsd: coverage_usd,
    });
  }
  const address = (text: string) => text.toLowerCase() as Hex;
  return quoteId(id, address(contract), {
    ...common,
    holder: address(holder),
    token: token === null ? NATIVE_TOKEN : address(token),
    premium: BigInt(amount),
    product: product_code,
    cover: coverage_usd,
  });
}
