/** The proof of chosen fields of a policy, which its holder shares as a file or a link. */
import * as z from 'zod';
import { chainIdField, hash32 } from '#domain/fields.ts';
import { detailsHashOf, type ProvenField } from '#domain/quote/details-hash.ts';
import { policyId } from './policy-id.ts';
import { registeredPolicy } from './schema.ts';

export const PROOF_FORMAT = 'mooring-details-1';
/** Far above what any policy has; bounds the work that a stranger's file causes. */
const MOST_FIELDS = 500;
const MOST_SIBLINGS = 16;

const provenField = z.object({
  name: z
    .string()
    .max(200)
    .regex(/^\w+(\.\w+)*$/)
    .describe('Such as year_built, price.0 or wording'),
  /** A detail, a line of the price, the accepted wording, or an empty list. */
  value: z.union([
    z.string().max(20_000),
    z.number(),
    z.strictObject({ label: z.string(), cents: z.number().int() }),
    z.strictObject({ version: z.string(), digest: hash32 }),
    z.array(z.string()).max(0),
  ]),
  salt: hash32.describe('32 random bytes of its own'),
  proof: z.array(hash32).max(MOST_SIBLINGS).describe('Its siblings in the Merkle tree, from the leaf up'),
});

export const detailsProof = z
  .object({
    format: z.literal(PROOF_FORMAT),
    quote_id: hash32,
    chain_id: chainIdField,
    block: z.number().int().nullable().describe('Of the payment, where no contract keeps a registry'),
    terms: registeredPolicy.shape.terms
      .omit({ details_hash: true })
      .describe('What hashes to quote_id, together with the root of the tree'),
    fields: z.array(provenField).min(1).max(MOST_FIELDS),
  })
  .refine(({ fields }) => new Set(fields.map(({ name }) => name)).size === fields.length, {
    path: ['fields'],
    message: 'A field may be named only once.',
  });
export type DetailsProof = z.output<typeof detailsProof>;
export type SharedField = DetailsProof['fields'][number];

/** What anyone with a holder's link gets: the proof of the chosen fields, and of no other. */
export const sharedProof = z.object({ proof: detailsProof, expires_at: z.iso.datetime() });
export type SharedProof = z.output<typeof sharedProof>;

/** Whether the registry id commits to this field of a proof. Any change of name, value, salt, siblings or terms makes it false. */
export function isCommitted({ quote_id, chain_id, terms }: DetailsProof, field: SharedField): boolean {
  try {
    const details_hash = detailsHashOf(field as ProvenField);
    return policyId(chain_id, { ...terms, details_hash }) === quote_id.toLowerCase();
  } catch {
    // Terms that no quote can have.
    return false;
  }
}
