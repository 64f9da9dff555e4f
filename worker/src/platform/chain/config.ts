import * as z from 'zod';
import { fewestConfirmations } from '#domain/chains.ts';
import { CHAIN_ROLES } from '#domain/registry/chain-roles.ts';
import { substrateKey } from '#domain/ss58.ts';

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
  /** The token's EIP-712 name and version, if it has EIP-3009 with signatures as bytes; otherwise null. */
  authorization: z.strictObject({ name: z.string().min(1), version: z.string().min(1) }).nullable(),
});

const chain = z.strictObject({
  chain_id: z.number().int().positive(),
  key: z.string().min(1),
  name: z.string().min(1),
  rpc_url: z.url(),
  contract: address,
  /** Who holds the contract's roles. */
  roles: z.record(z.enum(CHAIN_ROLES), address).optional(),
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

const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((value) => value.toLowerCase());

/** A wallet key of a Substrate account, from its address (SS58) or its public key. */
const account = z.string().transform((text, issue) => {
  const key = substrateKey(text);
  if (key !== null) return key;
  issue.addIssue({ code: 'custom', message: 'Not a Substrate address.' });
  return z.NEVER;
});

/** The SUBSTRATE variable: the Substrate chain that the deployment offers. */
export const substrateChain = z.strictObject({
  genesis_hash: hash,
  key: z.string().min(1),
  name: z.string().min(1),
  rpc_url: z.url(),
  ss58_prefix: z.number().int().min(0).max(16383),
  symbol: z.string().min(1).max(12),
  decimals: z.number().int().min(0).max(30),
  /** Who is paid, and pays claims and refunds. In production a multisig or a delayed proxy. */
  recipient: account,
  /** What the operator declares it to be. Prepared calls of a multisig or proxy have no era, so no time limits them. */
  recipient_kind: z.enum(['multisig', 'delayed_proxy']).nullable().default(null),
  /** Earlier recipients, newest first: what was paid to them still counts. */
  earlier_recipients: z.array(account).default([]),
  /** Block from which payments are read. */
  start_block: z.number().int().nonnegative(),
  /** AggregatorV3 feed of USD per whole unit on one of CHAINS, required for RATE_SOURCE=chainlink. */
  feed: z
    .strictObject({
      chain_id: z.number().int().positive(),
      address,
      heartbeat_seconds: z.number().int().positive(),
    })
    .nullable(),
});

export type SubstrateConfig = z.output<typeof substrateChain>;
export type ChainConfig = z.output<typeof chain>;
export type CurrencyConfig = z.output<typeof currency>;
