import { useQuery } from '@tanstack/react-query';
import { BUCKETS } from '#domain/admin/books-schema.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { AGED_LABELS } from '#domain/books/labels.ts';
import { formatUsd } from '#domain/money.ts';
import { SmallTable } from '#web/features/admin/insight/parts.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { formatCount } from '#web/lib/format.ts';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const agingQuery = adminApi.query(reportsApi.getAging);

function Sum({ count, usd }: { count: number; usd: string }) {
  if (count === 0) return <span className="text-muted">—</span>;
  return (
    <span className="flex flex-col items-end leading-snug">
      {formatUsd(usd)}
      <span className="text-xs font-normal text-muted">{formatCount(count)}</span>
    </span>
  );
}

/** What waits for a decision, a payout or a refund, by how long. */
export function AgingCard() {
  const query = useQuery(agingQuery);
  return (
    <LoadedSection
      title="Aging"
      note="What waits, by days: its amount and how many. Claims are worth their reserve."
      query={query}
      failed="Failed to load the aging"
      loading={<Skeleton className="h-52" />}
    >
      {({ lines, as_of }) => (
        <>
          <SmallTable
            caption="Aging"
            columns={[
              ['What waits'],
              ...BUCKETS.map((bucket) => [`${bucket} days`, 'end'] as const),
              ['Total', 'end'],
            ]}
            rows={lines.map(({ kind, buckets, total }) => ({
              key: kind,
              cells: [
                AGED_LABELS[kind],
                ...buckets.map(({ bucket, ...sum }) => <Sum key={bucket} {...sum} />),
                <Sum key="total" {...total} />,
              ],
            }))}
          />
          <p className="mt-3 text-xs text-muted">
            As of <ShortMoment at={as_of} />
          </p>
        </>
      )}
    </LoadedSection>
  );
}
