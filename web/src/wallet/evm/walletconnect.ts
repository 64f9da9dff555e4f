import type { Address } from 'viem';
import type { Config, Connector } from 'wagmi';
import * as actions from 'wagmi/actions';
import { walletConnect } from 'wagmi/connectors/walletConnect';
import type { Deployment } from '#web/lib/deployment.ts';
import { connectError, isRejection, shortMessage, WalletError } from '#web/wallet/errors.ts';
import type { Pairing } from '#web/wallet/family.ts';

/** Milliseconds the relay may take until there is a code to show. */
const CODE_MS = 20_000;

/** Milliseconds that WalletConnect's attestation of this site may delay a request. */
const ATTESTATION_MS = 1_000;

/** The part of the SDK's core that is used here. */
interface Core {
  pairing: { disconnect(pairing: { topic: string }): Promise<void> };
  /** Has WalletConnect attest in a frame which site makes a request, so that the wallet can show it. */
  verify: { register(request: object): Promise<string | undefined> };
}

/** The part of the SDK's provider that is used here. */
interface Provider {
  session?: unknown;
  accounts: readonly string[];
  signer: { client: { core: Core } };
}

/**
 * Limits how long a request waits for its attestation; the SDK itself waits 5 seconds for a frame that can't load. A
 * request without one is the same request, which the wallet shows as not verified. After one miss none is waited for.
 */
function hurryAttestation({ verify }: Core): void {
  const register = verify.register.bind(verify);
  let patience = ATTESTATION_MS;
  verify.register = (request) => {
    if (patience === 0) return Promise.resolve('');
    const late = new Promise<string>((resolve) => {
      setTimeout(() => resolve(''), patience);
    });
    const attested = Promise.race([register(request), late]);
    return attested.then((attestation) => {
      if (!attestation) patience = 0;
      return attestation;
    });
  };
}

const failed = (reason: string, cause?: unknown) =>
  new WalletError('other', `WalletConnect connection failed: ${reason}`, { cause });

const noAccounts = () => new WalletError('no_accounts', 'No accounts connected via WalletConnect');

/** Why pairing failed, in the words of the specification (customer.md §8). */
export function pairingError(error: unknown): WalletError {
  if (error instanceof WalletError || isRejection(error)) return connectError(error, 'WalletConnect');
  const reason = shortMessage(error) || 'the wallet gave no reason.';
  return failed(/expired/i.test(reason) ? 'the code has expired.' : reason, error);
}

const opened = new WeakMap<Config, Promise<Connector>>();

/** Adds the connector to wagmi. It loads its SDK, so it is made only when it is needed. */
async function addConnector(config: Config, deployment: Deployment): Promise<Connector> {
  const offer = deployment.walletconnect;
  if (offer === null) throw new WalletError('other', 'Unsupported wallet type');
  const { origin } = window.location;
  const create = walletConnect({
    projectId: offer.project_id,
    ...(offer.relay_url ? { relayUrl: offer.relay_url } : {}),
    showQrModal: false,
    telemetryEnabled: false,
    // A wallet that does not know a network added later stays connected to those it knows.
    isNewChainsStale: false,
    metadata: {
      name: 'Mooring',
      description: 'Home, car and travel insurance',
      url: origin,
      icons: [`${origin}/favicon.svg`],
    },
  });
  const connector = config._internal.connectors.setup((store) => {
    const made = create(store);
    // Before each request, wagmi's own would switch the wallet to the network it is on. That fails where it is not ours.
    return { ...made, getProvider: () => made.getProvider() };
  });
  const provider = (await connector.getProvider()) as Provider;
  hurryAttestation(provider.signer.client.core);
  config._internal.connectors.setState((connectors) => [...connectors, connector]);
  return connector;
}

/** wagmi's connector for WalletConnect, made on first use. A failed load is retried on the next call. */
export function openWalletConnect(config: Config, deployment: Deployment): Promise<Connector> {
  const known = opened.get(config);
  if (known) return known;
  const opening = addConnector(config, deployment).catch((error: unknown) => {
    opened.delete(config);
    throw error;
  });
  opened.set(config, opening);
  return opening;
}

/** Withdraws a code, so that no wallet can use it anymore. */
function withdraw(provider: Provider, uri: string | null): void {
  const topic = /^wc:([0-9a-f]+)@/.exec(uri ?? '')?.[1];
  if (topic) provider.signer.client.core.pairing.disconnect({ topic }).catch(() => undefined);
}

interface Connected {
  accounts: readonly Address[];
  chainId: number;
}

async function pairWith(config: Config, connector: Connector, { show, signal }: Pairing): Promise<Connected> {
  const provider = (await connector.getProvider()) as Provider;
  // What an interrupted disconnection left behind must not connect without being asked.
  if (provider.session) await connector.disconnect().catch(() => undefined);
  signal.throwIfAborted();

  let uri: string | null = null;
  let giveUp: (reason: Error) => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const timer = setTimeout(() => giveUp(failed('its relay does not answer.')), CODE_MS);
  const onAbort = () => giveUp(signal.reason);
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type !== 'display_uri' || typeof data !== 'string') return;
    clearTimeout(timer);
    uri = data;
    show(uri);
  };
  connector.emitter.on('message', onMessage);
  signal.addEventListener('abort', onAbort);

  const connecting = actions.connect(config, { connector });
  try {
    return await Promise.race([connecting, givenUp]);
  } catch (error) {
    withdraw(provider, uri);
    if (provider.session) {
      // The wallet agreed, but to nothing that we can use.
      const none = provider.accounts.length === 0;
      await connector.disconnect().catch(() => undefined);
      if (none) throw noAccounts();
    }
    // Nothing waits for this attempt anymore. If the wallet agreed at the last moment, it is told.
    connecting.then(
      () => actions.disconnect(config, { connector }).catch(() => undefined),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
    connector.emitter.off('message', onMessage);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Connects a wallet that scans our code or opens our link; throws WalletError. */
export async function pair(config: Config, deployment: Deployment, pairing: Pairing): Promise<Connected> {
  try {
    const connector = await openWalletConnect(config, deployment);
    const connected = await pairWith(config, connector, pairing);
    if (connected.accounts.length > 0) return connected;
    await actions.disconnect(config, { connector }).catch(() => undefined);
    throw noAccounts();
  } catch (error) {
    if (pairing.signal.aborted) throw new WalletError('rejected', 'Connection cancelled by user');
    throw pairingError(error);
  }
}
