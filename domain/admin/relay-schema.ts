import * as z from 'zod';
import { uintString } from '#domain/fields.ts';

/** The account that sends purchases for customers without coins, as it was seen last, and its last 24 hours. */
export const relayAccount = z.object({
  chain_id: z.number().int(),
  account: z.string(),
  /** Base units of the chain's coin, and the least with which purchases are offered. */
  balance: uintString,
  minimum: uintString,
  offered: z.boolean(),
  checked_at: z.iso.datetime(),
  purchases: z.number().int(),
  /** Gas that those may use, and the most of a day. */
  gas: z.number().int(),
  gas_a_day: z.number().int(),
  /** Network fees of what ended, in millionths of a US dollar. */
  fees_usd_micros: z.number().int(),
});
export type RelayAccount = z.output<typeof relayAccount>;
