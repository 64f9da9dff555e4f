import * as z from 'zod';
import { hash32 } from '../fields.ts';

export const healthAnswer = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'down']),
  chains: z.array(
    z.object({
      chain_id: z.union([z.number().int(), hash32]),
      /** Number of the newest block, or null when the chain cannot be reached. */
      head: z.number().int().nullable(),
      /** Blocks between the head and the last one whose events were read, or null when unknown. */
      lag: z.number().int().nullable(),
      /** Last block whose events were read a second time by the sweep over all of history, or null when unknown. */
      swept_to: z.number().int().nullable(),
      /** When that was. A sweep takes at most 7 days. */
      swept_at: z.iso.datetime().nullable(),
      /** Whether we send purchases for customers without coins; null where we never do. */
      relay: z.enum(['ok', 'balance_low']).nullable(),
    }),
  ),
  /** When this was measured. The answer is cached for a few seconds. */
  as_of: z.iso.datetime(),
});
export type HealthAnswer = z.output<typeof healthAnswer>;

export const configAnswer = z.object({
  environment: z.string(),
  chains: z.array(
    z.object({
      chain_id: z.number().int(),
      key: z.string(),
      name: z.string(),
      /** The contract that sells now. */
      contract: z.string(),
      /** All contracts of this deployment on the chain, newest first. Older policies stay on theirs. */
      contracts: z.array(z.string()),
      confirmations: z.number().int(),
      currencies: z.array(
        z.object({
          symbol: z.string(),
          decimals: z.number().int(),
          token: z.string().nullable(),
          /** Whether a signed authorization (EIP-3009) can pay, and whether we send it and pay the network fee. */
          authorization: z.object({ relay: z.boolean() }).nullable(),
        }),
      ),
    }),
  ),
  substrate: z
    .object({ genesis_hash: hash32, recipient: z.string(), symbol: z.string(), decimals: z.number().int() })
    .nullable(),
  demo: z.object({ admin_email: z.string(), admin_password: z.string() }).nullable(),
});
export type ConfigAnswer = z.output<typeof configAnswer>;
