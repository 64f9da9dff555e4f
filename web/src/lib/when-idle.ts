/** Milliseconds that what somebody came for has to itself. */
const QUIET_MS = 2_000;

/** Runs `work` once the page has settled. Answers how to call it off. */
export function whenIdle(work: () => unknown): () => void {
  const timer = setTimeout(work, QUIET_MS);
  return () => clearTimeout(timer);
}

const LONGEST_MS = 1_000;

/** Runs `work` as soon as the browser has nothing else to do, and after a second at the latest. Safari cannot tell. */
export function whenFree(work: () => void): void {
  globalThis.requestIdleCallback?.(work, { timeout: LONGEST_MS }) ?? setTimeout(work);
}
