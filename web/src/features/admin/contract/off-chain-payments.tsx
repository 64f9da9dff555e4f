import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '#domain/money.ts';
import * as registryApi from '#domain/registry/api.ts';
import { ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/pairs.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/states.tsx';

/** Claims that were paid outside the chain, latest first: the public list that anyone can read. */
const offChainPaymentsQuery = adminApi.pageQuery(registryApi.listOffChainPayments, {
  query: { limit: 50 },
});

/** Claims that were paid by other means, as anyone reads them: the chain does not show them. */
export function OffChainPayments() {
  return (
    <LoadedSection
      title="Paid outside the chain"
      failed="Failed to load the payments"
      query={useQuery(offChainPaymentsQuery)}
      loading={<Skeleton className="h-16" />}
    >
      {({ entries, next }) => (
        <>
          {entries.length === 0 && (
            <p className="text-[0.8125rem] text-muted">No claim was paid outside the chain.</p>
          )}
          <ul aria-label="Paid outside the chain" className="flex flex-col divide-y divide-line">
            {entries.map((one) => (
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
          {next !== null && (
            <p className="mt-2 text-[0.8125rem] text-muted">These are the latest {entries.length}.</p>
          )}
        </>
      )}
    </LoadedSection>
  );
}
