// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConfig, createConnector, custom } from 'wagmi';
import { disconnect, getConnection } from 'wagmi/actions';
import type { Deployment } from '#web/lib/deployment.ts';
import { ADA, fault, localDeployment } from '#web/test/fake-extension.ts';
import { pair, pairingError } from './walletconnect.ts';

const TOPIC = 'ab'.repeat(32);
const LINK = `wc:${TOPIC}@2?relay-protocol=irn&symKey=00`;

/** The other side: what the SDK would do with a relay and a phone. */
const sdk = vi.hoisted(() => ({
  loads: 0,
  load: async () => {},
  /** The wallet's decision after the link is shown: its accounts, or its refusal. */
  decide: async (): Promise<string[]> => [],
  link: 'unset' as string | null,
  withdrawn: [] as string[],
  disconnected: 0,
  /** WalletConnect’s frame, which attests the site that makes a request. */
  attest: async (): Promise<string> => 'attested',
  attestations: [] as (string | undefined)[],
  options: {} as Record<string, unknown>,
}));

vi.mock('wagmi/connectors/walletConnect', () => ({
  walletConnect: (options: Record<string, unknown>) => {
    sdk.options = options;
    const provider = {
      session: undefined as unknown,
      accounts: [] as string[],
      signer: {
        client: {
          core: {
            pairing: { disconnect: async ({ topic }: { topic: string }) => void sdk.withdrawn.push(topic) },
            verify: { register: (_: object): Promise<string | undefined> => sdk.attest() },
          },
        },
      },
    };
    return createConnector((config) => ({
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async getProvider() {
        sdk.loads++;
        await sdk.load();
        return provider;
      },
      async connect() {
        sdk.attestations.push(await provider.signer.client.core.verify.register({ id: 'a' }));
        if (sdk.link !== null) config.emitter.emit('message', { type: 'display_uri', data: sdk.link });
        provider.accounts = await sdk.decide();
        provider.session = {};
        return { accounts: provider.accounts as never, chainId: 1337 };
      },
      async disconnect() {
        provider.session = undefined;
        sdk.disconnected++;
      },
      getAccounts: async () => provider.accounts as never,
      getChainId: async () => 1337,
      isAuthorized: async () => false,
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect: () => undefined,
    }));
  },
}));

const deployment = {
  ...localDeployment,
  demo_wallet: false,
  walletconnect: { project_id: 'a1', relay_url: 'ws://127.0.0.1:18645' },
} as unknown as Deployment;

const config = () =>
  createConfig({
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
    connectors: [],
    transports: { 1337: custom({ request: async () => null }) },
  });

beforeEach(() => {
  Object.assign(sdk, {
    loads: 0,
    load: async () => {},
    decide: async () => [ADA],
    link: LINK,
    withdrawn: [],
    disconnected: 0,
    attest: async () => 'attested',
    attestations: [],
  });
});
afterEach(() => vi.useRealTimers());

