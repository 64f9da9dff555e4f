import { chainIdOf } from '#domain/chains.ts';
import { formatUsd } from '#domain/money.ts';
import { formatPremium, policyNumber, productReference, statusAt } from '#domain/policy/lifecycle.ts';
import type { Standing } from '#domain/policy/renewal.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { detailLines, insuredThing } from '#domain/products/forms/facts.ts';
import { travelerNames } from '#domain/products/forms/travelers.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { KeyRing } from '#worker/platform/crypto/sealed.ts';
import type { Settings } from '#worker/platform/settings.ts';
import { type Facts, joinDetails } from '#worker/quotes/details.ts';
import { refundDue, situationAt, successorOf } from './cancellation.ts';
import { openField } from './private.ts';
import type { PolicyRow } from './repository.ts';

/** Everything that is insured, decrypted: it is sealed for whoever holds the policy now. */
export function insuredDetails(ring: KeyRing, { quote, policy }: PolicyRow): Promise<Facts> {
  return joinDetails(ring, { ...quote, wallet: policy.wallet });
}

/** What decides what its holder can do with a policy at `now` (milliseconds). */
export function standingOf(row: PolicyRow, now: number): Standing {
  const { product, start_date, end_date } = row.policy;
  const successor = successorOf(row);
  return {
    product,
    start_date,
    end_date,
    now,
    situation: situationAt(row, now),
    successor: successor && policyNumber(successor.id),
  };
}

/** What is to be refunded and by when, while the policy still stands. */
function refundOf({ policy, quote, owedAmount }: PolicyRow): PolicyAnswer['refund'] {
  const since = policy.refund_since;
  if (since === null) return null;
  return {
    amount: owedAmount ?? quote.amount,
    currency: quote.currency,
    decimals: quote.decimals,
    due_at: refundDue(since),
  };
}

/** A policy as its holder sees it at `now` (milliseconds). */
export async function presentPolicy(settings: Settings, row: PolicyRow, now: number): Promise<PolicyAnswer> {
  const { policy, quote } = row;
  const ring = settings.detailsKeys;
  const details = await insuredDetails(ring, row);
  const nickname = await openField(ring, 'nickname', row, policy);
  const insured = insuredThing(policy.product, details);
  const [first, second] = detailLines(policy.product, details);
  const status = statusAt(policy.status, policy.end_date, now);
  // Cover in the registry includes policies awaiting review; a refund's event or a withdrawal ends it.
  const covered =
    policy.withdrawn_at === null &&
    (status === 'active' || (status === 'pending' && row.paymentStatus === 'confirmed'));
  const begun = policy.cover_from !== null && Date.parse(policy.cover_from) <= now;
  return {
    ...policy,
    policy_number: policyNumber(policy.id),
    product_reference: productReference(policy.product, policy.id),
    policy_type: policy.product,
    status,
    situation: situationAt(row, now),
    in_force: covered && begun && now < Date.parse(policy.cover_until),
    premium: policy.premium_usd,
    formatted_premium: formatPremium(policy.premium_usd, quote.days),
    amount: policy.coverage_usd,
    formatted_coverage: formatUsd(policy.coverage_usd),
    deductible: quote.deductible_usd,
    formatted_deductible: formatUsd(quote.deductible_usd),
    policy_start_date: policy.start_date,
    policy_end_date: policy.end_date,
    travelers: travelerNames(policy.product, details),
    wording_version: quote.wording_version,
    wallet_address: shownWallet(settings, policy.wallet),
    nickname,
    insured,
    name: nickname ?? insured,
    detail_1: first,
    detail_2: second,
    chain_id: chainIdOf(policy.chain_id),
    tx_hash: row.tx_hash,
    payment_currency: quote.currency,
    paid_amount: quote.amount,
    paid_decimals: quote.decimals,
    rate: quote.rate,
    replaced: row.successor !== null,
    refund: refundOf(row),
  };
}
