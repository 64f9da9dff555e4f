import * as z from 'zod';
import { fewestConfirmations } from '../../../../domain/chains.ts';

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((value) => value.toLowerCase() as `0x${string}`);

const currency = z.strictObject({
  symbol: z.string().min(1).max(12),
  decimals: z.number().int().min(0).max(30),
  /** ERC-20 contract, or null for the native coin. */
  token: address.nullable(),
  /** AggregatorV3 feed of USD per whole unit, required for RATE_SOURCE=chainlink. */
  feed: address.nullable(),
  /** Longest time between two feed answers, in seconds. */
  heartbeat_seconds: z.number().int().positive(),
  /** Whether the token supports EIP-2612 permit. */
  permit: z.boolean(),
});

const chain = z.strictObject({
  chain_id: z.number().int().positive(),
  key: z.string().min(1),
  name: z.string().min(1),
  rpc_url: z.url(),
  contract: address,
  /** Block that created the contract. */
  start_block: z.number().int().nonnegative(),
  /** Earlier contracts of this deployment, newest first: their policies stay on them. */
  earlier_contracts: z
    .array(z.strictObject({ address, start_block: z.number().int().nonnegative() }))
    .default([]),
  /** Blocks after which a payment counts, including its own. */
  confirmations: z.number().int().positive(),
  /** Most blocks per eth_getLogs; providers differ. */
  log_range: z.number().int().positive().default(2000),
  currencies: z.array(currency).min(1),
});

const unique = (values: unknown[]) => new Set(values).size === values.length;

/** The CHAINS variable: every chain the deployment offers. */
export const chainList = z
  .array(chain)
  .refine((chains) => unique(chains.map((entry) => entry.chain_id)), 'Two chains have the same chain_id.')
  .refine(
    (chains) => chains.every(({ chain_id, confirmations }) => confirmations >= fewestConfirmations(chain_id)),
    'One confirmation is for test networks only.',
  )
  .refine(
    (chains) => chains.every((entry) => unique(entry.currencies.map((each) => each.symbol))),
    'A chain lists a currency twice.',
  );

export type ChainConfig = z.output<typeof chain>;
export type CurrencyConfig = z.output<typeof currency>;
