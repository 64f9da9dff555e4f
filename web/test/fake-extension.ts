import { custom, type Hex, toHex } from 'viem';
import { type Config, createConfig, injected } from 'wagmi';
import { connect } from 'wagmi/actions';

export const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
export const BOB = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';

/** The local chain's `/deployment.json`. */
export const localDeployment = {
  environment: 'local',
  chains: [
    {
      chain_id: 1337,
      key: 'ganache',
      name: 'Ganache Local',
      rpc_url: 'http://127.0.0.1:8545',
      contract: '0x0165878A594ca255338adfa4d48449f69242Eb8F',
      currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
    },
  ],
};

/** An error in the form that wallets (EIP-1193) and nodes use. */
export const fault = (code: number, message: string, data?: Hex) =>
  Object.assign(new Error(message), { code, data });

export interface RpcRequest {
  method: string;
  params?: unknown;
}

/** A wallet extension according to EIP-1193 and EIP-6963. */
export class FakeExtension {
  chainId = 1337;
  /** Answers that replace the usual ones; a function may throw. */
  answers: Record<string, (params: unknown[]) => unknown> = {};
  readonly asked: string[] = [];
  private listeners = new Map<string, Set<(payload: unknown) => void>>();

  /** Who it says it is. A reload would change the uuid. */
  private readonly info = {
    uuid: crypto.randomUUID(),
    name: 'MetaMask',
    rdns: 'io.metamask',
    icon: 'data:image/svg+xml,x',
  };

  constructor(public accounts: string[] = [ADA]) {}

  readonly provider = {
    request: async ({ method, params }: RpcRequest): Promise<unknown> => {
      this.asked.push(method);
      const own = this.answers[method];
      if (own) return own((params ?? []) as unknown[]);
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return this.accounts;
      if (method === 'eth_chainId') return toHex(this.chainId);
      if (method === 'wallet_requestPermissions') {
        return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'x', value: this.accounts }] }];
      }
      if (method === 'personal_sign') return '0x5161';
      throw fault(4200, `The wallet was asked for ${method}`);
    },
    on: (event: string, listener: (payload: unknown) => void) => {
      this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event: string, listener: (payload: unknown) => void) => {
      this.listeners.get(event)?.delete(listener);
    },
  };

  readonly announce = () => {
    const detail = Object.freeze({ info: this.info, provider: this.provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };

  install(): void {
    window.addEventListener('eip6963:requestProvider', this.announce);
  }
  uninstall(): void {
    window.removeEventListener('eip6963:requestProvider', this.announce);
  }
  /** Whether the site listens to changes of the chain, as it does while it is connected. */
  isFollowed(): boolean {
    return (this.listeners.get('chainChanged')?.size ?? 0) > 0;
  }

  emit(event: string, payload: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(payload);
  }

  /** wagmi on the local chain with this extension connected and `node` as the chain's node. */
  async connectedTo(node: (request: RpcRequest) => Promise<unknown>): Promise<Config> {
    const config = createConfig({
      chains: [
        {
          id: 1337,
          name: 'Ganache Local',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
      ],
      storage: null,
      multiInjectedProviderDiscovery: false,
      connectors: [
        injected({ target: () => ({ id: 'test', name: 'Test', provider: this.provider as never }) }),
      ],
      transports: { 1337: custom({ request: node }, { retryCount: 0 }) },
    });
    await connect(config, { connector: config.connectors[0] as (typeof config.connectors)[number] });
    return config;
  }
}
