import type { Hex } from 'viem';
import { canonicalJson, committedFacts, detailsHash } from '../../../../domain/quote/details-hash.ts';
import type { CertificateData } from './data.ts';

/** What the holder needs to prove the insured details without us. */
export interface Proof {
  /** The insured facts as they were hashed. */
  insured: string;
  fileName: string;
  /** JSON with all inputs of the hash. */
  file: Uint8Array;
}

/**
 * Proof of the insured details. Throws if they don't match the quote's hash, because such a certificate
 * would prove nothing.
 */
export function proofOf({ policy, wording }: CertificateData): Proof {
  const insured = committedFacts({
    product: policy.policy_type,
    premiumUsd: policy.premium,
    coverageUsd: policy.amount,
    deductibleUsd: policy.deductible,
    lines: policy.price_lines,
    details: policy.details,
  });
  const hash = detailsHash(policy.details_salt as Hex, insured, wording);
  if (hash.toLowerCase() !== policy.details_hash.toLowerCase()) {
    throw new Error(`The details of ${policy.policy_number} do not hash to its quote's details hash`);
  }
  const content = {
    formula:
      'details_hash = keccak256(details_salt || keccak256(insured) || keccak256(wording)), each as UTF-8 JSON with sorted keys, without white space, text in Unicode NFC',
    quote_id: policy.quote_id,
    details_hash: policy.details_hash,
    details_salt: policy.details_salt,
    insured,
    wording,
  };
  return {
    insured: canonicalJson(insured),
    fileName: `mooring-${policy.policy_number}-details.json`,
    file: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
  };
}
