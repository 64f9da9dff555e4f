import type { WalletType } from '../state/wallet-session.ts';

/** One line of the Connect Wallet dialog. */
export interface WalletOption {
  /** Id of the connector, or the wallet kind if there is no connector. */
  id: string;
  type: WalletType;
  name: string;
  /** The wallet's icon as a data URL, or null. */
  icon: string | null;
  state: 'installed' | 'not_installed' | 'unavailable' | 'demo';
  note: string | null;
}

/** A wallet found in this browser, reduced to what the list needs. */
export interface FoundWallet {
  id: string;
  name: string;
  icon?: string | undefined;
}

export const DEMO_ID = 'mooring.demo';
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

const UNAVAILABLE: readonly WalletOption[] = [
  {
    id: 'polkadot',
    type: 'polkadot',
    name: 'SubWallet / Polkadot',
    icon: null,
    state: 'unavailable',
    note: 'Not available yet: we do not insure on a Polkadot network.',
  },
  {
    id: 'walletconnect',
    type: 'walletconnect',
    name: 'WalletConnect',
    icon: null,
    state: 'unavailable',
    note: 'Not available yet: phone wallets by QR code will follow.',
  },
];

/** Only icons embedded in the announcement. A remote image would tell its host who connects here. */
function safeIcon(icon: string | undefined): string | null {
  const text = icon?.trim() ?? '';
  return /^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(text) ? text : null;
}

/**
 * The dialog's list: installed wallets, the demo wallet, wallets that can be installed, and wallets we do not support.
 * MetaMask and Coinbase come before other installed wallets.
 */
export function walletOptions(found: readonly FoundWallet[], demo: boolean): WalletOption[] {
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
  return [...list, ...missing, ...UNAVAILABLE];
}

/** Where to install a missing wallet, with the specification's message. */
export function installHint(type: WalletType): { url: string; message: string } | null {
  const known = KNOWN.find((entry) => entry.type === type);
  if (!known) return null;
  return {
    url: known.install,
    message: `${known.name} not installed. Please install ${known.name} extension.`,
  };
}

/** The id of the connector for a stored wallet type. */
export function connectorIdOf(type: WalletType): string {
  if (__DEMO_WALLET__ && type === 'demo') return DEMO_ID;
  return KNOWN.find((known) => known.type === type)?.rdns ?? type;
}
