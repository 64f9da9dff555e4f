import * as z from 'zod';
import { hash32, objectOrNull, objects } from '#domain/fields.ts';

export const healthAnswer = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'down']),
  chains: objects({
    chain_id: z.union([z.number().int(), hash32]),
    /** Number of the newest block, or null when the chain cannot be reached. */
    head: z.number().int().nullable(),
    /** Blocks between the head and the last one whose events were read, or null when unknown. */
    lag: z.number().int().nullable(),
    /** When events were last read up to the newest block of that moment, or null before the first time. */
    scanned_at: z.iso.datetime().nullable(),
    /** Time of the last block whose events were read: with a lag, the chain is behind since then. */
    read_until: z.iso.datetime().nullable(),
    /** Last block whose events were read a second time by the sweep over all of history, or null when unknown. */
    swept_to: z.number().int().nullable(),
    /** When that was. A sweep takes at most 7 days. */
    swept_at: z.iso.datetime().nullable(),
    /** Whether we send purchases for customers without coins; null where we never do. */
    relay: z.enum(['ok', 'balance_low']).nullable(),
    /** Since when the oldest purchase that we sent waits for its block; null when none does. */
    relay_waiting_since: z.iso.datetime().nullable(),
  }),
  jobs: z.object({
    /** When a scheduled run last came to its end; null before the first. One starts every minute. */
    finished_at: z.iso.datetime().nullable(),
    /** The last UTC day whose daily jobs are all done. */
    daily_done: z.iso.date().nullable(),
    /** Jobs that failed in that run, and since when they have failed in each. A chain's job ends with its id. */
    failing: z.array(z.object({ job: z.string(), since: z.iso.datetime() })),
  }),
  /** What is sent out, by channel: email, webhook, push. */
  queues: objects({
    channel: z.string(),
    /** When the oldest entry was written that no attempt was made for. */
    waiting_since: z.iso.datetime().nullable(),
    /** When the oldest entry was written of those that failed and will be tried again. */
    retrying_since: z.iso.datetime().nullable(),
    /** When an entry last failed for good. */
    failed_at: z.iso.datetime().nullable(),
  }),
  audit_log: z.object({
    /** When the oldest line was written that has no seal yet. */
    unsealed_since: z.iso.datetime().nullable(),
  }),
  /** When this was measured. The answer is cached for a few seconds. */
  as_of: z.iso.datetime(),
});
export type HealthAnswer = z.output<typeof healthAnswer>;

export const configAnswer = z.object({
  environment: z.string(),
  chains: objects({
    chain_id: z.number().int(),
    key: z.string(),
    name: z.string(),
    /** The contract that sells now. */
    contract: z.string(),
    /** All contracts of this deployment on the chain, newest first. Older policies stay on theirs. */
    contracts: z.array(z.string()),
    confirmations: z.number().int(),
    currencies: objects({
      symbol: z.string(),
      decimals: z.number().int(),
      token: z.string().nullable(),
      /** Whether a signed authorization (EIP-3009) can pay, and whether we send it and pay the network fee. */
      authorization: z.object({ relay: z.boolean() }).nullable(),
    }),
  }),
  substrate: objectOrNull({
    genesis_hash: hash32,
    recipient: z.string(),
    symbol: z.string(),
    decimals: z.number().int(),
  }),
  demo: z.object({ admin_email: z.string(), admin_password: z.string() }).nullable(),
});
export type ConfigAnswer = z.output<typeof configAnswer>;
