import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { contactOf, type Details, type Fact, factsOf } from '#domain/products/forms/facts.ts';
import type { Wording } from '#domain/products/forms/form.ts';
import { ownFields, spreadTravelers } from '#domain/products/forms/travelers.ts';
import type { DetailsProof } from '#domain/registry/details-proof.ts';

/** Everything a certificate says. The same data always gives the same bytes. */
export interface CertificateData {
  /** The policy as its holder sees it, with the insured details decrypted. */
  policy: PolicyDetailAnswer;
  /** Every field that the registry id commits to, with salt and siblings. */
  proof: DetailsProof;
  /** The wording accepted with the quote, not necessarily the newest. */
  wording: Wording;
  /** Who insures, in a sentence. */
  insurer: string;
  chain_name: string;
  /** The site's origin. */
  site: string;
  /** Full URL of the public `/verify/{quote_id}`. */
  verify_url: string;
  /** ISO 8601 in UTC. */
  issued_at: string;
}

/** The name of the person who is insured, in whatever script it was given. */
export function holderName({ policy }: Pick<CertificateData, 'policy'>): string {
  return contactOf(policy.policy_type, detailsOf({ policy }), 'name');
}

/** The insured details, each under a name of its own. */
const detailsOf = ({ policy }: Pick<CertificateData, 'policy'>): Details => spreadTravelers(policy.details);

/** Whether a traveler has a page of their own, which shows their passport to nobody else. */
const areSeveral = ({ policy }: CertificateData) => policy.travelers.length > 1;

/**
 * The insured facts in form order, without name, phone number and email address, and without what is on a traveler's own page. Fields this version doesn't
 * know come last under their own names.
 */
export function insuredFacts(data: CertificateData): Fact[] {
  const facts = factsOf(data.policy.policy_type, detailsOf(data));
  const own = areSeveral(data)
    ? new Set(data.policy.travelers.flatMap(({ number }) => ownFields(number)))
    : null;
  return facts.filter(({ field, name }) => field?.contact === undefined && !own?.has(name));
}

/** A traveler's facts besides the name, for their own page. */
export function travelerFacts(data: CertificateData, number: number): Fact[] {
  const own = new Set(ownFields(number));
  return factsOf(data.policy.policy_type, detailsOf(data)).filter(
    ({ field, name }) => own.has(name) && field?.contact !== 'name',
  );
}

/** The pages of a policy with several travelers; none otherwise. */
export const travelerPages = (data: CertificateData): CertificateData['policy']['travelers'] =>
  areSeveral(data) ? data.policy.travelers : [];
