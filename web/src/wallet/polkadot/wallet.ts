import { stringToHex } from '@polkadot/util';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { substrateKey } from '#domain/ss58.ts';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import { loadedOnce, loadPart } from '#web/lib/load-part.ts';

import {
  type ConnectedWallet,
  setConnected,
  setDisconnected,
  walletSession,
} from '#web/state/wallet-session.ts';
import { isInjected, type WalletOption } from '#web/wallet/catalog.ts';
import { connectError, isRejection, WalletError } from '#web/wallet/errors.ts';
import type { AccountsFor, WalletFamily } from '#web/wallet/family.ts';
import type { Account } from './account.ts';
import { extensionAccounts, watchExtension } from './extension.ts';
import { paymentActions } from './payment.ts';
import type { PreparedTransfer } from './send.ts';
import { checkConsent } from './verify.ts';

/** Milliseconds the extension of the last visit may take to inject itself, and between two looks. */
const INJECT_MS = 2_000;
const INJECT_LOOK_MS = 50;

const DECLINED = /cancel|reject|denied|declined/i;

/** Resolves once an extension has injected itself, or has had its time. */
async function injected(): Promise<void> {
  const until = Date.now() + INJECT_MS;
  while (!isInjected() && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, INJECT_LOOK_MS));
  }
}

function open(chain: DeployedSubstrate, demo: boolean): WalletFamily {
  let reviving: Promise<void> = Promise.resolve();
  let current: Account | null = null;
  let unwatch: () => void = () => undefined;

  /** The chain's node. Its code is large, so it loads when a balance or a fee is first needed. */
  const node = loadedOnce(async () => (await loadPart(() => import('./node.ts'))).openNode(chain));

  const isDemo = (type: string) => demo && type === 'demo';

  async function accountsOf(type: string, purpose: AccountsFor | null): Promise<Account[]> {
    // Named here too, so that other builds leave the import out.
    if (__DEMO_WALLET__ && isDemo(type))
      return (await loadPart(() => import('./demo.ts'))).demoAccounts(chain, purpose);
    return extensionAccounts(chain);
  }

  /** Ends the session when its account is no longer shared. */
  async function use(account: Account, type: string): Promise<void> {
    unwatch();
    unwatch = () => undefined;
    current = account;
    if (isDemo(type)) return;
    unwatch = await watchExtension((keys) => {
      const { wallet } = walletSession;
      if (wallet?.kind !== 'substrate' || wallet.key !== current?.key) return;
      if (keys.includes(wallet.key)) return;
      current = null;
      setDisconnected('wallet');
    });
  }

  async function connectAs(option: WalletOption, id: string): Promise<ConnectedWallet> {
    try {
      const account = (await accountsOf(option.type, null)).find(({ key }) => key === id);
      if (!account) {
        throw new WalletError('no_accounts', 'No accounts found in SubWallet/Polkadot extension');
      }
      const wallet: ConnectedWallet = {
        kind: 'substrate',
        type: option.type,
        name: account.wallet,
        address: account.address,
        key: account.key,
        chainId: chain.ref,
      };
      await use(account, option.type);
      setConnected(wallet);
      return wallet;
    } catch (error) {
      throw connectError(error, option.name);
    }
  }

  /** Extensions ask for permission once; after that they answer without a prompt. */
  async function revive({ type, key }: ConnectedWallet): Promise<void> {
    if (!isDemo(type)) await injected();
    const accounts = await accountsOf(type, null).catch((error: unknown) => {
      if (error instanceof WalletError) return [];
      throw error;
    });
    if (walletSession.wallet?.key !== key) return;
    const account = accounts.find((one) => one.key === key);
    if (!account) return setDisconnected('wallet');
    await use(account, type);
  }

  /** The connected account, able to sign; throws WalletError. */
  async function own(): Promise<Account> {
    await reviving;
    const { wallet } = walletSession;
    if (wallet?.kind !== 'substrate' || current?.key !== wallet.key) {
      throw new WalletError('other', 'Wallet not connected');
    }
    return current;
  }

  async function signText(text: string): Promise<string> {
    const account = await own();
    try {
      return await account.signBytes(stringToHex(text));
    } catch (error) {
      const declined = isRejection(error) || (error instanceof Error && DECLINED.test(error.message));
      if (declined) throw new WalletError('rejected', 'User rejected the request', { cause: error });
      throw connectError(error, account.wallet);
    }
  }

  function ours(call: ReadyCall): PreparedTransfer {
    if (call.kind === 'substrate' && call.genesis_hash === chain.genesis_hash) return call;
    throw new WalletError('refused', 'This site does not know that network, so nothing was sent.');
  }
  return {
    async accounts(option, purpose) {
      const accounts = await accountsOf(option.type, purpose);
      return accounts.map(({ key, address, name, type }) => ({
        id: key,
        name,
        address,
        note: isDemo(option.type) ? chain.name : type,
        faucet: isDemo(option.type) && purpose === 'customers' ? chain.symbol : null,
      }));
    },
    connectAs,
    async disconnect() {
      current = null;
      unwatch();
      unwatch = () => undefined;
    },
    revive(wallet) {
      // If the wallet's code cannot be loaded, the session stays as it is for the next page.
      reviving = revive(wallet).catch(() => undefined);
      return reviving;
    },
    isContract: async () => false,
    signMessage: signText,
    async signConsent(asked) {
      const text = checkConsent(asked, chain);
      const changed = new WalletError(
        'refused',
        'Your wallet changed to another account, so the signature was not used. Please switch back and try again.',
      );
      const isHolder = () => substrateKey(asked.holder) === walletSession.wallet?.key;
      if (!isHolder()) throw changed;
      const signature = await signText(text);
      if (!isHolder()) throw changed;
      return signature;
    },
    // There is one network.
    switchNetwork: async () => undefined,
    async fill(id) {
      if (__DEMO_WALLET__ && demo) {
        await (await loadPart(() => import('./demo.ts'))).fillDemoAccount(chain, await node(), id);
      }
    },
    async sender(call) {
      return (await loadPart(() => import('./send.ts'))).polkadotSender(ours(call), { chain, node, own });
    },
    payments: paymentActions(chain, node, own),
  };
}

export async function openPolkadotWallet(chain: DeployedSubstrate, demo: boolean): Promise<WalletFamily> {
  return open(chain, demo);
}
