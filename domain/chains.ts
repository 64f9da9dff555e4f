/** The networks we know, as data. The deployment's configuration says which of them are on offer. */

/** A chain within our code: the decimal number of an EVM chain (EIP-155), or the genesis hash of a Substrate chain. */
export type ChainRef = string;

/** The id of a chain that a client, a wallet or a response names; wallets also use hexadecimal numbers. */
export function chainRefOf(id: number | string): ChainRef {
  const text = String(id).trim().toLowerCase();
  return /^0x[0-9a-f]{1,16}$/.test(text) ? BigInt(text).toString() : text;
}

/** A chain as responses name it: the number of an EVM chain, or the genesis hash of a Substrate chain. */
export const chainIdOf = (ref: ChainRef): number | string => (/^\d+$/.test(ref) ? Number(ref) : ref);

/** Whether our contract is on this chain. A Substrate chain has none: our records enforce there what it would. */
export const hasContract = (id: ChainRef | number): boolean => typeof chainIdOf(chainRefOf(id)) === 'number';

export interface Network {
  ref: ChainRef;
  key: string;
  name: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  /** Base address of the block explorer, or null for chains that have none. */
  explorer: string | null;
  /** live: its coins are worth money; test: they are not; retired: it no longer produces blocks, so nobody can pay. */
  stage: 'live' | 'test' | 'retired';
  /** Of a Substrate chain: the prefix of its addresses (SS58). */
  ss58Prefix?: number;
}

const ether = (name = 'Ether') => ({ name, symbol: 'ETH', decimals: 18 });
const pol = { name: 'POL', symbol: 'POL', decimals: 18 };

/** The specification's eight, then ours. Adding a network is adding an entry. */
export const NETWORKS: readonly Network[] = [
  {
    ref: '1337',
    key: 'ganache',
    name: 'Ganache Local',
    nativeCurrency: ether(),
    explorer: null,
    stage: 'test',
  },
  {
    ref: '31337',
    key: 'hardhat',
    name: 'Hardhat Local',
    nativeCurrency: ether(),
    explorer: null,
    stage: 'test',
  },
  {
    ref: '11155111',
    key: 'sepolia',
    name: 'Sepolia Testnet',
    nativeCurrency: ether('Sepolia Ether'),
    explorer: 'https://sepolia.etherscan.io',
    stage: 'test',
  },
  {
    ref: '5',
    key: 'goerli',
    name: 'Goerli Testnet',
    nativeCurrency: ether('Goerli Ether'),
    explorer: 'https://goerli.etherscan.io',
    stage: 'retired',
  },
  {
    ref: '80001',
    key: 'mumbai',
    name: 'Mumbai Testnet',
    // It closed down before its coin was renamed.
    nativeCurrency: { name: 'Matic', symbol: 'MATIC', decimals: 18 },
    explorer: 'https://mumbai.polygonscan.com',
    stage: 'retired',
  },
  {
    ref: '137',
    key: 'polygon',
    name: 'Polygon Mainnet',
    nativeCurrency: pol,
    explorer: 'https://polygonscan.com',
    stage: 'live',
  },
  {
    ref: '1',
    key: 'ethereum',
    name: 'Ethereum Mainnet',
    nativeCurrency: ether(),
    explorer: 'https://etherscan.io',
    stage: 'live',
  },
  {
    ref: '56',
    key: 'bsc',
    name: 'BNB Smart Chain',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    explorer: 'https://bscscan.com',
    stage: 'live',
  },
  {
    ref: '80002',
    key: 'amoy',
    name: 'Polygon Amoy Testnet',
    nativeCurrency: pol,
    explorer: 'https://amoy.polygonscan.com',
    stage: 'test',
  },
  {
    ref: '8453',
    key: 'base',
    name: 'Base',
    nativeCurrency: ether(),
    explorer: 'https://basescan.org',
    stage: 'live',
  },
  {
    ref: '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
    key: 'polkadot',
    name: 'Polkadot Asset Hub',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    explorer: 'https://assethub-polkadot.subscan.io',
    stage: 'live',
    ss58Prefix: 0,
  },
  {
    ref: '0x48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
    key: 'kusama',
    name: 'Kusama Asset Hub',
    nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
    explorer: 'https://assethub-kusama.subscan.io',
    stage: 'live',
    ss58Prefix: 2,
  },
  {
    ref: '0x67f9723393ef76214df0118c34bbbd3dbebc8ed46a10973a8c969d48fe7598c9',
    key: 'westend',
    name: 'Westend Asset Hub',
    nativeCurrency: { name: 'Westie', symbol: 'WND', decimals: 12 },
    explorer: 'https://assethub-westend.subscan.io',
    stage: 'test',
    ss58Prefix: 42,
  },
  {
    ref: '0xd6eec26135305a8ad257a20d003357284c8aa03d0bdb2b357ab0a22371e11ef2',
    key: 'paseo',
    name: 'Paseo Asset Hub',
    nativeCurrency: { name: 'Paseo', symbol: 'PAS', decimals: 10 },
    explorer: 'https://assethub-paseo.subscan.io',
    stage: 'test',
    ss58Prefix: 0,
  },
  {
    // What a chain started from a file names its genesis.
    ref: `0x${'45'.repeat(32)}`,
    key: 'rococo',
    name: 'Rococo Local',
    nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
    explorer: null,
    stage: 'test',
    ss58Prefix: 2,
  },
];

export const DEFAULT_NETWORK = 'ganache';
export const UNKNOWN_NETWORK = 'Unknown Network';

export function networkOf(id: ChainRef | number | null): Network | null {
  if (id === null) return null;
  const ref = chainRefOf(id);
  return NETWORKS.find((entry) => entry.ref === ref) ?? null;
}

/** Minimum confirmations of a payment, including its own block. One is too easy to undo when real money is involved. */
export function fewestConfirmations(id: ChainRef | number): number {
  const stage = networkOf(id)?.stage;
  return stage === 'test' || stage === 'retired' ? 1 : 2;
}

export function networkName(id: ChainRef | number | null): string {
  return networkOf(id)?.name ?? UNKNOWN_NETWORK;
}

/** Every other network for the same wallets as `offered`: known by name, but nobody can pay there now. */
export function otherNetworks(offered: readonly (ChainRef | number)[]): Network[] {
  const refs = offered.map(chainRefOf);
  const family = (ref: ChainRef) => typeof chainIdOf(ref);
  return NETWORKS.filter(({ ref }) => !refs.includes(ref) && refs.some((own) => family(own) === family(ref)));
}

/** URL of a transaction in its chain's explorer, or null where there is none. */
export function transactionLink(id: ChainRef | number, txHash: string): string | null {
  const network = networkOf(id);
  if (!network?.explorer) return null;
  return `${network.explorer}/${network.ss58Prefix === undefined ? 'tx' : 'extrinsic'}/${txHash}`;
}

export interface Block {
  number: number;
  hash: string;
  /** Unix seconds. */
  time: number;
}
