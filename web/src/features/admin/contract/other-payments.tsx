import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '../../../../../domain/money.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { ShortDate, words } from '../parts/cells.tsx';
import { DeskLink } from '../record/pairs.tsx';
import { otherPaymentsQuery } from './queries.ts';

/** Claims that were paid by other means, as anyone reads them: the chain does not show them. */
export function OtherPayments() {
  const { data, error, isFetching, refetch } = useQuery(otherPaymentsQuery);
  return (
    <Card className="p-4">
      <h2 id="paid-outside" className="text-sm font-semibold tracking-normal">
        Paid outside the chain
      </h2>
      {!data && error && (
        <LoadError title="Failed to load the payments" small busy={isFetching} onRetry={refetch}>
          {messageOf(error)}
        </LoadError>
      )}
      {!data && !error && <Skeleton className="mt-2 h-16" />}
      {data?.entries.length === 0 && (
        <p className="mt-2 text-[0.8125rem] text-muted">No claim was paid outside the chain.</p>
      )}
      {data && data.entries.length > 0 && (
        <ul aria-labelledby="paid-outside" className="mt-2 flex flex-col divide-y divide-line">
          {data.entries.map((one) => (
            <li
              key={one.claim_number}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 text-[0.8125rem]"
            >
              <span>
                <DeskLink to="/admin/claims" open={Number(one.claim_number.replace(/\D+/, ''))}>
                  {one.claim_number}
                </DeskLink>{' '}
                · {words(one.method)} · <ShortDate at={one.paid_at} />
              </span>
              <span className="figures font-medium">{formatUsd(one.usd)}</span>
            </li>
          ))}
        </ul>
      )}
      {data?.next != null && (
        <p className="mt-2 text-[0.8125rem] text-muted">These are the latest {data.entries.length}.</p>
      )}
    </Card>
  );
}
