import { ownTransaction, parseTransaction, type TransactionData, writeTransaction } from './purchase.ts';
import { KEYS, local } from './storage.ts';

/** Tells this browser's other tabs that a quote is paid for. The email address stays in its own tab. */
export function announceSent(transaction: TransactionData): void {
  local.write(KEYS.sentPayment, { ...transaction, email: '' });
}

/** The last payment sent by any tab of this browser, until it settles. */
export function readSent(): TransactionData | null {
  return parseTransaction(local.read(KEYS.sentPayment));
}

/** Makes this tab follow a payment sent by another tab, unless it already does. */
export function takeOver(sent: TransactionData): void {
  const own = ownTransaction();
  if (own?.storedQuoteId !== sent.storedQuoteId || own.givenUp) writeTransaction(sent);
}

const name = (storedQuoteId: string) => `mooring payment ${storedQuoteId}`;

/**
 * Runs `work` unless another tab of this browser is paying for the same quote, in which case it returns `busy`. The lock
 * ends with its tab, so a closed tab blocks nobody. Without Web Locks, only the server's draft prevents a second payment.
 */
export async function payAlone<Result>(
  storedQuoteId: string,
  work: () => Promise<Result>,
): Promise<Result | 'busy'> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name(storedQuoteId), { ifAvailable: true }, async (lock) =>
    lock === null ? 'busy' : work(),
  );
}

/** Resolves once no other tab is paying for the quote, because it finished or was closed. */
export async function whenFree(storedQuoteId: string, signal: AbortSignal): Promise<void> {
  if (!navigator.locks) return;
  await navigator.locks.request(name(storedQuoteId), { signal, mode: 'shared' }, async () => undefined);
}
