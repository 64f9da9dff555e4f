import * as z from 'zod';

const currency = z.object({
  symbol: z.string(),
  decimals: z.number().int(),
  token: z.string().nullable(),
  /** Whether the token accepts an ERC-2612 permit instead of an approval. */
  permit: z.boolean().optional(),
});

/** A contract's address, or a record that has it. */
const listedContract = z.union([
  z.string(),
  z.object({ address: z.string() }).transform((one) => one.address),
]);

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
          confirmations: z.number().int().default(1),
          currencies: z.array(currency),
        })
        .transform(({ contract, contracts, ...chain }) => {
          const older = contracts.filter((other) => other.toLowerCase() !== contract.toLowerCase());
          return { ...chain, contract, contracts: [contract, ...older] };
        }),
    )
    .min(1),
  demo_wallet: z.boolean().default(false),
});
export type Deployment = z.output<typeof deployment>;
export type DeployedChain = Deployment['chains'][number];
export type DeployedCurrency = z.output<typeof currency>;

let loaded: Promise<Deployment> | null = null;

async function fetchDeployment(): Promise<Deployment> {
  const response = await fetch('/deployment.json', { credentials: 'omit' });
  if (!response.ok) throw new Error('The list of networks could not be loaded. Please try again.');
  return deployment.parse(await response.json());
}

/** This site's chains and contracts, from its static file. A failed read is retried on the next call. */
export function loadDeployment(): Promise<Deployment> {
  loaded ??= fetchDeployment().catch((error: unknown) => {
    loaded = null;
    throw error instanceof z.ZodError || error instanceof SyntaxError
      ? new Error('The list of networks cannot be read. Please tell us, and try again later.')
      : error;
  });
  return loaded;
}

export function chainOf(config: Deployment, chainId: number | null): DeployedChain | null {
  return config.chains.find((chain) => chain.chain_id === chainId) ?? null;
}
