import { formatUsd } from '../../../domain/money.ts';
import { formatPremium, policyNumber, productReference, statusAt } from '../../../domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '../../../domain/policy/schema.ts';
import { CAR_MAKES, COUNTRIES, HOUSE_TYPES, optionLabel } from '../../../domain/quote/options.ts';
import { PRODUCTS, type Product } from '../../../domain/quote/products.ts';
import { shownAddress } from '../platform/chain/address.ts';
import { chainRef } from '../platform/chain/reference.ts';
import type { KeyRing } from '../platform/crypto/sealed.ts';
import { type Facts, joinDetails, plainFacts } from '../quotes/details.ts';
import type { PolicyRow } from './repository.ts';

const text = (facts: Facts, field: string) => String(facts[field] ?? '');

/** customer.md §3: property type and owner; make and model, year; route, origin country. */
const DETAIL_LINES: Readonly<Record<Product, (facts: Facts) => [string, string]>> = {
  home: (facts) => [optionLabel(HOUSE_TYPES, text(facts, 'house_type')), text(facts, 'property_owner_name')],
  car: (facts) => [
    `${optionLabel(CAR_MAKES, text(facts, 'car_make'))} ${text(facts, 'car_model')}`,
    text(facts, 'car_year'),
  ],
  travel: (facts) => [
    `${text(facts, 'origin')} → ${text(facts, 'destination')}`,
    optionLabel(COUNTRIES, text(facts, 'passport_country')),
  ],
};

/** All insured details, decrypted. They are sealed for the policy's current holder. */
export function insuredDetails(ring: KeyRing, { quote, policy }: PolicyRow): Promise<Facts> {
  return joinDetails(ring, { ...quote, wallet: policy.wallet });
}

/** The facts for a list line. Only an itinerary needs decryption. */
function lineFacts(ring: KeyRing, row: PolicyRow): Facts | Promise<Facts> {
  return row.quote.product === 'travel' ? insuredDetails(ring, row) : plainFacts(row.quote.details);
}

/** A policy as its holder sees it at `now` (milliseconds). */
export async function presentPolicy(ring: KeyRing, row: PolicyRow, now: number): Promise<PolicyAnswer> {
  const { policy, quote } = row;
  const [first, second] = DETAIL_LINES[policy.product](await lineFacts(ring, row));
  const status = statusAt(policy.status, policy.endDate, now);
  // Cover in the registry includes policies awaiting review; only a refund's event ends it.
  const covered = status === 'active' || (status === 'pending' && row.paymentStatus === 'confirmed');
  const begun = policy.coverFrom !== null && Date.parse(policy.coverFrom) <= now;
  return {
    id: policy.id,
    policy_number: policyNumber(policy.id),
    product_reference: productReference(policy.product, policy.id),
    quote_id: policy.quoteId,
    policy_type: policy.product,
    status,
    in_force: covered && begun && now < Date.parse(policy.coverUntil),
    premium: policy.premiumUsd,
    formatted_premium: formatPremium(policy.premiumUsd, quote.days),
    amount: policy.coverageUsd,
    formatted_coverage: formatUsd(policy.coverageUsd),
    formatted_deductible: formatUsd(PRODUCTS[policy.product].deductible),
    policy_start_date: policy.startDate,
    policy_end_date: policy.endDate,
    cover_from: policy.coverFrom,
    cover_until: policy.coverUntil,
    created_at: policy.createdAt,
    wallet_address: shownAddress(policy.kind, policy.wallet),
    detail_1: first,
    detail_2: second,
    chain_id: chainRef(policy.chainId),
    tx_hash: row.txHash,
    payment_currency: quote.currency,
    paid_amount: quote.amount,
    paid_decimals: quote.decimals,
    rate: quote.rate,
  };
}
