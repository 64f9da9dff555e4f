const name = (storedQuoteId: string) => `mooring payment ${storedQuoteId}`;

/**
 * Runs `work` unless another tab of this browser is paying for the same quote: then `busy`. The lock goes with its tab, so
 * a closed one holds nobody up. Where the browser has no locks, the server's word on the draft is what is left.
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

/** Resolves once no other tab is paying for the quote any more, because it is done or closed. */
export async function whenFree(storedQuoteId: string, signal: AbortSignal): Promise<void> {
  if (!navigator.locks) return;
  await navigator.locks.request(name(storedQuoteId), { signal, mode: 'shared' }, async () => undefined);
}
