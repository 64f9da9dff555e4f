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
import { refundDue, successorOf } from './cancellation.ts';
import { openField } from './private.ts';
import type { PolicyRow } from './repository.ts';

/** States that a refund would end. */
const STANDING: readonly PolicyRow['policy']['status'][] = ['pending', 'active'];

/** Everything that is insured, decrypted: it is sealed for whoever holds the policy now. */
export function insuredDetails(ring: KeyRing, { quote, policy }: PolicyRow): Promise<Facts> {
  return joinDetails(ring, { ...quote, wallet: policy.wallet });
}

/** What decides what its holder can do with a policy at `now` (milliseconds). */
export function standingOf(row: PolicyRow, isCanceling: boolean, now: number): Standing {
  const { product, status, startDate, endDate, withdrawnAt } = row.policy;
  const successor = successorOf(row);
  return {
    product,
    startDate,
    endDate,
    isCanceling,
    now,
    status: statusAt(status, endDate, now),
    isWithdrawn: withdrawnAt !== null,
    successor: successor && policyNumber(successor.id),
  };
}

/** What is to be refunded and by when, while the policy still stands. */
function refundOf({ policy, quote, askedAmount, askedAt }: PolicyRow): PolicyAnswer['refund'] {
  const since = policy.declinedAt ?? askedAt;
  if (since === null || !STANDING.includes(policy.status)) return null;
  return {
    // A rejection gives back the whole premium, whatever was asked for before it.
    amount: policy.declinedAt === null ? (askedAmount ?? quote.amount) : quote.amount,
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
  const status = statusAt(policy.status, policy.endDate, now);
  // Cover in the registry includes policies awaiting review; a refund's event or a withdrawal ends it.
  const covered =
    policy.withdrawnAt === null &&
    (status === 'active' || (status === 'pending' && row.paymentStatus === 'confirmed'));
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
    deductible: quote.deductibleUsd,
    formatted_deductible: formatUsd(quote.deductibleUsd),
    policy_start_date: policy.startDate,
    policy_end_date: policy.endDate,
    cover_start_date: policy.coverStartDate,
    travelers: travelerNames(policy.product, details),
    wording_version: quote.wordingVersion,
    cover_from: policy.coverFrom,
    cover_until: policy.coverUntil,
    created_at: policy.createdAt,
    wallet_address: shownWallet(settings, policy.wallet),
    nickname,
    insured,
    name: nickname ?? insured,
    detail_1: first,
    detail_2: second,
    chain_id: chainIdOf(policy.chainId),
    tx_hash: row.txHash,
    payment_currency: quote.currency,
    paid_amount: quote.amount,
    paid_decimals: quote.decimals,
    rate: quote.rate,
    replaced: row.successor !== null,
    refund: refundOf(row),
  };
}
