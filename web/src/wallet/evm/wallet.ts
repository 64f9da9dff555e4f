import { type Address, getAddress, type Hex } from 'viem';
import type { Config, Connector } from 'wagmi';
import * as actions from 'wagmi/actions';
import { walletKey } from '#domain/address.ts';
import { type ChainRef, chainRefOf } from '#domain/chains.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { chainOf, type Deployment } from '#web/lib/deployment.ts';
import { loadPart } from '#web/lib/load-part.ts';
import {
  type ConnectedWallet,
  changeAccount,
  changeChain,
  setConnected,
  setDisconnected,
  walletSession,
} from '#web/state/wallet-session.ts';
import { answered } from '#web/wallet/answered.ts';
import {
  connectorIdOf,
  DEMO_ID,
  type FoundWallet,
  installHint,
  LEGACY_ID,
  rdnsOf,
  WALLETCONNECT_ID,
  type WalletOption,
} from '#web/wallet/catalog.ts';
import type { ConsentAsked } from '#web/wallet/consent.ts';
import {
  connectError,
  isInsufficientFunds,
  isRejection,
  isUnanswered,
  paymentError,
  WalletError,
} from '#web/wallet/errors.ts';
import type { AccountsFor, ContractFamily, Pairing, WalletAccount } from '#web/wallet/family.ts';
import { openConfig } from './config.ts';
import { checkConsent, type HoldersCall, objectionOf, revocationOf, untilHolds } from './consent.ts';
import type { PreparedCall } from './contract/calls.ts';
import { isContractWallet } from './contract-wallet.ts';
import { switchNetwork } from './network.ts';
import { paymentActions } from './payment.ts';
import { sentHash } from './sent-hash.ts';

/** Milliseconds the wallet of the last visit may take to announce itself. */
const ANNOUNCE_MS = 2_000;

/** The connectors of wallets with this name as soon as one is announced; none if none ever is. */
function connectorsWhenAnnounced(config: Config, name: string): Promise<readonly Connector[]> {
  const find = () => config.connectors.filter(({ id }) => rdnsOf(id) === name);
  const known = find();
  if (known.length > 0) return Promise.resolve(known);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unwatch();
      resolve(find());
    };
    const unwatch = actions.watchConnectors(config, { onChange: () => find().length > 0 && done() });
    const timer = setTimeout(done, ANNOUNCE_MS);
  });
}

/** Of wallets with one name, the one that shares this account; otherwise the first. */
async function whichShares(connectors: readonly Connector[], key: string): Promise<Connector | null> {
  const [first = null, ...namesakes] = connectors;
  if (namesakes.length === 0) return first;
  for (const connector of connectors) {
    const shared = await connector.isAuthorized().catch(() => false);
    const accounts = shared ? await connector.getAccounts().catch(() => []) : [];
    if (accounts.some((account) => walletKey(account) === key)) return connector;
  }
  return first;
}

/**
 * Follows the account, chain and disconnection of the wallet in use. wagmi also connects a wallet that nobody chose, as
 * soon as it says that its account changed; the chosen one then stays in use.
 * @param inUse uid of the connector that was chosen
 */
function follow(config: Config, inUse: () => string | null): void {
  actions.watchConnection(config, {
    onChange(connection) {
      const { wallet } = walletSession;
      if (wallet?.kind !== 'evm') return;
      if (connection.status === 'disconnected') return setDisconnected('wallet');
      if (connection.status !== 'connected') return;
      const chosen = inUse();
      if (connection.connector.uid !== chosen) {
        if (chosen === null || !config.state.connections.has(chosen)) return;
        return config.setState((state) => ({ ...state, current: chosen }));
      }
      changeAccount(connection.address);
      changeChain(chainRefOf(connection.chainId));
    },
  });
}

