import type { Hex } from 'viem';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { tariffRow } from '#domain/products/choice.ts';
import type { Details } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { listTravelers, travelerNames } from '#domain/products/forms/travelers.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { commitTo, committedFields } from '#domain/quote/details-hash.ts';
import { detailsProof, PROOF_FORMAT } from '#domain/registry/details-proof.ts';
import { policyId } from '#domain/registry/policy-id.ts';
import type { CertificateData } from './data.ts';

const saltAt = (index: number): Hex => `0x${(0x3c5e + index).toString(16).padStart(64, '7')}`;

/** A certificate's data for tests with a matching details hash; `changes` replaces single facts. */
export function sample(
  product: ProductKey,
  changes: Partial<Record<string, string | number>> = {},
  policy: Partial<PolicyDetailAnswer> = {},
): CertificateData {
  const details = { ...SAMPLES[product], ...changes } as Details;
  const wording = FORMS[product].wording;
  const { coverage, deductible } = PRODUCTS[product].defaultChoice;
  const premium = policy.premium ?? tariffRow(product, PRODUCTS[product].defaultChoice)?.basePerYear ?? 0;
  const lines = [{ label: 'One year', cents: premium * 100 }];
  const committed = committedFields({
    product,
    start_date: policy.policy_start_date ?? '2026-11-21',
    premium_usd: premium,
    coverage_usd: policy.amount ?? coverage,
    deductible_usd: deductible,
    lines,
    details,
    wording,
  });
  const { detailsHash, fields } = commitTo(
    committed.map((field, index) => ({ ...field, salt: saltAt(index) })),
  );
  const chainId = policy.chain_id ?? 1337;
  const terms = {
    contract: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    holder: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    token: null,
    amount: '600000000000000000',
    product_code: PRODUCTS[product].code,
    coverage_usd: policy.amount ?? coverage,
    start_date: '2026-11-21',
    end_date: '2027-11-21',
    valid_until: '2026-11-21T10:32:11.000Z',
  };
  const quoteId = policyId(chainId, { ...terms, details_hash: detailsHash });
  return {
    policy: {
      id: 7,
      policy_number: 'POL-007',
      product_reference: `${PRODUCTS[product].initial}I-7`,
      quote_id: quoteId,
      policy_type: product,
      status: 'active',
      situation: 'in_force',
      in_force: true,
      premium,
      formatted_premium: `$${premium.toLocaleString('en-US')}/year`,
      amount: coverage,
      deductible,
      formatted_coverage: `$${coverage.toLocaleString('en-US')}`,
      formatted_deductible: `$${deductible.toLocaleString('en-US')}`,
      policy_start_date: '2026-11-21',
      policy_end_date: '2027-11-21',
      cover_start_date: '2026-11-21',
      travelers: travelerNames(product, details),
      cover_from: '2026-11-21T10:05:30.000Z',
      cover_until: '2027-11-22T00:00:00.000Z',
      created_at: '2026-11-21T10:05:42.000Z',
      wallet_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      nickname: null,
      insured: '12 Quay Street, Bristol',
      name: '12 Quay Street, Bristol',
      detail_1: 'Single Family',
      detail_2: 'Ada Lovelace',
      chain_id: 1337,
      tx_hash: '0x9be1d4a6c07f3528e1b90d7c46fa8e23517bd09c4fe6a18230d5c7b94e6f1a80',
      payment_currency: 'ETH',
      paid_amount: '600000000000000000',
      paid_decimals: 18,
      rate: '2000',
      replaced: false,
      refund: null,
      payment_block: 1204,
      enforced_by: 'contract',
      contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      price_lines: lines,
      needs: [],
      wording_version: wording.version,
      details_hash: detailsHash,
      wording_accepted_at: '2026-11-21T10:02:11.000Z',
      email: 'ada@example.com',
      contact: { email: 'ada@example.com', telephone: SAMPLES.home.property_owner_telephone },
      beneficiary: null,
      details: listTravelers(details),
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
      renewable: false,
      timeline: [],
      earlier_entries: false,
      ...policy,
    },
    proof: detailsProof.parse({
      format: PROOF_FORMAT,
      quote_id: quoteId,
      chain_id: chainId,
      block: null,
      terms,
      fields,
    }),
    wording,
    insurer: 'This deployment is not run by a licensed insurer.',
    chain_name: 'Ganache Local',
    site: 'https://mooring.example',
    verify_url: `https://mooring.example/verify/${quoteId}`,
    issued_at: '2026-11-21T10:06:00.000Z',
  };
}
