import { type Address, getAddress, type Hex } from 'viem';
import type { Config, Connector } from 'wagmi';
import * as actions from 'wagmi/actions';
import { walletKey } from '../../../domain/address.ts';
import { chainOf, type Deployment, loadDeployment } from '../lib/deployment.ts';
import {
  type ConnectedWallet,
  changeAccount,
  changeChain,
  setConnected,
  setDisconnected,
  walletSession,
} from '../state/wallet-session.ts';
import {
  connectorIdOf,
  DEMO_ID,
  installHint,
  LEGACY_ID,
  type WalletOption,
  walletOptions,
} from './catalogue.ts';
import { openConfig } from './config.ts';
import { connectError, isInsufficientFunds, isRejection, paymentError, WalletError } from './errors.ts';
import { switchNetwork, walletProvider } from './network.ts';
import { paymentActions } from './payment.ts';
import { checkRevocation, followRevocation, type RevocationAsked, revocationCall } from './revocation.ts';
import { type ConsentAsked, checkConsent } from './verify-consent.ts';

/** Milliseconds the wallet of the last visit may take to announce itself. */
const ANNOUNCE_MS = 2_000;

/** The connector `id` as soon as it is announced; null if it never is. */
function connectorWhenAnnounced(config: Config, id: string): Promise<Connector | null> {
  const find = () => config.connectors.find((connector) => connector.id === id) ?? null;
  const known = find();
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const done = (connector: Connector | null) => {
      clearTimeout(timer);
      unwatch();
      resolve(connector);
    };
    const unwatch = actions.watchConnectors(config, {
      onChange: () => {
        const connector = find();
        if (connector) done(connector);
      },
    });
    const timer = setTimeout(() => done(find()), ANNOUNCE_MS);
  });
}

/** Follows the account, chain and disconnection of the wallet in use and ignores all others. */
function follow(config: Config): void {
  actions.watchConnection(config, {
    onChange(connection) {
      const { wallet } = walletSession;
      if (wallet === null) return;
      if (connection.status === 'disconnected') return setDisconnected('wallet');
      if (connection.status !== 'connected') return;
      if (connection.connector.id !== connectorIdOf(wallet.type)) return;
      changeAccount(connection.address);
      changeChain(connection.chainId);
    },
  });
}

