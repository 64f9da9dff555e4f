/** Milliseconds that what somebody came for has to itself. */
const QUIET_MS = 2_000;

/** Runs `work` once the page has settled. Answers how to call it off. */
export function whenIdle(work: () => unknown): () => void {
  const timer = setTimeout(work, QUIET_MS);
  return () => clearTimeout(timer);
}
