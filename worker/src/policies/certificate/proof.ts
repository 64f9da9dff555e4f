import type { Hex } from 'viem';
import { canonicalJson, detailsHash } from '../../../../domain/quote/details-hash.ts';
import type { CertificateData } from './data.ts';

/** What the holder needs to prove what was insured, without us. */
export interface Proof {
  /** The insured facts as they were hashed. */
  insured: string;
  fileName: string;
  /** JSON with everything that goes into the hash. */
  file: Uint8Array;
}

/**
 * The proof of the insured details. Throws when they do not hash to the quote's hash: a certificate that proves nothing
 * must not leave the house.
 */
export function proofOf({ policy, wording }: CertificateData): Proof {
  const insured = {
    insurance_type: policy.policy_type,
    premium_usd: policy.premium,
    details: policy.details,
  };
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
