import type { WalletKind } from '#domain/address.ts';
import type { WalletType } from '#web/state/wallet-session.ts';

export interface WalletOption {
  /** Id of the connector, or the wallet kind if there is no connector. */
  id: string;
  type: WalletType;
  name: string;
  /** The wallet's icon as a data URL, or null. */
  icon: string | null;
  /** A `remote` wallet is elsewhere, usually on a phone, and connects by QR code. An `app` opens this site itself. */
  state: 'installed' | 'not_installed' | 'demo' | 'remote' | 'app';
  note: string | null;
}

export interface FoundWallet {
  id: string;
  name: string;
  icon?: string | undefined;
}

export const DEMO_ID = 'mooring.demo';
export const WALLETCONNECT_ID = 'walletConnect';
/** A browser wallet without EIP-6963, found only as `window.ethereum`. */
export const LEGACY_ID = 'injected';

/** Among wallets that announce one name, all but the first have the id `rdns#uuid`. The uuid lasts until a reload. */
export const namesakeId = ({ rdns, uuid }: { rdns: string; uuid: string }) => `${rdns}#${uuid}`;
export const rdnsOf = (id: string) => id.split('#')[0] ?? id;

interface KnownWallet {
  type: WalletType;
  name: string;
  rdns: string;
  install: string;
  /** The link that opens one of our pages in the browser of its app, as its vendor documents it. */
  open: (page: URL) => string;
}

/** The two browser wallets named by the specification, with the ids they announce. */
const KNOWN: readonly KnownWallet[] = [
  {
    type: 'metamask',
    name: 'MetaMask',
    rdns: 'io.metamask',
    install: 'https://metamask.io/download/',
    // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/
    open: ({ host, pathname, search, hash }) =>
      `https://link.metamask.io/dapp/${host}${pathname}${search}${hash}`,
  },
  {
    type: 'coinbase',
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
    install: 'https://www.coinbase.com/wallet/downloads',
    // https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
    open: ({ origin, pathname, search }) =>
      `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(`${origin}${pathname}${search}`)}`,
  },
];

const option = (
  id: string,
  type: WalletType,
  name: string,
  state: WalletOption['state'],
  note: string | null = null,
): WalletOption => ({ id, type, name, icon: null, state, note });

const MISSING = 'Not installed in this browser';

/** SubWallet, Talisman, Polkadot.js and every other extension that injects itself as they do. */
const POLKADOT = option('polkadot', 'polkadot', 'SubWallet / Polkadot', 'installed');
export const isInjected = () =>
  Object.keys((window as { injectedWeb3?: object }).injectedWeb3 ?? {}).length > 0;
const POLKADOT_INSTALL = {
  url: 'https://www.subwallet.app/download.html',
  message: 'SubWallet/Polkadot extension not installed or not authorized',
};

const PHONE = 'The wallet on your phone, by QR code';
const APP = 'Any other wallet app on this phone';
const WALLETCONNECT = option(WALLETCONNECT_ID, 'walletconnect', 'WalletConnect', 'remote');

const PLAY_MONEY = 'Test accounts of the local chain. Their coins have no value.';

/** Only icons embedded in the announcement. A remote image would tell its host who connects here. */
function safeIcon(icon: string | undefined): string | null {
  const text = icon?.trim() ?? '';
  return /^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(text) ? text : null;
}

/** The wallets that announce this name. Usually it is one; of several, each says so. */
function installedAs(found: readonly FoundWallet[], rdns: string, known?: KnownWallet): WalletOption[] {
  const namesakes = found.filter(({ id }) => rdnsOf(id) === rdns);
  return namesakes.map(({ id, name, icon }, index) => ({
    id,
    type: known?.type ?? rdns,
    name: index === 0 ? (known?.name ?? name) : `${name} (${index + 1})`,
    icon: safeIcon(icon),
    state: 'installed',
    note: namesakes.length > 1 ? `One of ${namesakes.length} wallets here that announce ${rdns}` : null,
  }));
}

export interface Offered {
  demo: boolean;
  /** Whether the device is used by touch: its wallets are apps, and nothing can be installed in the browser. */
  touch: boolean;
  walletConnect: boolean;
  /** Whether it has a Substrate chain, and this browser an extension for it. */
  polkadot: 'none' | 'missing' | 'installed';
}

/**
 * The dialog's list: installed wallets, the demo wallet, WalletConnect, and wallets that can be installed. MetaMask,
 * Coinbase and Polkadot come before other installed wallets. On a phone, where nothing can be installed, the wallets' apps
 * and WalletConnect come right after what its browser has. What a deployment does not offer is left out.
 */
export function walletOptions(
  found: readonly FoundWallet[],
  { demo, touch, walletConnect, polkadot }: Offered,
): WalletOption[] {
  const list: WalletOption[] = [];
  const missing: WalletOption[] = [];
  for (const known of KNOWN) {
    const installed = installedAs(found, known.rdns, known);
    list.push(...installed);
    if (installed.length > 0) continue;
    const { type, name } = known;
    missing.push(
      touch
        ? option(type, type, `Open in ${name}`, 'app', 'Opens this site in the browser of the app')
        : option(type, type, name, 'not_installed', MISSING),
    );
  }
  if (polkadot === 'installed') list.push(POLKADOT);
  if (polkadot === 'missing' && !touch) missing.push({ ...POLKADOT, state: 'not_installed', note: MISSING });
  const others = new Set(found.map(({ id }) => rdnsOf(id)));
  for (const { rdns } of [...KNOWN, { rdns: DEMO_ID }]) others.delete(rdns);
  list.push(...[...others].flatMap((rdns) => installedAs(found, rdns)));
  const demos = __DEMO_WALLET__ && demo ? [option(DEMO_ID, 'demo', 'Demo Wallet', 'demo', PLAY_MONEY)] : [];
  const remote = walletConnect ? [{ ...WALLETCONNECT, note: touch ? APP : PHONE }] : [];
  return touch ? [...list, ...missing, ...remote, ...demos] : [...list, ...demos, ...remote, ...missing];
}

/** Where to install a missing wallet, with the specification's message. */
export function installHint(type: WalletType): { url: string; message: string } | null {
  if (type === 'polkadot') return POLKADOT_INSTALL;
  const known = KNOWN.find((entry) => entry.type === type);
  if (!known) return null;
  const { install: url, name } = known;
  return { url, message: `${name} not installed. Please install ${name} extension.` };
}

/**
 * The link that opens `page` in a wallet's app; null for wallets that have none. Its fragment stays one, because it must never
 * reach a server, and is left out where the link has no place for it.
 */
export function appLink(type: WalletType, page: string): string | null {
  return KNOWN.find((entry) => entry.type === type)?.open(new URL(page)) ?? null;
}

/** The family that a wallet of this type belongs to. The demo wallet has accounts in each. */
export function kindOf(type: WalletType): WalletKind {
  return type === 'polkadot' ? 'substrate' : 'evm';
}

/** Whether the customer chooses an account in the dialog, because the wallet does not choose one itself. */
export function picksAccount({ type, state }: WalletOption): boolean {
  return state === 'demo' || type === 'polkadot';
}

export function connectorIdOf(type: WalletType): string {
  if (__DEMO_WALLET__ && type === 'demo') return DEMO_ID;
  if (type === 'walletconnect') return WALLETCONNECT_ID;
  return KNOWN.find((known) => known.type === type)?.rdns ?? type;
}
