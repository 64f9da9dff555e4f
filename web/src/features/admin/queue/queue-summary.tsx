import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { QUEUE_SECTION_LABELS } from '#domain/admin/records-schema.ts';
import { DeskLoaded } from '#web/features/admin/parts/screen.tsx';
import { queueQuery } from '#web/features/admin/queries.ts';
import { cn } from '#web/lib/cn.ts';
import { formatCount } from '#web/lib/format.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { keyOf } from './display.ts';
import { ItemRow } from './item-row.tsx';

/** Items shown of what there is to do. */
const FIRST = 3;

/** How much waits in each section, and what comes first. */
export function QueueSummary() {
  const queue = useQuery(queueQuery);
  return (
    <section aria-label="Work queue" className="@container mb-4">
      <h2 className="mb-2 flex flex-wrap items-baseline justify-between gap-3 text-base">
        Work queue
        <Link
          to="/admin/queue"
          className="text-[0.8125rem] font-normal text-teal underline underline-offset-4"
        >
          Open the queue
        </Link>
      </h2>
      <DeskLoaded what="work queue" query={queue} loading={<SkeletonRows count={3} className="h-10" />}>
        {({ sections, items }) => {
          const first = items.filter(({ section }) => section === 'to_do').slice(0, FIRST);
          return (
            <>
              <ul aria-label="Sections" className="grid grid-cols-2 gap-2 @3xl:grid-cols-4">
                {sections
                  .filter(({ key }) => key !== 'snoozed')
                  .map(({ key, count }) => (
                    <li key={key}>
                      <Link
                        to="/admin/queue"
                        search={{ section: key }}
                        className="flex h-full items-baseline gap-2 rounded-card border border-line bg-surface px-3 py-2 hover:bg-sunken"
                      >
                        <span className={cn('figures text-lg font-semibold', count === 0 && 'text-muted')}>
                          {formatCount(count)}
                        </span>
                        <span className="min-w-0 text-muted">{QUEUE_SECTION_LABELS[key]}</span>
                      </Link>
                    </li>
                  ))}
              </ul>
              {first.length === 0 ? (
                <p className="mt-2 text-muted">Nothing to do. Every promise is kept.</p>
              ) : (
                <ol
                  aria-label="First to do"
                  className="mt-2 overflow-hidden rounded-card border border-line bg-surface"
                >
                  {first.map((item) => (
                    <ItemRow key={keyOf(item)} item={item} />
                  ))}
                </ol>
              )}
            </>
          );
        }}
      </DeskLoaded>
    </section>
  );
}
