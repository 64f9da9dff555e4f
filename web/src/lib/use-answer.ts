import { useEffect, useState } from 'react';

/** What came of a read: still under way, come to nothing, or its answer. */
export interface Answered<Data> {
  data: Data | null;
  isPending: boolean;
}

/** Reads once for as long as the component stands. For pages that load without React Query. */
export function useAnswer<Data>(read: (signal: AbortSignal) => Promise<Data>): Answered<Data> {
  const [answer, setAnswer] = useState<Answered<Data>>({ data: null, isPending: true });
  useEffect(() => {
    const leaving = new AbortController();
    read(leaving.signal).then(
      (data) => setAnswer({ data, isPending: false }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ data: null, isPending: false });
      },
    );
    return () => leaving.abort();
  }, [read]);
  return answer;
}
