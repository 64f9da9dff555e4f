import { useEffect, useMemo, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { sameWallet } from '#domain/address.ts';
import { local, session } from '#web/state/storage.ts';
import { isSent, type Purchase, purchasesIn } from './record.ts';

/** Counts the changes of the records, by this tab or another. */
const changes = proxy({ count: 0 });
const tell = () => {
  changes.count += 1;
};
globalThis.addEventListener?.('storage', tell);

/** The purchases of this browser. */
export const purchases = purchasesIn(local, session, tell);

/** What `read` says of them now. It is another object only when it says something else. */
export function useRead<Value>(read: () => Value): Value {
  useSnapshot(changes, { sync: true }).count;
  const text = JSON.stringify(read());
  return useMemo(() => JSON.parse(text) as Value, [text]);
}

/** A purchase as it is now, in any tab. */
export const usePurchase = (id: string): Purchase | null => useRead(() => purchases.of(id));

/**
 * Whether another tab has a wallet open to pay for it.
 * @param here whether this tab has
 */
export function usePayingElsewhere(id: string, here: boolean): boolean {
  const asked = usePurchase(id)?.state === 'asked' && !here && Boolean(navigator.locks);
  useEffect(() => {
    if (!asked) return;
    // A tab that was closed with its wallet open leaves its record, but its lock is gone.
    const free = () => void (purchases.of(id)?.state === 'asked' && purchases.move(id, 'unknown'));
    void navigator.locks.request(lockOf(id), { mode: 'shared' }, free);
  }, [asked, id]);
  return asked;
}

/**
 * Whether this browser has paid for the purchase with this wallet. Then this tab follows that payment and has nothing to
 * pay.
 */
export function useSentAnywhere(id: string, address: string | null): boolean {
  const purchase = usePurchase(id);
  const [first] = useState(purchase?.state);
  const payment = purchase?.payment;
  const stands = purchase?.state === 'sent' || (purchase?.state === 'bought' && first !== 'bought');
  const own = stands && payment && isSent(payment) && address && sameWallet(payment.address, address);
  useEffect(() => {
    if (own) purchases.follow(id);
  }, [own, id]);
  return Boolean(own);
}

const lockOf = (id: string) => `mooring payment ${id}`;

/**
 * Runs `work` unless another tab of this browser is paying for the same purchase, in which case it returns `busy`. The lock
 * ends with its tab, so a closed tab blocks nobody. Without Web Locks, only the server's draft prevents a second payment.
 */
export async function payAlone<Result>(id: string, work: () => Promise<Result>): Promise<Result | 'busy'> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) =>
    lock === null ? 'busy' : work(),
  );
}