function open(config: Config, deployment: Deployment) {
  let reviving: Promise<void> = Promise.resolve();
  const demo = config.connectors.some((connector) => connector.id === DEMO_ID);

  function options(): WalletOption[] {
    const announced = config.connectors.filter((connector) => connector.id !== LEGACY_ID);
    const legacy = config.connectors.filter((connector) => connector.id === LEGACY_ID);
    const extensions = announced.filter((connector) => connector.id !== DEMO_ID);
    const found =
      extensions.length > 0 ? extensions : legacy.map(({ id }) => ({ id, name: 'Browser Wallet' }));
    return walletOptions(found, demo);
  }

  async function connect(option: WalletOption): Promise<ConnectedWallet> {
    const hint = option.state === 'not_installed' ? installHint(option.type) : null;
    if (hint) throw new WalletError('not_installed', hint.message);
    const connector = config.connectors.find((entry) => entry.id === option.id);
    if (!connector) throw new WalletError('other', 'Unsupported wallet type');
    try {
      if (actions.getConnection(config).connector) await actions.disconnect(config).catch(() => undefined);
      const result = await actions.connect(config, { connector });
      const account = result.accounts[0];
      if (!account) {
        await actions.disconnect(config).catch(() => undefined);
        throw new WalletError('no_accounts', `No accounts found in ${option.name}`);
      }
      const wallet: ConnectedWallet = {
        type: option.type,
        name: option.name,
        address: getAddress(account),
        chainId: result.chainId,
      };
      setConnected(wallet);
      return wallet;
    } catch (error) {
      throw connectError(error, option.name);
    }
  }

  /** The local chain's accounts for the demo wallet's list: its customers, or the holders of the contract's roles. */
  async function demoAccounts(kind: 'customers' | 'roles'): Promise<readonly DemoAccount[]> {
    const chain = deployment.chains[0];
    if (!__DEMO_WALLET__ || !demo || !chain) return [];
    const { demoCustomers, demoRoles } = await import('./demo.ts');
    const accounts = await (kind === 'roles' ? demoRoles(chain) : demoCustomers(chain));
    return accounts.map(({ name, address }) => ({ name, address: getAddress(address) }));
  }

  async function connectDemo(option: WalletOption, account: string): Promise<ConnectedWallet> {
    // Disconnecting makes the demo wallet forget its account, so it comes before the choice of another one.
    if (actions.getConnection(config).connector) await actions.disconnect(config).catch(() => undefined);
    if (__DEMO_WALLET__) (await import('./demo.ts')).chooseDemoAccount(account);
    return connect(option);
  }

  async function disconnect(): Promise<void> {
    setDisconnected('user');
    await actions.disconnect(config).catch(() => undefined);
  }

  /** Asks the wallet of the last visit, without a prompt, whether it still shares an account. */
  async function revive(wallet: ConnectedWallet): Promise<void> {
    const connector = await connectorWhenAnnounced(config, connectorIdOf(wallet.type));
    const [connection] = connector ? await actions.reconnect(config, { connectors: [connector] }) : [];
    if (walletSession.wallet === null) return;
    if (!connection || !connector) return setDisconnected('wallet');
    changeAccount(connection.accounts[0]);
    changeChain(connection.chainId);
    // Nobody saw a change that happened while wagmi was reconnecting. Ask again now that it listens.
    const accounts = await connector.getAccounts().catch(() => null);
    if (accounts && accounts[0] !== connection.accounts[0]) connector.onAccountsChanged([...accounts]);
  }

  /** Asks the connected wallet for a signature or a transaction; throws WalletError. */
  async function signed(sign: (wallet: ConnectedWallet, account: Address) => Promise<Hex>): Promise<Hex> {
    await reviving;
    const { wallet } = walletSession;
    if (wallet === null) throw new WalletError('other', 'Wallet not connected');
    try {
      return await sign({ ...wallet }, getAddress(wallet.address));
    } catch (error) {
      throw connectError(error, wallet.name);
    }
  }

  /** Some wallets sign only for their current network. One that cannot switch is asked all the same. */
  async function preferChain(chainId: number, current: number | null): Promise<void> {
    const chain = chainOf(deployment, chainId);
    if (!chain || current === chainId) return;
    await walletProvider(config)
      .then((provider) => switchNetwork(provider, chain))
      .catch((error: unknown) => {
        if (isRejection(error)) throw error;
      });
  }

  const isConnected = (holder: string) =>
    walletKey(walletSession.wallet?.address ?? '') === walletKey(holder);

  /** The holder's free signature of a refund, checked against the screen; throws WalletError or ConsentMismatch. */
  async function signConsent(asked: ConsentAsked): Promise<Hex> {
    const typedData = checkConsent(asked, deployment);
    const changed = new WalletError(
      'refused',
      'Your wallet changed to another account, so the signature was not used. Please switch back and try again.',
    );
    const signature = await signed(async ({ chainId }, account) => {
      if (!isConnected(asked.holder)) throw changed;
      await preferChain(typedData.domain.chainId, chainId);
      // Asked by its connector, because wagmi hears of the new network only later.
      const { connector } = actions.getConnection(config);
      return actions.signTypedData(config, { account, connector, ...typedData });
    });
    if (!isConnected(asked.holder)) throw changed;
    return signature;
  }

  /** Takes a consent back with a transaction of the holder's wallet, until it is mined; throws WalletError. */
  async function revokeConsent(asked: RevocationAsked): Promise<void> {
    const revocation = checkRevocation(asked, deployment);
    const { chainId } = revocation;
    const hash = await signed(async (wallet, account) => {
      if (!isConnected(asked.holder)) {
        throw new WalletError(
          'refused',
          'Your wallet changed to another account. Please switch back and try again.',
        );
      }
      await preferChain(chainId, wallet.chainId);
      const { connector } = actions.getConnection(config);
      const call = { account, connector, chainId, ...revocationCall(revocation) };
      return actions.sendTransaction(config, call).catch((error: unknown) => {
        throw isInsufficientFunds(error) ? paymentError(error) : error;
      });
    });
    await followRevocation(config, revocation, hash);
  }

  follow(config);
  return {
    config,
    deployment,
    /** Resolves once the wallet of the last visit has answered. */
    ready: () => reviving,
    options,
    watchOptions: (onChange: () => void) => actions.watchConnectors(config, { onChange }),
    connect,
    demoAccounts,
    connectDemo,
    disconnect,
    signMessage: (message: string) =>
      signed((_, account) => actions.signMessage(config, { account, message })),
    signConsent,
    revokeConsent,
    revive(wallet: ConnectedWallet): Promise<void> {
      reviving = revive(wallet);
      return reviving;
    },
    async switchNetwork(chainId: number): Promise<void> {
      await reviving;
      const chain = chainOf(deployment, chainId);
      if (!chain) throw new WalletError('other', 'Network not found');
      await switchNetwork(await walletProvider(config), chain);
    },
    payments: paymentActions(config, deployment, () => reviving),
  };
}

/** An account of the local chain that the demo wallet can act as. */
export interface DemoAccount {
  name: string;
  address: string;
}

export type Wallet = ReturnType<typeof open>;

/** wagmi over this deployment's chains, ready to connect. */
export async function openWallet(): Promise<Wallet> {
  const deployment = await loadDeployment();
  return open(await openConfig(deployment), deployment);
}
