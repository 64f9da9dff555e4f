import * as z from 'zod';
import { hash32, uintString } from '../fields.ts';

/** A refund or payout prepared by the worker. A wallet with the contract's role sends it unchanged. */
export const readyTransaction = z.object({
  kind: z.literal('evm'),
  chain_id: z.number().int(),
  to: z.string(),
  data: z.string().regex(/^0x[0-9a-f]*$/i),
  value: uintString,
  /** Whole US dollars; null when neither a quote nor a rate gives a figure. */
  usd: z.number().int().nullable(),
  /** Base units of `currency`. */
  amount: uintString,
  currency: z.string(),
  /** USD per whole unit behind `amount`. */
  rate: z.string().nullable(),
  valid_until: z.iso.datetime(),
});
export type ReadyTransaction = z.output<typeof readyTransaction>;

/** `propose`: the payout is beyond the day's allowance and waits before it can be paid. */
export const PAYOUT_STEPS = ['pay', 'propose'] as const;
export type PayoutStep = (typeof PAYOUT_STEPS)[number];

/** The event that verified a refund or payout. */
export const settlement = z.object({
  tx_hash: hash32,
  quote_id: hash32,
  /** Base units, and for a claim its dollars and number. */
  amount: uintString,
  usd: z.number().int().nullable(),
  claim_number: z.number().int().nullable(),
  outcome: z.enum(['rejected', 'cancelled']).nullable(),
  at: z.iso.datetime(),
});
export type Settlement = z.output<typeof settlement>;
