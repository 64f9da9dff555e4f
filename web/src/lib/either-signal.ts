/** A signal that aborts with the first of the two. `AbortSignal.any` is newer than the browsers we build for. */
export function eitherSignal(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  if (other === undefined) return one;
  const either = new AbortController();
  for (const signal of [one, other]) {
    const stop = () => either.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: either.signal });
  }
  return either.signal;
}
