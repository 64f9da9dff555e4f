import { formatUsd } from '../../../../domain/money.ts';
import { longMoment } from '../../lib/format.ts';
import { useAnswer } from '../../lib/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readFigures, type Figures as Values } from './queries.ts';

const FIGURES: readonly {
  label: string;
  note: string;
  value: (figures: Values) => number;
}[] = [
  { label: 'Pool', note: 'available to pay claims', value: ({ pool_usd }) => pool_usd },
  {
    label: 'Cover in force',
    note: 'over all policies at this moment',
    value: ({ cover_in_force_usd }) => cover_in_force_usd,
  },
  { label: 'Claims paid', note: 'since the first policy', value: ({ claims_paid_usd }) => claims_paid_usd },
];

export default function Figures() {
  const { data, isPending, retry } = useAnswer(readFigures);
  return (
    <section aria-labelledby="figures-title" className="page min-h-112 py-14 sm:min-h-62">
      <h2 id="figures-title" className="sr-only">
        Mooring in figures
      </h2>
      <dl aria-busy={isPending} className="grid gap-8 sm:grid-cols-3 sm:divide-x sm:divide-line">
        {FIGURES.map(({ label, note, value }, index) => (
          <div key={label} className={index > 0 ? 'sm:pl-8' : undefined}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures mt-1 min-h-11 text-3xl font-semibold tracking-tight">
              {data && formatUsd(value(data))}
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
      {data && (
        <p className="mt-6 text-sm text-muted">
          Read from the chain on {longMoment(data.as_of)}, in US dollars at that moment’s rates.
          {data.unreachable.length > 0 &&
            ` ${data.unreachable.join(' and ')} could not be reached, so the pool there is not counted.`}
        </p>
      )}
    </section>
  );
}
