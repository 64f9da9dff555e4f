import { useEffect, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { readFigures } from './queries.ts';

interface Answered<Data> {
  data: Data | null;
  isPending: boolean;
  retry: () => void;
}

/** Reads once per mount. For pages that load without React Query. */
function useAnswer<Data>(read: (signal: AbortSignal) => Promise<Data>): Answered<Data> {
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

const FIGURES = [
  ['pool_usd', 'Pool', 'available to pay claims'],
  ['cover_in_force_usd', 'Cover in force', 'over all policies at this moment'],
  ['claims_paid_usd', 'Claims paid', 'since the first policy'],
] as const;

const PaidClaims = lazyPart(() => import('./paid-claims.tsx'));

/** What an insurer without policies or claims has to show. */
const shown = (usd: number) => (usd > 0 ? formatUsd(usd) : 'None yet');

export default function Figures() {
  const { data, isPending, retry } = useAnswer(readFigures);
  // The place of the claims is kept until it is known that there are none.
  const place = data?.claims_paid_usd === 0 ? '' : 'min-h-232 sm:min-h-112';
  return (
    <section aria-labelledby="figures-title" className={`page py-12 ${place}`}>
      <h2 id="figures-title" className="text-2xl">
        What we hold, and what we have paid
      </h2>
      <dl aria-busy={isPending} className="mt-6 grid gap-8 sm:grid-cols-3 sm:divide-x sm:divide-line">
        {FIGURES.map(([key, label, note], index) => (
          <div key={label} className={index > 0 ? 'sm:pl-8' : undefined}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures mt-1 min-h-11 text-3xl font-semibold tracking-tight">
              {data && shown(data[key])}
              {isPending && <Skeleton className="mt-1.5 h-8 w-40" />}
              {!data && !isPending && (
                <span className="text-base font-normal tracking-normal text-muted">
                  not available just now
                </span>
              )}
            </dd>
            <dd className="text-sm text-muted">{note}</dd>
          </div>
        ))}
      </dl>
      {!data && !isPending && (
        <Button variant="secondary" size="small" className="mt-6" onClick={retry}>
          Try Again
        </Button>
      )}
      {data && <PaidClaims fallback={<div aria-hidden className="min-h-40" />} figures={data} />}
    </section>
  );
}
