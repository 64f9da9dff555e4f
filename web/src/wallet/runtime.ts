import type { WalletKind } from '#domain/address.ts';
import type { ChainRef } from '#domain/chains.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { type Deployment, loadDeployment, networkIn } from '#web/lib/deployment.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { type ConnectedWallet, setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { isInjected, kindOf, type WalletOption, walletOptions } from './catalog.ts';
import type { ConsentAsked, ObjectionAsked, RevocationAsked } from './consent.ts';
import { WalletError } from './errors.ts';
import type { AccountsFor, ContractFamily, Pairing, WalletAccount, WalletFamily } from './family.ts';
import type { Payments } from './payments.ts';
import type { Batching, Sender, Together } from './sender.ts';

/** Milliseconds after which extensions that do not announce themselves are looked for once more. */
const LATE_MS = 1_000;

/** A chain with a number is an EVM chain, one with a genesis hash a Substrate chain. */
const kindOfChain = (chain: ChainRef): WalletKind => (/^\d+$/.test(chain) ? 'evm' : 'substrate');

/**
 * The wallets of this site, of every family. It loads a family's code when one of its wallets is used; nothing else asks
 * which family a wallet or a chain belongs to.
 */
function open(deployment: Deployment) {
  const loading: { evm?: Promise<ContractFamily>; substrate?: Promise<WalletFamily> } = {};

  /** A failed load is retried on the next call. */
  function evm(): Promise<ContractFamily> {
    loading.evm ??= loadPart(() => import('./evm/wallet.ts'))
      .then(({ openEvmWallet }) => openEvmWallet(deployment))
      .catch((error: unknown) => {
        delete loading.evm;
        throw error;
      });
    return loading.evm;
  }

  function substrate(): Promise<WalletFamily> {
    const chain = deployment.substrate;
    if (chain === null) throw new WalletError('other', 'Network not found');
    loading.substrate ??= loadPart(() => import('./polkadot/wallet.ts'))
      .then(({ openPolkadotWallet }) => openPolkadotWallet(chain, deployment.demo_wallet))
      .catch((error: unknown) => {
        delete loading.substrate;
        throw error;
      });
    return loading.substrate;
  }

  const family = async (kind: WalletKind): Promise<WalletFamily> => (kind === 'evm' ? evm() : substrate());

  /** The family of the connected wallet; throws WalletError without one. */
  async function own(): Promise<WalletFamily> {
    const { wallet } = walletSession;
    if (wallet === null) throw new WalletError('other', 'Wallet not connected');
    return family(wallet.kind);
  }

  const at = (chain: ChainRef) => family(kindOfChain(chain));

  let known: ContractFamily | null = null;

  const payments: Payments = {
    async check(answer, expected) {
      const { wallet } = walletSession;
      if (answer.payment.kind === (wallet?.kind ?? 'evm')) {
        return (await family(answer.payment.kind)).payments.check(answer, expected);
      }
      throw new WalletError('refused', `Payments not supported for ${wallet?.type ?? 'this wallet'}`);
    },
    balances: async (chain) => (await at(chain)).payments.balances(chain),
    estimate: async (payment, batches) => (await at(payment.chain)).payments.estimate(payment, batches),
    authorize: async (payment, onStage, batches) =>
      (await at(payment.chain)).payments.authorize(payment, onStage, batches),
    approve: async (payment, onStage) => (await at(payment.chain)).payments.approve(payment, onStage),
    purchase: async (payment, onSigned) => (await at(payment.chain)).payments.purchase(payment, onSigned),
    waitForReceipt: async (sent, ...follow) =>
      (await at(sent.chainId)).payments.waitForReceipt(sent, ...follow),
    confirmations: async (chain, hash) => (await at(chain)).payments.confirmations(chain, hash),
    attemptState: async (attempt) => (await at(attempt.chainId)).payments.attemptState(attempt),
  };

  return {
    deployment,
    payments,
    /** A role's wallet may be of another family than the call; then the call's family says so. */
    sender: async (call: ReadyCall): Promise<Sender> => (await family(call.kind)).sender(call),
    /**
     * Where the connected wallet carries out several calls as one. Polkadot's `utility.batchAll` could, but no contract there
     * refuses a second payment: each is reported by its own hash before it is sent, so each is signed on its own.
     */
    batching: async (): Promise<Readonly<Partial<Record<ChainRef, Batching>>>> =>
      walletSession.wallet?.kind === 'evm' ? (await evm()).batching() : {},
    together: async (calls: readonly ReadyCall[]): Promise<Together> => (await evm()).together(calls),
    /** Looks for the wallets of this browser, before one is chosen. */
    async discover(): Promise<void> {
      known = await evm();
    },
    options: (): WalletOption[] =>
      walletOptions(known?.found() ?? [], {
        demo: deployment.demo_wallet,
        touch: window.matchMedia('(pointer: coarse)').matches,
        walletConnect: deployment.walletconnect !== null,
        polkadot: deployment.substrate === null ? 'none' : isInjected() ? 'installed' : 'missing',
      }),
    watchOptions(onChange: () => void): () => void {
      const timer = setTimeout(onChange, LATE_MS);
      const unwatch = known?.watch(onChange);
      return () => {
        clearTimeout(timer);
        unwatch?.();
      };
    },
    connect: async (option: WalletOption, pairing?: Pairing): Promise<ConnectedWallet> =>
      (await evm()).connect(option, pairing),
    /** The accounts of a wallet that does not choose one itself: an extension's, or the demo wallet's of every family. */
    async accounts(option: WalletOption, purpose: AccountsFor): Promise<WalletAccount[]> {
      if (option.state !== 'demo')
        return [...(await (await family(kindOf(option.type))).accounts(option, purpose))];
      const families = await Promise.all([evm(), ...(deployment.substrate ? [substrate()] : [])]);
      const lists = await Promise.allSettled(families.map((one) => one.accounts(option, purpose)));
      const found = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
      const failed = lists.find((list) => list.status === 'rejected');
      if (found.length === 0 && failed) throw failed.reason;
      return found;
    },
    connectAs: async (option: WalletOption, account: string): Promise<ConnectedWallet> =>
      (await familyOfAccount(option, account)).connectAs(option, account),
    fill: async (option: WalletOption, account: string): Promise<void> =>
      (await familyOfAccount(option, account)).fill(account),
    async disconnect(): Promise<void> {
      setDisconnected('user');
      await Promise.all(Object.values(loading).map(async (one) => (await one).disconnect()));
    },
    async revive(wallet: ConnectedWallet): Promise<void> {
      // A deployment may have given up the chain since.
      if (wallet.kind === 'substrate' && deployment.substrate === null) return setDisconnected('wallet');
      await (await family(wallet.kind)).revive(wallet);
    },
    isContract: async (chain: ChainRef) => (await own()).isContract(chain),
    signMessage: async (message: string) => (await own()).signMessage(message),
    signConsent: async (asked: ConsentAsked) => (await own()).signConsent(asked),
    objectToHolderChange: async (asked: ObjectionAsked) => (await evm()).objectToHolderChange(asked),
    revokeConsent: async (asked: RevocationAsked) => (await evm()).revokeConsent(asked),
    async switchNetwork(chain: ChainRef): Promise<void> {
      if (networkIn(deployment, chain) === null) throw new WalletError('other', 'Network not found');
      await (await own()).switchNetwork(chain);
    },
  };

  function familyOfAccount(option: WalletOption, account: string): Promise<WalletFamily> {
    if (option.state !== 'demo') return family(kindOf(option.type));
    return family(account.length === 42 ? 'evm' : 'substrate');
  }
}

export type WalletRuntime = ReturnType<typeof open>;

/** Every wallet of this deployment, ready to connect. No family's code is loaded yet. */
export async function openWallet(): Promise<WalletRuntime> {
  return open(await loadDeployment());
}
