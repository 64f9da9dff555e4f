/** A proof of chosen fields of a policy that its holder shares by a link. */
import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';

export const MOST_SHARES = 20;
export const MOST_SHARE_DAYS = 366;

export const shareRequest = z.strictObject({
  fields: z
    .array(z.string().max(200))
    .min(1, 'Please choose at least one field.')
    .max(200)
    .refine((fields) => new Set(fields).size === fields.length, 'Please name each field only once.')
    .describe('Names of the fields to prove, as the policy’s whole proof has them'),
  days: z
    .number()
    .int()
    .min(1, 'A link can be open for 1 to 366 days.')
    .max(MOST_SHARE_DAYS, 'A link can be open for 1 to 366 days.')
    .describe('For how many days the link answers'),
});

export const shareAnswer = z.object({
  id: hash32.describe('Names the link to its owner; it does not open it'),
  token: z.string().describe('The end of the link, `/proof/{token}`'),
  fields: z.array(z.string()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type ShareAnswer = z.output<typeof shareAnswer>;

/** The answer to a link that is unknown, has expired or was revoked: the three look the same. */
export const NO_SHARE = 'There is nothing at this link. It may be incomplete, expired or revoked.';
