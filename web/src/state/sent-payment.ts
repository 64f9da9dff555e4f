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
