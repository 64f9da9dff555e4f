import type { Hex } from 'viem';
import type { PolicyDetailAnswer } from '../../../../domain/policy/schema.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import { SAMPLES } from '../../../../domain/products/forms/samples.ts';
import { PRODUCTS, type ProductKey } from '../../../../domain/products/index.ts';
import { committedFacts, detailsHash } from '../../../../domain/quote/details-hash.ts';
import type { CertificateData } from './data.ts';

const QUOTE_ID = '0x7f1c9b3ae05d2846c1f07a9e3b5d8c62f4a1e0937bd6528c4fe19a03d7b6c258';
const SALT: Hex = '0x3c5e7091b2d4f6a8193b5d7f90a2c4e60718293a4b5c6d7e8f90a1b2c3d4e5f6';

/** A certificate's data for tests with a matching details hash; `changes` replaces single facts. */
export function sample(
  product: ProductKey,
  changes: Partial<Record<string, string | number>> = {},
  policy: Partial<PolicyDetailAnswer> = {},
): CertificateData {
  const details = { ...SAMPLES[product], ...changes } as PolicyDetailAnswer['details'];
  const wording = FORMS[product].wording;
  const { coverage, deductible } = PRODUCTS[product].defaultChoice;
  const premium = policy.premium ?? { home: 1200, car: 960, travel: 300 }[product];
  const lines = [{ label: 'One year', cents: premium * 100 }];
  const insured = committedFacts({
    product,
    premiumUsd: premium,
    coverageUsd: coverage,
    deductibleUsd: deductible,
    lines,
    details,
  });
  return {
    policy: {
      id: 7,
      policy_number: 'POL-007',
      product_reference: `${PRODUCTS[product].initial}I-7`,
      quote_id: QUOTE_ID,
      policy_type: product,
      status: 'active',
      in_force: true,
      premium,
      formatted_premium: `$${premium.toLocaleString('en-US')}/year`,
      amount: coverage,
      deductible,
      formatted_coverage: `$${coverage.toLocaleString('en-US')}`,
      formatted_deductible: `$${deductible.toLocaleString('en-US')}`,
      policy_start_date: '2026-11-21',
      policy_end_date: '2027-11-21',
      cover_from: '2026-11-21T10:05:30.000Z',
      cover_until: '2027-11-22T00:00:00.000Z',
      created_at: '2026-11-21T10:05:42.000Z',
      wallet_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      nickname: null,
      name: '12 Quay Street, Bristol',
      detail_1: 'Single Family',
      detail_2: 'Ada Lovelace',
      chain_id: 1337,
      tx_hash: '0x9be1d4a6c07f3528e1b90d7c46fa8e23517bd09c4fe6a18230d5c7b94e6f1a80',
      payment_currency: 'ETH',
      paid_amount: '600000000000000000',
      paid_decimals: 18,
      rate: '2000',
      refund: null,
      payment_block: 1204,
      enforced_by: 'contract',
      contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      price_lines: lines,
      needs: [],
      wording_version: wording.version,
      details_hash: detailsHash(SALT, insured, wording),
      details_salt: SALT,
      wording_accepted_at: '2026-11-21T10:02:11.000Z',
      email: 'ada@example.com',
      contact: { email: 'ada@example.com', telephone: SAMPLES.home.property_owner_telephone },
      beneficiary: null,
      details,
      paid_out_usd: 0,
      paid_outside_usd: 0,
      cancellation: null,
      holder_change: null,
      renewable_from: '2027-10-22',
      timeline: [],
      earlier_entries: false,
      ...policy,
    },
    wording,
    insurer: 'This deployment is not run by a licensed insurer.',
    chain_name: 'Ganache Local',
    verify_url: `https://mooring.example/verify/${QUOTE_ID}`,
    issued_at: '2026-11-21T10:06:00.000Z',
  };
}
