/** The networks in the specification. The deployment's configuration says which of them are on offer. */
export interface Network {
  key: string;
  chainId: number;
  chainIdHex: `0x${string}`;
  name: string;
  nativeCurrency: { name: string; symbol: string; decimals: 18 };
  /** Base address of the block explorer, or null for chains that have none. */
  explorer: string | null;
}

const ether = (symbol: string, name = symbol) => ({ name, symbol, decimals: 18 }) as const;

function network(
  key: string,
  chainId: number,
  name: string,
  nativeCurrency: Network['nativeCurrency'],
  explorer: string | null,
): Network {
  return { key, chainId, chainIdHex: `0x${chainId.toString(16)}`, name, nativeCurrency, explorer };
}

export const NETWORKS: readonly Network[] = [
  network('ganache', 1337, 'Ganache Local', ether('ETH', 'Ether'), null),
  network('hardhat', 31337, 'Hardhat Local', ether('ETH', 'Ether'), null),
  network(
    'sepolia',
    11155111,
    'Sepolia Testnet',
    ether('ETH', 'Sepolia Ether'),
    'https://sepolia.etherscan.io',
  ),
  network('goerli', 5, 'Goerli Testnet', ether('ETH', 'Goerli Ether'), 'https://goerli.etherscan.io'),
  network('mumbai', 80001, 'Mumbai Testnet', ether('MATIC', 'Matic'), 'https://mumbai.polygonscan.com'),
  network('polygon', 137, 'Polygon Mainnet', ether('MATIC', 'Matic'), 'https://polygonscan.com'),
  network('ethereum', 1, 'Ethereum Mainnet', ether('ETH', 'Ether'), 'https://etherscan.io'),
  network('bsc', 56, 'BNB Smart Chain', ether('BNB', 'BNB'), 'https://bscscan.com'),
];

export const DEFAULT_NETWORK = 'ganache';
export const UNKNOWN_NETWORK = 'Unknown Network';

export function networkOf(chainId: number | null): Network | null {
  return NETWORKS.find((entry) => entry.chainId === chainId) ?? null;
}

/** Chains whose coins are worthless. Any other chain, known or not, is treated as real money. */
const TEST_NETWORKS: ReadonlySet<number> = new Set([1337, 31337, 11155111, 5, 80001]);

/** Minimum confirmations of a payment, including its own block. One is too easy to undo when real money is involved. */
export const fewestConfirmations = (chainId: number): number => (TEST_NETWORKS.has(chainId) ? 1 : 2);

export function networkName(chainId: number | null): string {
  return networkOf(chainId)?.name ?? UNKNOWN_NETWORK;
}

/** URL of a transaction in its chain's explorer, or null where there is none. */
export function transactionLink(chainId: number, txHash: string): string | null {
  const explorer = networkOf(chainId)?.explorer;
  return explorer ? `${explorer}/tx/${txHash}` : null;
}
