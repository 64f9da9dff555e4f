import { useEffect, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
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

const claimsPlace = <div aria-hidden className="min-h-24 sm:min-h-40" />;

export default function Figures() {
  const { data, isPending, retry } = useAnswer(readFigures);
  // The place of the claims is kept until it is known that there are none.
  const place = data?.claims_paid_usd === 0 ? '' : 'min-h-100 sm:min-h-112';
  return (
    <section aria-labelledby="figures-title" className={`page py-6 md:py-12 ${place}`}>
      <h2 id="figures-title" className="text-xl md:text-2xl">
        What we hold, and what we have paid
      </h2>
      <dl
        aria-busy={isPending}
        className="mt-4 grid gap-3 sm:mt-6 sm:grid-cols-3 sm:gap-8 sm:divide-x sm:divide-line"
      >
        {FIGURES.map(([key, label, note], index) => (
          <div
            key={label}
            className={cn('max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4', index > 0 && 'sm:pl-8')}
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures text-xl font-semibold tracking-tight max-sm:row-span-2 sm:mt-1 sm:min-h-11 sm:text-3xl">
              {data && shown(data[key])}
              {isPending && <Skeleton className="h-7 w-24 sm:mt-1.5 sm:h-8 sm:w-40" />}
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
      {data && (
        <WhenNear fallback={claimsPlace} margin="0px">
          <PaidClaims fallback={claimsPlace} figures={data} />
        </WhenNear>
      )}
    </section>
  );
}
