import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { sameWallet } from '#domain/address.ts';
import { KEYS, local, session } from '#web/state/storage.ts';
import { type Purchase, purchasesIn } from './record.ts';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of [...listeners]) listener();
};

/** The purchases of this browser. */
export const purchases = purchasesIn(local, session, tell);

/** Those for which another tab has a wallet open, as far as this tab has heard. */
const elsewhere = new Set<string>();

function hear({ key, newValue }: StorageEvent): void {
  if (!key?.startsWith(KEYS.purchase)) return;
  const id = key.slice(KEYS.purchase.length);
  if (newValue !== null && purchases.of(id)?.state === 'asked') {
    elsewhere.add(id);
    // A tab that was closed with its wallet open leaves its record, but its lock is gone.
    void whenFree(id)?.then(() => {
      elsewhere.delete(id);
      if (purchases.of(id)?.state === 'asked') purchases.move(id, 'unknown');
      tell();
    });
  } else elsewhere.delete(id);
  tell();
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', hear);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', hear);
  };
}

/** A purchase as it is now, in any tab. */
export function usePurchase(id: string): Purchase | null {
  const text = useSyncExternalStore(subscribe, () => local.text(`${KEYS.purchase}${id}`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the record.
  return useMemo(() => purchases.of(id), [id, text]);
}

/** Whether another tab has a wallet open to pay for it. */
export const usePayingElsewhere = (id: string): boolean =>
  useSyncExternalStore(subscribe, () => elsewhere.has(id));

/**
 * Whether this browser has paid for the purchase with this wallet. Then this tab follows that payment and has nothing to
 * pay.
 */
export function useSentAnywhere(id: string, address: string | null): boolean {
  const purchase = usePurchase(id);
  const [first] = useState(purchase?.state);
  const payment = purchase?.payment;
  const stands = purchase?.state === 'sent' || (purchase?.state === 'bought' && first !== 'bought');
  const own = stands && payment != null && address !== null && sameWallet(payment.address, address);
  useEffect(() => {
    if (own) purchases.follow(id);
  }, [own, id]);
  return own;
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

/** Resolves once no other tab is paying for it; null where the browser cannot tell. */
const whenFree = (id: string): Promise<void> | null =>
  navigator.locks?.request(lockOf(id), { mode: 'shared' }, async () => undefined) ?? null;
