import { useEffect, useState } from 'react';

export interface Answered<Data> {
  data: Data | null;
  isPending: boolean;
  retry: () => void;
}

/** Reads once per mount. For pages that load without React Query. */
export function useAnswer<Data>(read: (signal: AbortSignal) => Promise<Data>): Answered<Data> {
  const [answer, setAnswer] = useState<Omit<Answered<Data>, 'retry'>>({ data: null, isPending: true });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads once more.
  useEffect(() => {
    const leaving = new AbortController();
    read(leaving.signal).then(
      (data) => setAnswer({ data, isPending: false }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ data: null, isPending: false });
      },
    );
    return () => leaving.abort();
  }, [read, attempt]);
  const retry = () => {
    setAnswer({ data: null, isPending: true });
    setAttempt((count) => count + 1);
  };
  return { ...answer, retry };
}
