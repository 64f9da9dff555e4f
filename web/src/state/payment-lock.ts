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
