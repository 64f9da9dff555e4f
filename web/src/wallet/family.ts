import type { WalletKind } from '#domain/address.ts';
import type { ChainRef } from '#domain/chains.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import type { ConnectedWallet } from '#web/state/wallet-session.ts';
import type { FoundWallet, WalletOption } from './catalog.ts';
import type { ConsentAsked, ObjectionAsked, RevocationAsked } from './consent.ts';
import type { Payments } from './payments.ts';
import type { Batching, Sender, Together } from './sender.ts';

export const FAMILY_NAMES: Readonly<Record<WalletKind, string>> = { evm: 'Ethereum', substrate: 'Polkadot' };

export interface Pairing {
  /** Shows the `wc:` link that the wallet scans or opens. */
  show: (uri: string) => void;
  signal: AbortSignal;
}

/** An account among which the customer chooses in the dialog. */
export interface WalletAccount {
  /** Names it for `connectAs`: unique among all accounts. */
  id: string;
  name: string;
  address: string;
  /** What else tells it apart: its kind of key, its network. */
  note: string | null;
  /** What the demo wallet's faucet fills it with; null if it has none. */
  faucet: string | null;
}

export type AccountsFor = 'customers' | 'roles';

/** The wallets of one family of chains. All of its code loads when one of them is used. */
export interface WalletFamily {
  /** The accounts to choose from; throws WalletError. */
  accounts(option: WalletOption, purpose: AccountsFor): Promise<readonly WalletAccount[]>;
  connectAs(option: WalletOption, account: string): Promise<ConnectedWallet>;
  disconnect(): Promise<void>;
  /** Asks the wallet of the last visit whether it still shares its account. */
  revive(wallet: ConnectedWallet): Promise<void>;
  /** Whether the connected account is a contract on a chain, such as a Safe; false if its node does not say. */
  isContract(chain: ChainRef): Promise<boolean>;
  /** A free signature of a text by the connected account; throws WalletError. */
  signMessage(message: string): Promise<string>;
  /** The holder's free signature of a refund, checked against the screen; throws WalletError or ConsentMismatch. */
  signConsent(asked: ConsentAsked): Promise<string>;
  switchNetwork(chain: ChainRef): Promise<void>;
  /** Sends a transaction that the worker or the contract screen prepared for a chain of this family. */
  sender(call: ReadyCall): Promise<Sender>;
  fill(account: string): Promise<void>;
  payments: Payments;
}

/** What a family adds whose chains have our contract, and whose wallets are found before one of them is chosen. */
export interface ContractFamily extends WalletFamily {
  found(): FoundWallet[];
  watch(onChange: () => void): () => void;
  /** Connects a wallet that chooses its account. With `pairing`, one elsewhere that scans our code. Throws WalletError. */
  connect(option: WalletOption, pairing?: Pairing): Promise<ConnectedWallet>;
  /** Takes a consent back; throws WalletError. */
  revokeConsent(asked: RevocationAsked): Promise<void>;
  /** Objects to a change of a policy's holder, until that is mined; throws WalletError. */
  objectToHolderChange(asked: ObjectionAsked): Promise<void>;
  /** The chains on which the connected wallet does. */
  batching(): Promise<Readonly<Partial<Record<ChainRef, Batching>>>>;
  /** Sends several calls of one chain as one. */
  together(calls: readonly ReadyCall[]): Promise<Together>;
}
