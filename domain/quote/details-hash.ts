import { concat, type Hex, keccak256, stringToBytes } from 'viem';

/** JSON with sorted keys, no white space and text in Unicode NFC, so that the same facts always give the same bytes. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'));
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** What a quote's details hash commits to, besides the wording. Amounts are whole US dollars; lines are in cents. */
export const committedFacts = (sold: {
  product: string;
  premiumUsd: number;
  coverageUsd: number;
  deductibleUsd: number;
  lines: readonly unknown[];
  details: unknown;
}) => ({
  insurance_type: sold.product,
  premium_usd: sold.premiumUsd,
  coverage_usd: sold.coverageUsd,
  deductible_usd: sold.deductibleUsd,
  price_lines: sold.lines,
  details: sold.details,
});

/**
 * keccak256(salt ‖ keccak256(canonical details) ‖ keccak256(canonical wording)). With the salt from the certificate the
 * holder can prove what was insured. Without it nobody can test a guess.
 * @param salt 32 random bytes
 */
export function detailsHash(salt: Hex, insured: unknown, wording: unknown): Hex {
  const part = (value: unknown) => keccak256(stringToBytes(canonicalJson(value)));
  return keccak256(concat([salt, part(insured), part(wording)]));
}
