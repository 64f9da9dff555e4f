/** Every key that this site keeps in the browser, in one place. */
export const KEYS = {
  /** Wallet kind, name, address and chain of the connected wallet. */
  walletSession: 'walletSession',
  /** Bearer token of the signed-in wallet, with its address and end. */
  walletToken: 'walletToken',
  /** Wallet that was connected last, for the "Recent" mark. */
  recentWallet: 'recentWallet',
  /** Light or dark as chosen, bare text because theme.js reads it before the first paint. */
  theme: 'theme',
  /** The quote being bought; no identifying fields (they are in the server's draft). */
  quoteData: 'quoteData',
  transactionMetadata: 'transactionMetadata',
  /** A wallet request that is open or whose answer was lost, so that nobody pays twice by accident. */
  paymentAttempt: 'paymentAttempt',
  /** A payment that was sent and is not settled yet, so that another tab does not pay for the same quote. */
  sentPayment: 'sentPayment',
  /** Session storage: what is entered in a quote form, without identifying fields. */
  quoteForm: 'quoteForm',
  /** Session storage: the claim that is being written. */
  claimForm: 'claimForm',
  /** Session storage: the payment that was sent last. */
  transactionData: 'transactionData',
} as const;

/** JSON in one of the browser's stores; storage that is blocked or full behaves as an empty one. */
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
