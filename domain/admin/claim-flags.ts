/** What of a claim deserves a second look. */
import * as z from 'zod';

export const CLAIM_FLAGS = [
  'several_claims',
  'soon_after_start',
  'near_cover',
  'document_seen_before',
  'holder_changed',
  'holder_differs',
  'cover_changed',
  'insured_twice',
  'payout_vetoed',
  'one_person',
  'customer_deactivated',
] as const;

/** Those of them that a list can be filtered by. */
export const LISTED_FLAGS = [
  ...(['several_claims', 'soon_after_start', 'document_seen_before'] as const),
  ...(['holder_differs', 'payout_vetoed', 'customer_deactivated'] as const),
] as const satisfies readonly (typeof CLAIM_FLAGS)[number][];
export type ListedFlag = (typeof LISTED_FLAGS)[number];
/** A claim about an incident so soon after the start of cover deserves a second look, in days. */
export const SOON_DAYS = 14;

export const claimFlag = z.object({
  kind: z.enum(CLAIM_FLAGS),
  reason: z.string(),
  /** The records that it is about, as paths of the desk. */
  links: z.array(z.object({ label: z.string(), link: z.string() })),
});
export type ClaimFlag = z.output<typeof claimFlag>;
