import type { Chain, EIP1193Provider } from 'viem';
import { type Config, type CreateConnectorFn, createConfig, createStorage, http, injected } from 'wagmi';
import type { DeployedChain, Deployment } from '#web/lib/deployment.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { namesakeId } from '#web/wallet/catalog.ts';
import { chainFacts } from './network.ts';

function viemChain(chain: DeployedChain): Chain {
  const { nativeCurrency, explorer } = chainFacts(chain);
  return {
    id: chain.chain_id,
    name: chain.name,
    nativeCurrency,
    rpcUrls: { default: { http: [chain.rpc_url] } },
    blockExplorers: explorer ? { default: { name: 'Explorer', url: explorer } } : undefined,
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

interface Announcement {
  info: { uuid: string; name: string; rdns: string; icon: `data:image/${string}` };
  provider: unknown;
}

/**
 * Adds each wallet that announces itself (EIP-6963). wagmi's own discovery keeps one wallet per name (rdns), so that one
 * could hide another by taking its name. Here the first has its name as its id, and the others their uuid too.
 */
function discover({ _internal: { connectors } }: Config): void {
  const known = new Map<unknown, string>();
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<Announcement>).detail;
    if (known.has(provider)) return;
    const taken = [...known.values()].includes(info.rdns);
    known.set(provider, info.rdns);
    const target = {
      ...info,
      id: taken ? namesakeId(info) : info.rdns,
      provider: provider as EIP1193Provider,
    };
    const added = connectors.setup(injected({ target }));
    connectors.setState((all) => [...all, added]);
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));
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
    const { demoConnector } = await loadPart(() => import('./demo.ts'));
    connectors.push(demoConnector(deployment.chains));
  }
  const config = createConfig({
    storage: createStorage({ storage: marks }),
    multiInjectedProviderDiscovery: false,
    chains: [first, ...rest],
    connectors,
    transports: Object.fromEntries(deployment.chains.map((chain) => [chain.chain_id, http(chain.rpc_url)])),
    pollingInterval: 1_000,
  });
  // wagmi drops connectors that are added before it has read its storage.
  const { persist } = config._internal.store as unknown as Hydration;
  if (!persist.hasHydrated())
    await new Promise<void>((resolve) => persist.onFinishHydration(() => resolve()));
  discover(config);
  return config;
}
