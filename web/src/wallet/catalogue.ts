import type { WalletKind } from '../../../domain/address.ts';
import type { WalletType } from '../state/wallet-session.ts';

/** One line of the Connect Wallet dialog. */
export interface WalletOption {
  /** Id of the connector, or the wallet kind if there is no connector. */
  id: string;
  type: WalletType;
  name: string;
  /** The wallet's icon as a data URL, or null. */
  icon: string | null;
  /** A `remote` wallet is elsewhere, usually on a phone, and connects by QR code. */
  state: 'installed' | 'not_installed' | 'demo' | 'remote';
  note: string | null;
}

/** A wallet found in this browser, reduced to what the list needs. */
export interface FoundWallet {
  id: string;
  name: string;
  icon?: string | undefined;
}

export const DEMO_ID = 'mooring.demo';
/** The id of wagmi's connector. */
export const WALLETCONNECT_ID = 'walletConnect';
/** A browser wallet without EIP-6963, found only as `window.ethereum`. */
export const LEGACY_ID = 'injected';

interface KnownWallet {
  type: WalletType;
  name: string;
  rdns: string;
  install: string;
}

/** The two browser wallets named by the specification, with the ids they announce. */
export const KNOWN: readonly KnownWallet[] = [
  { type: 'metamask', name: 'MetaMask', rdns: 'io.metamask', install: 'https://metamask.io/download/' },
  {
    type: 'coinbase',
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
    install: 'https://www.coinbase.com/wallet/downloads',
  },
];

/** SubWallet, Talisman, Polkadot.js and every other extension that injects itself as they do. */
const POLKADOT: WalletOption = {
  id: 'polkadot',
  type: 'polkadot',
  name: 'SubWallet / Polkadot',
  icon: null,
  state: 'installed',
  note: null,
};
const POLKADOT_INSTALL = {
  url: 'https://www.subwallet.app/download.html',
  message: 'SubWallet/Polkadot extension not installed or not authorized',
};

const WALLETCONNECT: WalletOption = {
  id: WALLETCONNECT_ID,
  type: 'walletconnect',
  name: 'WalletConnect',
  icon: null,
  state: 'remote',
  note: 'The wallet on your phone, by QR code',
};

/** Only icons embedded in the announcement. A remote image would tell its host who connects here. */
function safeIcon(icon: string | undefined): string | null {
  const text = icon?.trim() ?? '';
  return /^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(text) ? text : null;
}

/** What a deployment offers beside the wallets found in this browser. */
export interface Offered {
  demo: boolean;
  walletConnect: boolean;
  /** Whether it has a Substrate chain, and this browser an extension for it. */
  polkadot: 'none' | 'missing' | 'installed';
}

/**
 * The dialog's list: installed wallets, the demo wallet, WalletConnect, and wallets that can be installed. MetaMask,
 * Coinbase and Polkadot come before other installed wallets. What a deployment does not offer is left out.
 */
export function walletOptions(
  found: readonly FoundWallet[],
  { demo, walletConnect, polkadot }: Offered,
): WalletOption[] {
  const installed = (wallet: FoundWallet, known?: KnownWallet): WalletOption => ({
    id: wallet.id,
    type: known?.type ?? wallet.id,
    name: known?.name ?? wallet.name,
    icon: safeIcon(wallet.icon),
    state: 'installed',
    note: null,
  });
  const list: WalletOption[] = [];
  const missing: WalletOption[] = [];
  for (const known of KNOWN) {
    const wallet = found.find((entry) => entry.id === known.rdns);
    if (wallet) list.push(installed(wallet, known));
    else
      missing.push({
        id: known.type,
        type: known.type,
        name: known.name,
        icon: null,
        state: 'not_installed',
        note: 'Not installed in this browser',
      });
  }
  if (polkadot === 'installed') list.push(POLKADOT);
  if (polkadot === 'missing')
    missing.push({ ...POLKADOT, state: 'not_installed', note: 'Not installed in this browser' });
  const others = found.filter(
    (entry) => entry.id !== DEMO_ID && !KNOWN.some((known) => known.rdns === entry.id),
  );
  list.push(...others.map((wallet) => installed(wallet)));
  if (__DEMO_WALLET__ && demo) {
    list.push({
      id: DEMO_ID,
      type: 'demo',
      name: 'Demo Wallet',
      icon: null,
      state: 'demo',
      note: 'Test accounts of the local chain. Their coins have no value.',
    });
  }
  if (walletConnect) list.push(WALLETCONNECT);
  return [...list, ...missing];
}

/** Where to install a missing wallet, with the specification's message. */
export function installHint(type: WalletType): { url: string; message: string } | null {
  if (type === 'polkadot') return POLKADOT_INSTALL;
  const known = KNOWN.find((entry) => entry.type === type);
  if (!known) return null;
  return {
    url: known.install,
    message: `${known.name} not installed. Please install ${known.name} extension.`,
  };
}

/** The family that a wallet of this type belongs to. The demo wallet has accounts in each. */
export function kindOf(type: WalletType): WalletKind {
  return type === 'polkadot' ? 'substrate' : 'evm';
}

/** Whether the customer chooses an account in the dialog, because the wallet does not choose one itself. */
export function picksAccount({ type, state }: WalletOption): boolean {
  return state === 'demo' || type === 'polkadot';
}

/** The id of the connector for a stored wallet type. */
export function connectorIdOf(type: WalletType): string {
  if (__DEMO_WALLET__ && type === 'demo') return DEMO_ID;
  if (type === 'walletconnect') return WALLETCONNECT_ID;
  return KNOWN.find((known) => known.type === type)?.rdns ?? type;
}