describe('pairing by WalletConnect', () => {
  it('the link is shown, and the wallet that opens it is connected @walletconnect-1', async () => {
    const wagmi = config();
    const show = vi.fn();
    const { signal } = new AbortController();
    expect(await pair(wagmi, deployment, { show, signal })).toMatchObject({ accounts: [ADA], chainId: 1337 });
    expect(show.mock.calls).toEqual([[LINK]]);
    expect(getConnection(wagmi).address).toBe(ADA);
    expect(sdk.withdrawn).toEqual([]);
  });

  it('the SDK gets this deployment’s project and relay, opens no dialog and sends no statistics', async () => {
    await pair(config(), deployment, { show: () => undefined, signal: new AbortController().signal });
    expect(sdk.options).toMatchObject({
      projectId: 'a1',
      relayUrl: 'ws://127.0.0.1:18645',
      showQrModal: false,
      telemetryEnabled: false,
      metadata: { name: 'Mooring', url: window.location.origin },
    });
  });

  it('the connector is made once, and again only if its SDK could not be loaded', async () => {
    const wagmi = config();
    const attempt = () =>
      pair(wagmi, deployment, { show: () => undefined, signal: new AbortController().signal });
    sdk.load = async () => {
      throw new Error('The network is down');
    };
    await expect(attempt()).rejects.toThrow('WalletConnect connection failed: The network is down');
    expect(wagmi.connectors).toHaveLength(0);
    sdk.load = async () => {};
    await attempt();
    await disconnect(wagmi);
    await attempt();
    expect(wagmi.connectors.map(({ id }) => id)).toEqual(['walletConnect']);
  });

  it('a canceled pairing withdraws its link and says so @walletconnect-2', async () => {
    sdk.decide = () => new Promise(() => undefined);
    const attempt = new AbortController();
    const pairing = pair(config(), deployment, { show: () => attempt.abort(), signal: attempt.signal });
    await expect(pairing).rejects.toMatchObject({
      code: 'rejected',
      message: 'Connection cancelled by user',
    });
    expect(sdk.withdrawn).toEqual([TOPIC]);
  });

  it('a wallet that agrees after the customer canceled is disconnected', async () => {
    let agree: (accounts: string[]) => void = () => undefined;
    sdk.decide = () =>
      new Promise((resolve) => {
        agree = resolve;
      });
    const attempt = new AbortController();
    const wagmi = config();
    const pairing = pair(wagmi, deployment, { show: () => attempt.abort(), signal: attempt.signal });
    await expect(pairing).rejects.toThrow('Connection cancelled by user');
    agree([ADA]);
    await vi.waitFor(() => expect(sdk.disconnected).toBe(1));
    await vi.waitFor(() => expect(getConnection(wagmi).status).toBe('disconnected'));
  });

  it('a wallet that shares no account is disconnected and named @walletconnect-2', async () => {
    sdk.decide = async () => [];
    const wagmi = config();
    const pairing = pair(wagmi, deployment, {
      show: () => undefined,
      signal: new AbortController().signal,
    });
    await expect(pairing).rejects.toMatchObject({
      code: 'no_accounts',
      message: 'No accounts connected via WalletConnect',
    });
    expect(getConnection(wagmi).status).toBe('disconnected');
  });

  it('a relay that shows no link within 20 seconds is given up', async () => {
    vi.useFakeTimers();
    sdk.link = null;
    sdk.decide = () => new Promise(() => undefined);
    const pairing = pair(config(), deployment, {
      show: () => expect.unreachable(),
      signal: new AbortController().signal,
    });
    const outcome = expect(pairing).rejects.toThrow(
      'WalletConnect connection failed: its relay does not answer.',
    );
    await vi.advanceTimersByTimeAsync(20_000);
    await outcome;
  });

  it('the link carries the attestation of this site when WalletConnect gives it in time', async () => {
    const { signal } = new AbortController();
    await pair(config(), deployment, { show: () => undefined, signal });
    expect(sdk.attestations).toEqual(['attested']);
  });

  it('the link waits a second for an attestation that does not come, and the next one not at all', async () => {
    vi.useFakeTimers();
    sdk.attest = () => new Promise(() => undefined);
    const wagmi = config();
    const show = vi.fn();
    const { signal } = new AbortController();
    const first = pair(wagmi, deployment, { show, signal });
    await vi.advanceTimersByTimeAsync(999);
    expect(show).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await first;
    expect(show).toHaveBeenCalledTimes(1);
    await disconnect(wagmi);
    await pair(wagmi, deployment, { show, signal });
    expect(sdk.attestations).toEqual(['', '']);
  });

  it('a deployment that does not offer WalletConnect refuses it', async () => {
    const none = { ...deployment, walletconnect: null };
    const pairing = pair(config(), none, { show: () => undefined, signal: new AbortController().signal });
    await expect(pairing).rejects.toThrow('Unsupported wallet type');
  });
});

describe('pairingError', () => {
  const messageOf = (error: unknown) => pairingError(error).message;

  it('the wallet’s refusal, an expired link and every other reason have the words of the specification @walletconnect-2', () => {
    expect(messageOf(fault(4001, 'User rejected the request.'))).toBe('User rejected the request');
    expect(messageOf(fault(5000, 'User rejected.'))).toBe('User rejected the request');
    expect(messageOf(new Error('Proposal expired'))).toBe(
      'WalletConnect connection failed: the code has expired.',
    );
    expect(messageOf(new Error('Unsupported chains.'))).toBe(
      'WalletConnect connection failed: Unsupported chains.',
    );
    expect(messageOf(new Error(''))).toBe('WalletConnect connection failed: the wallet gave no reason.');
  });
});
