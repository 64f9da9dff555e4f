import * as z from 'zod';
import { OTHER_METHODS } from '../claims/schema.ts';
import { hash32, uintString } from '../fields.ts';

/** The insurer's figures from the chain: the pool, the cover in force and the claims paid. */
export const registrySummary = z.object({
  chains: z.array(
    z.object({
      chain_id: z.number().int(),
      contract: z.string(),
      /** Block that the pool was read at. */
      block: z.number().int(),
      pool: z.array(
        z.object({
          symbol: z.string(),
          decimals: z.number().int(),
          amount: uintString,
          usd: z.number().int().nullable(),
        }),
      ),
    }),
  ),
  /** Whole US dollars. */
  pool_usd: z.number().int(),
  cover_in_force_usd: z.number().int(),
  claims_paid_usd: z.number().int(),
  policies_in_force: z.number().int(),
  as_of: z.iso.datetime(),
});
export type RegistrySummary = z.output<typeof registrySummary>;

/** A claim that was paid outside the chain, so that anyone can count it with what the chain shows. */
export const otherPayment = z.object({
  /** `CLM-007`. */
  claim_number: z.string(),
  quote_id: hash32,
  /** Whole US dollars. */
  usd: z.number().int(),
  method: z.enum(OTHER_METHODS),
  paid_at: z.iso.datetime(),
});
export type OtherPayment = z.output<typeof otherPayment>;
