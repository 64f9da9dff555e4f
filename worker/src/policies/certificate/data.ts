import type { PolicyDetailAnswer } from '../../../../domain/policy/schema.ts';
import { contactOf, type Fact, factsOf } from '../../../../domain/products/forms/facts.ts';
import type { Wording } from '../../../../domain/products/forms/form.ts';
import type { DetailsProof } from '../../../../domain/registry/details-proof.ts';

/** Everything a certificate says. The same data always gives the same bytes. */
export interface CertificateData {
  /** The policy as its holder sees it, with the insured details decrypted. */
  policy: PolicyDetailAnswer;
  /** Every field that the policy's id commits to, with salt and siblings. */
  proof: DetailsProof;
  /** The wording accepted with the quote, not necessarily the newest. */
  wording: Wording;
  /** Who insures, in a sentence. */
  insurer: string;
  chain_name: string;
  /** Full URL of the public `/verify/{quote_id}`. */
  verify_url: string;
  /** ISO 8601 in UTC. */
  issued_at: string;
}

/** The name of the person who is insured, in whatever script it was given. */
export function holderName({ policy }: Pick<CertificateData, 'policy'>): string {
  return contactOf(policy.policy_type, policy.details, 'name');
}

/**
 * The insured facts in form order, without name, phone number and email address. Fields this version doesn't know come last
 * under their own names.
 */
export function insuredFacts({ policy }: CertificateData): Fact[] {
  return factsOf(policy.policy_type, policy.details).filter(({ field }) => field?.contact === undefined);
}
