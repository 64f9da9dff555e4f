import type { CertificateData } from './data.ts';

const FORMULA =
  'leaf = keccak256(keccak256(abi.encode(name, canonical JSON of value, salt))) with types string, string, bytes32; canonical JSON has sorted keys, no white space and text in Unicode NFC; a leaf and its siblings, each pair hashed by keccak256 with the smaller first, lead to the details hash; terms and details hash give quote_id';

/**
 * What the holder needs to prove the insured details without us, as JSON: the whole proof, which the verify page reads, with
 * the text of the wording.
 */
export function proofFile({ policy, proof, wording }: CertificateData): { name: string; bytes: Uint8Array } {
  const content = { formula: FORMULA, details_hash: policy.details_hash, ...proof, wording };
  return {
    name: `mooring-${policy.policy_number}-details.json`,
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
  };
}
