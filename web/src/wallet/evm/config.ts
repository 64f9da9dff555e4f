import type { Chain } from 'viem';
import { type Config, type CreateConnectorFn, createConfig, createStorage, http, injected } from 'wagmi';
import { networkOf } from '../../../../domain/chains.ts';
import type { DeployedChain, Deployment } from '../../lib/deployment.ts';

function viemChain(chain: DeployedChain): Chain {
  const known = networkOf(chain.chain_id);
  const native = chain.currencies.find((currency) => currency.token === null);
  const symbol = native?.symbol ?? 'ETH';
  return {
    id: chain.chain_id,
    name: chain.name,
    nativeCurrency: known?.nativeCurrency ?? { name: symbol, symbol, decimals: native?.decimals ?? 18 },
    rpcUrls: { default: { http: [chain.rpc_url] } },
    ...(known?.explorer ? { blockExplorers: { default: { name: 'Explorer', url: known.explorer } } } : {}),
  };
}

/**
 * The marks that connectors store for themselves. wagmi's own copy of accounts and chains is left out, because `state/`
 * is the only source of who is connected.
 */
const marks = {
  getItem: (key: string) => (isCopy(key) ? null : window.localStorage.getItem(key)),
  setItem: (key: string, value: string) => {
    if (!isCopy(key)) window.localStorage.setItem(key, value);
  },
  removeItem: (key: string) => window.localStorage.removeItem(key),
};

/** The part of wagmi's store that tells when it has read its storage (zustand's persist middleware). */
interface Hydration {
  persist: { hasHydrated(): boolean; onFinishHydration(listener: () => void): () => void };
}

function isCopy(key: string): boolean {
  return key.endsWith('.store');
}

/**
 * wagmi for this deployment's chains. Extension wallets announce themselves (EIP-6963). The untargeted connector
 * handles wallets that only set `window.ethereum`.
 */
export async function openConfig(deployment: Deployment): Promise<Config> {
  const [first, ...rest] = deployment.chains.map(viemChain);
  if (!first) throw new Error('No network is configured.');
  const connectors: CreateConnectorFn[] = [];
  if ('ethereum' in window) connectors.push(injected());
  if (__DEMO_WALLET__ && deployment.demo_wallet) {
    const { demoConnector } = await import('./demo.ts');
    connectors.push(demoConnector(deployment.chains));
  }
  const config = createConfig({
    storage: createStorage({ storage: marks }),
    chains: [first, ...rest],
    connectors,
    transports: Object.fromEntries(deployment.chains.map((chain) => [chain.chain_id, http(chain.rpc_url)])),
    pollingInterval: 1_000,
  });
  // wagmi drops announcements that arrive before it has read its storage.
  const { persist } = config._internal.store as unknown as Hydration;
  if (!persist.hasHydrated())
    await new Promise<void>((resolve) => persist.onFinishHydration(() => resolve()));
  return config;
}
