import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import type { WalletKind } from '#domain/address.ts';
import { type ChainRef, chainRefOf } from '#domain/chains.ts';
import { uintString } from '#domain/fields.ts';
import { operatorSchema } from '#domain/operator-schema.ts';
import { loadedOnce } from './load-part.ts';

const currency = z.object({
  symbol: z.string(),
  decimals: z.number().int(),
  token: z.string().nullable(),
  /** EIP-712 name and version of a token that takes authorizations (EIP-3009) instead of an approval. */
  authorization: z.object({ name: z.string(), version: z.string() }).nullish(),
});

/** A contract's address, or a record that has it. */
const listedContract = z.union([
  z.string(),
  z.object({ address: z.string() }).transform((one) => one.address),
]);

export type DeployedCurrency = z.output<typeof currency>;

const deployment = z.object({
  environment: z.string(),
  chains: z
    .array(
      z
        .object({
          chain_id: z.number().int(),
          key: z.string(),
          name: z.string(),
          rpc_url: z.string(),
          /** The contract that sells now. */
          contract: z.string(),
          /** All of this chain, newest first: older policies stay in theirs. */
          contracts: z.array(listedContract).default([]),
          start_block: z.number().int().default(0),
          /** Block that created the oldest contract. */
          first_block: z.number().int().optional(),
          confirmations: z.number().int().default(1),
          currencies: z.array(currency),
        })
        .transform(({ contract, contracts, ...chain }) => {
          const older = contracts.filter((other) => other.toLowerCase() !== contract.toLowerCase());
          return {
            ...chain,
            kind: 'evm' as const,
            ref: chainRefOf(chain.chain_id),
            contract,
            contracts: [contract, ...older],
            payee: contract,
          };
        }),
    )
    .min(1),
  /** The Substrate chain, if there is one. It has no contract: `recipient` is the account that is paid (SS58). */
  substrate: z
    .object({
      genesis_hash: z.string(),
      key: z.string(),
      name: z.string(),
      rpc_url: z.string(),
      ss58_prefix: z.number().int(),
      symbol: z.string(),
      decimals: z.number().int(),
      recipient: z.string(),
      /** All of this deployment, newest first: what was paid to the earlier ones still counts. */
      recipients: z.array(z.string()).default([]),
      /** Base units that every account must keep. */
      existential_deposit: uintString.optional(),
      start_block: z.number().int().default(0),
    })
    .transform((chain) => ({
      ...chain,
      recipients: [...new Set([chain.recipient, ...chain.recipients])],
      kind: 'substrate' as const,
      ref: chainRefOf(chain.genesis_hash),
      payee: chain.recipient,
      // Only finalized blocks count.
      confirmations: 1,
      currencies: [{ symbol: chain.symbol, decimals: chain.decimals, token: null }] as DeployedCurrency[],
    }))
    .nullable()
    .default(null),
  demo_wallet: z.boolean().default(false),
  /** WalletConnect's project of this site, or null where it is not offered. Without `relay_url` its own relay is used. */
  walletconnect: z
    .object({ project_id: z.string(), relay_url: z.string().optional() })
    .nullable()
    .default(null),
  /** The licensed insurer that runs this site; null if there is none. */
  operator: operatorSchema.nullable().default(null),
});
export type Deployment = z.output<typeof deployment>;
export type DeployedChain = Deployment['chains'][number];
export type DeployedSubstrate = NonNullable<Deployment['substrate']>;

/** A network of whatever family. `payee` takes a premium: the contract, or our account where there is none. */
export type DeployedNetwork = DeployedChain | DeployedSubstrate;

/** This site's chains and contracts, from its static file. A failed read is retried on the next call. */
export const loadDeployment = loadedOnce(async (): Promise<Deployment> => {
  const response = await fetch('/deployment.json', { credentials: 'omit' });
  if (!response.ok) throw new Error('The list of networks could not be loaded. Please try again.');
  try {
    return deployment.parse(await response.json());
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    throw new Error('The list of networks cannot be read. Please tell us, and try again later.');
  }
});

export function networksOf(config: Deployment, kind: WalletKind | null = null): DeployedNetwork[] {
  const all: DeployedNetwork[] = [...config.chains, ...(config.substrate ? [config.substrate] : [])];
  return kind === null ? all : all.filter((network) => network.kind === kind);
}

/** The network with this id, as a response, a wallet or our own code names it; null if we are not on it. */
export function networkIn(config: Deployment, id: ChainRef | number | null): DeployedNetwork | null {
  if (id === null) return null;
  const ref = chainRefOf(id);
  return networksOf(config).find((network) => network.ref === ref) ?? null;
}

export function chainOf(config: Deployment, id: ChainRef | number | null): DeployedChain | null {
  return config.chains.find((chain) => id !== null && chain.ref === chainRefOf(id)) ?? null;
}

/** This site's networks and who insures, as a query. */
export const deploymentQuery = queryOptions({
  queryKey: ['deployment'],
  queryFn: loadDeployment,
  staleTime: Number.POSITIVE_INFINITY,
});
