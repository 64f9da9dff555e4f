import * as z from 'zod';
import { hash32, uintString } from '#domain/fields.ts';

/** A transaction request of an EVM chain, ready to send. */
const evmCall = z.object({
  kind: z.literal('evm'),
  chain_id: z.number().int(),
  to: z.string(),
  data: z.string().regex(/^0x[0-9a-f]*$/i),
  value: uintString,
});

/** A keep-alive transfer from our recipient's account with a remark, in one batch. */
const substrateCall = z.object({
  kind: z.literal('substrate'),
  genesis_hash: hash32,
  /** Who is paid: SS58 with the chain's prefix. */
  recipient: z.string(),
  /** Base units. */
  amount: uintString,
  remark: z.string(),
});
/** A prepared transaction, with what else its answer says. */
export const readyCallWith = <More extends z.ZodRawShape>(more: More) =>
  z.discriminatedUnion('kind', [evmCall.extend(more), substrateCall.extend(more)]);
export type ReadyCall = z.output<typeof evmCall> | z.output<typeof substrateCall>;

const money = {
  /** Whole US dollars; null when neither a quote nor a rate gives a figure. */
  usd: z.number().int().nullable(),
  /** Base units of `currency`. */
  amount: uintString,
  currency: z.string(),
  /** USD per whole unit behind `amount`. */
  rate: z.string().nullable(),
  valid_until: z.iso.datetime(),
};

/** A refund or payout prepared by the worker, with what else its answer says. The role's wallet sends it unchanged. */
export const readyTransactionWith = <More extends z.ZodRawShape>(more: More) =>
  readyCallWith({ ...money, ...more });
export type ReadyTransaction = ReadyCall & z.output<z.ZodObject<typeof money>>;

/** `call_data`: it is to be carried out elsewhere, such as with a multisig's tool, so no time limits it. */
export const handOutRequest = z.strictObject({ call_data: z.boolean().default(false) });

/** `not_signed`: the administrator confirms that nobody has signed or submitted what is discarded. */
export const discardQuery = z.object({ not_signed: z.enum(['true', 'false']).default('false') });

/** `announce`: the payout is beyond the day's allowance and waits before it can be paid. */
export const PAYOUT_STEPS = ['pay', 'announce'] as const;
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
