import type { Hex } from 'viem';
import { FORMS } from '#domain/products/forms/index.ts';
import { commitTo, committedFields } from '#domain/quote/details-hash.ts';
import { type DetailsProof, detailsProof, PROOF_FORMAT } from '#domain/registry/details-proof.ts';
import { type PolicyTerms, policyId } from '#domain/registry/policy-id.ts';

const PROVEN_DETAILS = {
  house_type: 'townhouse',
  year_built: 1998,
  house_address: '12 Quay Street, Bristol',
  property_owner_name: 'Ada Lovelace',
  property_owner_telephone: '+44 20 7946 0018',
  property_owner_email: 'ada@example.com',
};

interface Sold {
  chainId?: number | string;
  block?: number | null;
  terms?: Partial<PolicyTerms>;
  details?: Record<string, unknown>;
}

/** The whole proof of a home policy, as the API answers it; its id follows from terms and details. */
export function sampleProof({
  chainId = 1337,
  block = null,
  terms = {},
  details = PROVEN_DETAILS,
}: Sold = {}): DetailsProof {
  const committed = committedFields({
    start_date: '2026-11-21',
    product: 'home',
    premium_usd: 1200,
    coverage_usd: 500_000,
    deductible_usd: 2500,
    lines: [{ label: 'One year', cents: 120_000 }],
    details,
    wording: FORMS.home.wording,
  });
  const { detailsHash, fields } = commitTo(
    committed.map((field, index) => ({
      ...field,
      salt: `0x${(index + 160).toString(16).repeat(32)}` as Hex,
    })),
  );
  const sold = {
    contract: `0x${'1'.repeat(40)}`,
    holder: `0x${'9'.repeat(40)}`,
    token: null,
    amount: '600000000000000000',
    product_code: 1,
    coverage_usd: 500_000,
    start_date: '2026-12-01',
    end_date: '2027-12-01',
    valid_until: '2026-11-21T12:30:00.000Z',
    ...terms,
  };
  return detailsProof.parse({
    format: PROOF_FORMAT,
    quote_id: policyId(chainId, { ...sold, details_hash: detailsHash }),
    chain_id: chainId,
    block,
    terms: sold,
    fields,
  });
}

/** The proof of some of its fields. */
export const partOf = (proof: DetailsProof, ...names: string[]): DetailsProof => ({
  ...proof,
  fields: proof.fields.filter(({ name }) => names.includes(name)),
});

/** The proof with one field changed. */
export const withField = (
  proof: DetailsProof,
  name: string,
  change: Partial<DetailsProof['fields'][number]>,
): DetailsProof => ({
  ...proof,
  fields: proof.fields.map((field) => (field.name === name ? { ...field, ...change } : field)),
});
