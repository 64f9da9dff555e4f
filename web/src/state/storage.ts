/** Every key that this site keeps in the browser, in one place. */
export const KEYS = {
  /** Wallet kind, name, address and chain of the connected wallet. */
  walletSession: 'walletSession',
  /** Bearer token of the signed-in wallet, with its address and end. */
  walletToken: 'walletToken',
  /** Wallet that was connected last, for the "Recent" mark. */
  recentWallet: 'recentWallet',
  /** Light or dark, as bare text because start.js reads it before the first paint. */
  theme: 'theme',
  /** The quote being bought, without identifying fields (those are in the server's draft). */
  quoteData: 'quoteData',
  transactionMetadata: 'transactionMetadata',
  /** Before the id of each purchase: its quote, what a wallet was asked for, and its payment. */
  purchase: 'purchase:',
  /** Session storage: what a visitor has typed across one reload, encrypted. Its key is in the address. */
  resumedForm: 'resumedForm',
  /** Session storage: the payment that this tab has made or follows. */
  transactionData: 'transactionData',
} as const;

/** What `work` answers; null if a store is blocked or full. A private window still works until it is closed. */
export function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Texts and JSON in one of the browser's stores. */
export const browserStore = (open: () => Storage) => ({
  text: (key: string) => attempt(() => open().getItem(key)),
  writeText: (key: string, text: string) => attempt(() => open().setItem(key, text)),
  read: (key: string): unknown => attempt(() => JSON.parse(open().getItem(key) ?? 'null')),
  /** Whether something is stored under `key`, readable or not. */
  has: (key: string) => attempt(() => open().getItem(key) !== null) ?? false,
  write: (key: string, value: unknown) => attempt(() => open().setItem(key, JSON.stringify(value))),
  remove: (key: string) => attempt(() => open().removeItem(key)),
  keys: (prefix: string) => attempt(() => Object.keys(open()).filter((key) => key.startsWith(prefix))) ?? [],
});
export type Store = ReturnType<typeof browserStore>;

export const local = browserStore(() => window.localStorage);
export const session = browserStore(() => window.sessionStorage);
