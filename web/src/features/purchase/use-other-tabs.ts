import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { sameWallet } from '#domain/address.ts';
import { otherTabs } from '#web/state/other-tabs.ts';
import { readSent, takeOver, whenFree } from '#web/state/payment-lock.ts';
import {
  isSent,
  parseAttempt,
  parseTransaction,
  type StoredQuote,
  type TransactionData,
} from '#web/state/purchase.ts';

/**
 * Whether the quote was already paid in this browser. If so, this tab follows that payment and has nothing to pay.
 * The payment may come from this tab or another one.
 */
export function useSentAnywhere(stored: StoredQuote | null, address: string | null): boolean {
  const { sent } = useSnapshot(otherTabs);
  const [stands, setStands] = useState(() => stored !== null && adopt(stored, address, readSent()));
  useEffect(() => {
    if (stored !== null && adopt(stored, address, parseTransaction(sent))) setStands(true);
  }, [stored, address, sent]);
  // This tab's own payment may have been sent since.
  return stands || (stored !== null && isSent(stored));
}

function adopt(stored: StoredQuote, address: string | null, sent: TransactionData | null): boolean {
  if (isSent(stored)) return true;
  if (sent?.storedQuoteId !== stored.quoteId || address === null) return false;
  if (!sameWallet(sent.address, address)) return false;
  takeOver(sent);
  return isSent(stored);
}

export function usePayingElsewhere(stored: StoredQuote): boolean {
  const { attempt } = useSnapshot(otherTabs);
  const elsewhere = parseAttempt(attempt)?.storedQuoteId === stored.quoteId;
  useEffect(() => {
    if (!elsewhere) return;
    const leaving = new AbortController();
    // A tab closed with its wallet open leaves its entry in storage, but its lock is gone.
    whenFree(stored.quoteId, leaving.signal).then(
      () => {
        if (navigator.locks) otherTabs.attempt = null;
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [elsewhere, stored]);
  return elsewhere;
}
