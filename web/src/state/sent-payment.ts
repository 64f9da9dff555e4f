import { parseTransaction, readTransaction, type TransactionData, writeTransaction } from './purchase.ts';
import { KEYS, local } from './storage.ts';

/** Tells this browser's other tabs that a quote is paid for; without the email address, which stays in its own tab. */
export function announceSent(transaction: TransactionData): void {
  local.write(KEYS.sentPayment, { ...transaction, email: '' });
}

/** The payment that any tab of this browser sent last and that is not settled yet. */
export function readSent(): TransactionData | null {
  return parseTransaction(local.read(KEYS.sentPayment));
}

/** Follows a payment of another tab in this one too, unless this tab follows it already. */
export function takeOver(sent: TransactionData): void {
  const own = readTransaction();
  const known =
    own !== null && own !== 'malformed' && own.storedQuoteId === sent.storedQuoteId && !own.givenUp;
  if (!known) writeTransaction(sent);
}
