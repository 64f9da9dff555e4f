/** Every key that this site keeps in the browser, in one place. */
export const KEYS = {
  /** Wallet kind, name, address and chain of the connected wallet. */
  walletSession: 'walletSession',
  /** Bearer token of the signed-in wallet, with its address and end. */
  walletToken: 'walletToken',
  /** Wallet that was connected last, for the "Recent" mark. */
  recentWallet: 'recentWallet',
  /** Light or dark, as bare text because theme.js reads it before the first paint. */
  theme: 'theme',
  /** The quote being bought, without identifying fields (those are in the server's draft). */
  quoteData: 'quoteData',
  transactionMetadata: 'transactionMetadata',
  /** A wallet request that is open or whose answer was lost. It prevents an accidental second payment. */
  paymentAttempt: 'paymentAttempt',
  /** A payment that was sent and has not settled. It keeps other tabs from paying for the same quote. */
  sentPayment: 'sentPayment',
  /** Session storage: the values of a quote form, without identifying fields. */
  quoteForm: 'quoteForm',
  /** Session storage: the unfinished claim. */
  claimForm: 'claimForm',
  /** Session storage: the last payment sent. */
  transactionData: 'transactionData',
} as const;

/** JSON in one of the browser's stores. A store that is blocked or full behaves as an empty one. */
function jsonStore(open: () => Storage) {
  return {
    read(key: string): unknown {
      try {
        const text = open().getItem(key);
        return text === null ? null : JSON.parse(text);
      } catch {
        return null;
      }
    },
    /** Whether something is stored under `key`, readable or not. */
    has(key: string): boolean {
      try {
        return open().getItem(key) !== null;
      } catch {
        return false;
      }
    },
    write(key: string, value: unknown): void {
      try {
        open().setItem(key, JSON.stringify(value));
      } catch {
        // A private window without storage still works until it is closed.
      }
    },
    remove(key: string): void {
      try {
        open().removeItem(key);
      } catch {
        // See write.
      }
    },
  };
}

export const local = jsonStore(() => window.localStorage);
export const session = jsonStore(() => window.sessionStorage);
