/** What the guardian or the pauser stops on a contract, and why. */
import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';

/** Which of the contract's calls each is. */
const STOPS = ['veto', 'halt', 'lift'] as const;
export type Stop = (typeof STOPS)[number];

export const stopReason = z
  .string()
  .trim()
  .min(1, 'Please give a reason.')
  .max(500, 'Please keep the reason to 500 characters.');

/** Says at the desk why a transaction stopped something, or ended that. */
export const stopRequest = z.strictObject({
  action: z.enum(STOPS),
  transaction_hash: hash32,
  reason: stopReason,
  /** The policy of an announced payout that was vetoed. */
  quote_id: hash32.optional(),
});

/** A halt of payouts that is in effect. */
export const haltInEffect = z.object({
  network: z.string(),
  until: z.iso.datetime(),
  /** The wallet that halted them, and who at the desk said so. */
  wallet: z.string(),
  halted_by: z.string().nullable(),
  reason: z.string().nullable(),
});