function open(config: Config, deployment: Deployment): ContractFamily {
  let reviving: Promise<void> = Promise.resolve();
  let inUse: string | null = null;

  function found(): FoundWallet[] {
    const legacy = config.connectors.filter((connector) => connector.id === LEGACY_ID);
    const extensions = config.connectors.filter(
      ({ id }) => ![LEGACY_ID, DEMO_ID, WALLETCONNECT_ID].includes(id),
    );
    return extensions.length > 0 ? extensions : legacy.map(({ id }) => ({ id, name: 'Browser Wallet' }));
  }

  async function connect(option: WalletOption, pairing?: Pairing): Promise<ConnectedWallet> {
    const hint = option.state === 'not_installed' ? installHint(option.type) : null;
    if (hint) throw new WalletError('not_installed', hint.message);
    const connector = config.connectors.find((entry) => entry.id === option.id);
    if (!connector && !pairing) throw new WalletError('other', 'Unsupported wallet type');
    try {
      if (actions.getConnection(config).connector) await actions.disconnect(config).catch(() => undefined);
      inUse = connector?.uid ?? null;
      const result = pairing
        ? await (await loadPart(() => import('./walletconnect.ts'))).pair(config, deployment, pairing)
        : await answered(actions.connect(config, { connector: connector as Connector }));
      inUse = actions.getConnection(config).connector?.uid ?? null;
      const account = result.accounts[0];
      if (!account) {
        await actions.disconnect(config).catch(() => undefined);
        throw new WalletError('no_accounts', `No accounts found in ${option.name}`);
      }
      const wallet: ConnectedWallet = {
        kind: 'evm',
        type: option.type,
        name: option.name,
        address: getAddress(account),
        key: account.toLowerCase(),
        chainId: chainRefOf(result.chainId),
      };
      setConnected(wallet);
      return wallet;
    } catch (error) {
      throw connectError(error, option.name);
    }
  }

  /** The local chain's accounts for the demo wallet's list: its customers, or the holders of the contract's roles. */
  async function accounts(_: WalletOption, purpose: AccountsFor): Promise<readonly WalletAccount[]> {
    const chain = deployment.chains[0];
    if (!__DEMO_WALLET__ || !deployment.demo_wallet || !chain) return [];
    const { demoCustomers, demoRoles, holdings } = await loadPart(() => import('./demo.ts'));
    const named = await (purpose === 'roles' ? demoRoles(chain) : demoCustomers(chain));
    return Promise.all(
      named.map(async ({ name, address }) => ({
        id: address,
        name,
        address: getAddress(address),
        note: await holdings(chain, address),
        faucet: purpose === 'customers' ? (chain.currencies[0]?.symbol ?? null) : null,
      })),
    );
  }

  async function connectAs(option: WalletOption, account: string): Promise<ConnectedWallet> {
    // Disconnecting makes the demo wallet forget its account, so it comes before the choice of another one.
    if (actions.getConnection(config).connector) await actions.disconnect(config).catch(() => undefined);
    if (__DEMO_WALLET__) (await loadPart(() => import('./demo.ts'))).chooseDemoAccount(account);
    return connect(option);
  }

  async function disconnect(): Promise<void> {
    setDisconnected('user');
    await actions.disconnect(config).catch(() => undefined);
  }

  async function revive(wallet: ConnectedWallet): Promise<void> {
    const connector =
      wallet.type === 'walletconnect' && deployment.walletconnect
        ? await (await loadPart(() => import('./walletconnect.ts'))).openWalletConnect(config, deployment)
        : await whichShares(await connectorsWhenAnnounced(config, connectorIdOf(wallet.type)), wallet.key);
    inUse = connector?.uid ?? null;
    const [connection] = connector ? await actions.reconnect(config, { connectors: [connector] }) : [];
    if (walletSession.wallet === null) {
      // The customer disconnected meanwhile.
      await actions.disconnect(config).catch(() => undefined);
      return;
    }
    if (!connection || !connector) return setDisconnected('wallet');
    changeAccount(connection.accounts[0]);
    changeChain(chainRefOf(connection.chainId));
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
  async function preferChain(chainId: number, current: ChainRef | null): Promise<void> {
    const chain = chainOf(deployment, chainId);
    if (!chain || current === chain.ref) return;
    await switchNetwork(config, chain).catch((error: unknown) => {
      if (isRejection(error) || isUnanswered(error)) throw error;
    });
  }

  const isConnected = (holder: string) => walletSession.wallet?.key === walletKey(holder);

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
      return answered(actions.signTypedData(config, { account, connector, ...typedData }));
    });
    if (!isConnected(asked.holder)) throw changed;
    return signature;
  }

  /** Asks the holder's wallet to send a transaction about their policy, and waits until the contract has it. */
  async function sendByHolder(holder: string, call: HoldersCall): Promise<void> {
    const { chainId, to, data, rehearse } = call;
    const hash = await signed(async (wallet, account) => {
      if (!isConnected(holder)) {
        throw new WalletError(
          'refused',
          'Your wallet changed to another account. Please switch back and try again.',
        );
      }
      await rehearse?.(account);
      await preferChain(chainId, wallet.chainId);
      const { connector } = actions.getConnection(config);
      const answer = await answered(
        actions.sendTransaction(config, { account, connector, chainId, to, data }),
      ).catch((error: unknown) => {
        throw isInsufficientFunds(error) ? paymentError(error) : error;
      });
      return sentHash(answer);
    });
    await untilHolds(config, call, hash);
  }

  follow(config, () => inUse);
  return {
    found,
    watch: (onChange) => actions.watchConnectors(config, { onChange }),
    connect,
    accounts,
    connectAs,
    disconnect,
    isContract: async (chain: ChainRef) => {
      const { address } = actions.getConnection(config);
      return address !== undefined && isContractWallet(config, Number(chain), address);
    },
    signMessage: (message: string) =>
      signed((_, account) => answered(actions.signMessage(config, { account, message }))),
    signConsent,
    revokeConsent: async (asked) => sendByHolder(asked.holder, revocationOf(config, asked, deployment)),
    objectToHolderChange: async (asked) => sendByHolder(asked.holder, objectionOf(config, asked, deployment)),
    revive(wallet: ConnectedWallet): Promise<void> {
      // If the wallet's code cannot be loaded, the session stays as it is for the next page.
      reviving = revive(wallet).catch(() => undefined);
      return reviving;
    },
    async switchNetwork(ref: ChainRef): Promise<void> {
      await reviving;
      const chain = chainOf(deployment, ref);
      if (!chain) throw new WalletError('other', 'Network not found');
      await switchNetwork(config, chain);
    },
    async sender(call) {
      const ours = evmCall(call);
      const [{ evmSender }, { sendCall }] = await Promise.all([
        loadPart(() => import('./contract/sender.ts')),
        loadPart(() => import('./contract/send.ts')),
      ]);
      return evmSender(ours, async (account) => {
        await reviving;
        return sendCall(config, ours, account);
      });
    },
    async batching() {
      await reviving;
      return (await loadPart(() => import('./contract/together.ts'))).evmBatching(config, deployment.chains);
    },
    async together(calls) {
      const [first, ...rest] = calls.map(evmCall);
      if (!first) throw new WalletError('other', 'There is nothing to send.');
      await reviving;
      return (await loadPart(() => import('./contract/together.ts'))).evmTogether(config, [first, ...rest]);
    },
    async fill(account: string): Promise<void> {
      const chain = deployment.chains[0];
      if (__DEMO_WALLET__ && chain)
        await (await loadPart(() => import('./demo.ts'))).fillDemoAccount(chain, account);
    },
    payments: paymentActions(config, deployment, () => reviving),
  };
}

function evmCall(call: ReadyCall): PreparedCall {
  if (call.kind === 'evm') return call;
  throw new WalletError('refused', 'This wallet cannot send a transaction on that network.');
}

export async function openEvmWallet(deployment: Deployment): Promise<ContractFamily> {
  return open(await openConfig(deployment), deployment);
}
