import { formatPremium, policyNumber, productReference, type Situation } from '#domain/policy/lifecycle.ts';
import { renewalProblem } from '#domain/policy/possible.ts';
import {
  type PolicyAnswer,
  type PolicyDetailAnswer,
  policyAnswer,
  policyDetailAnswer,
} from '#domain/policy/schema.ts';
import { situationOf } from '#domain/policy/situation.ts';

/** What a sample that says nothing of it is in, by what else it says. */
function situationIn(change: Partial<PolicyDetailAnswer>): Situation {
  const { status = 'active', in_force = true, replaced = false, refund, cancellation, withdrawal } = change;
  const isWithdrawn = withdrawal && withdrawal.state !== 'with_a_person';
  const owed = refund ? ('rejection' as const) : null;
  const ending = isWithdrawn ? 'withdrawal' : cancellation ? 'cancellation' : owed;
  return situationOf({ status, ending, replaced, isAhead: !in_force });
}

/** A policy as the API returns it: a home for a year by default. */
export function policy(change: Partial<PolicyAnswer> = {}): PolicyAnswer {
  const id = change.id ?? 1;
  const type = change.policy_type ?? 'home';
  return policyAnswer.parse({
    situation: situationIn(change),
    id,
    policy_number: policyNumber(id),
    product_reference: productReference(type, id),
    quote_id: `0x${'b'.repeat(64)}`,
    policy_type: type,
    status: 'active',
    in_force: true,
    premium: 1200,
    formatted_premium: formatPremium(1200, 365),
    amount: 500_000,
    formatted_coverage: '$500,000',
    deductible: 2500,
    formatted_deductible: '$2,500',
    policy_start_date: '2026-11-21',
    policy_end_date: '2027-11-21',
    cover_start_date: change.policy_start_date ?? '2026-11-21',
    travelers: [],
    wording_version: 'home-2',
    cover_from: '2026-11-21T10:00:00.000Z',
    cover_until: '2027-11-22T00:00:00.000Z',
    created_at: '2026-11-21T10:00:00.000Z',
    wallet_address: '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
    nickname: null,
    insured: change.name ?? '12 Quay Street, Bristol',
    name: '12 Quay Street, Bristol',
    detail_1: 'Townhouse',
    detail_2: 'Ada Holm',
    chain_id: 1337,
    tx_hash: `0x${'a'.repeat(64)}`,
    payment_currency: 'ETH',
    paid_amount: '600000000000000000',
    paid_decimals: 18,
    rate: '2000',
    replaced: false,
    refund: null,
    ...change,
  });
}

/** The same policy with everything its holder sees. */
export function policyDetail(change: Partial<PolicyDetailAnswer> = {}): PolicyDetailAnswer {
  const base = policy(change);
  return policyDetailAnswer.parse({
    ...base,
    contract: `0x${'1'.repeat(40)}`,
    payment_block: 16,
    enforced_by: 'contract',
    wording_accepted_at: '2026-11-21T09:58:00.000Z',
    needs: [],
    price_lines: [{ label: 'One year', cents: 120_000 }],
    details_hash: `0x${'d'.repeat(64)}`,
    email: 'ada@example.org',
    contact: { email: 'ada@example.org', telephone: '+1 555 010 4477' },
    beneficiary: null,
    details: { house_type: 'townhouse', year_built: 1990, property_owner_name: 'Ada Holm' },
    paid_out_usd: 0,
    paid_outside_usd: 0,
    cancellation: null,
    withdrawal: null,
    withdrawable_until: null,
    can_end_both: false,
    open_claims: [],
    replaces: null,
    replaced_by: null,
    holder_change: null,
    renewable_from: '2027-10-22',
    renewable:
      renewalProblem({
        product: base.policy_type,
        situation: base.situation,
        start_date: base.policy_start_date,
        end_date: base.policy_end_date,
        successor: null,
        now: Date.now(),
      }) === null,
    earlier_entries: false,
    timeline: [
      { at: '2026-11-21T10:00:00.000Z', kind: 'purchased', tx_hash: `0x${'a'.repeat(64)}` },
      { at: '2026-11-21T10:00:10.000Z', kind: 'activated', tx_hash: null },
    ],
    ...change,
  });
}
