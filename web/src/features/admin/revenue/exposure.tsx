import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import type { exposure } from '../../../../../domain/admin/insight-schema.ts';
import { cutDown, formatAmount, formatDecimal, formatUsd } from '../../../../../domain/money.ts';
import { shortName } from '../../../../../domain/products/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { LoadedSection } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SmallTable } from '../insight/parts.tsx';
import { DeskLink } from '../parts/pairs.tsx';
import { exposureQuery } from './queries.ts';

type Entry = z.output<typeof exposure>[number];

/** What would happen if the largest policies were claimed in full at once. */
export function worstCase({ largest, largest_usd, left_after_usd, currency, pool }: Entry): string {
  if (largest.length === 0) return 'No cover has been sold that has not ended, so nothing can be claimed.';
  const many = largest.length === 1 ? 'the largest policy is' : `the largest ${largest.length} policies are`;
  const claim = `If ${many} claimed in full at once, the ${currency} pool has to pay ${formatUsd(largest_usd)}`;
  if (left_after_usd === null) {
    const why = pool === null ? 'The chain can’t be read' : `There is no rate for ${currency}`;
    return `${claim}. ${why}, so what would be left is unknown.`;
  }
  return left_after_usd >= 0
    ? `${claim} and keeps ${formatUsd(left_after_usd)}.`
    : `${claim} and falls short by ${formatUsd(-left_after_usd)}. That part would have to wait for new capital.`;
}

function PoolExposure({ entry }: { entry: Entry }) {
  const { multiple, allowed_multiple, left_after_usd } = entry;
  // Nothing can be divided by an empty pool, but any cover is more than it allows.
  const empty = entry.pool_usd === 0 && entry.cover_usd > 0;
  const over = empty || (multiple !== null && multiple > allowed_multiple);
  const used = multiple === null ? 0 : (multiple / allowed_multiple) * 100;
  return (
    <section
      aria-label={`${entry.currency} on ${entry.chain_name}`}
      className="grid gap-x-8 gap-y-4 border-line not-first:border-t not-first:pt-5 lg:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="text-sm font-medium tracking-normal">
          {entry.currency} <span className="font-normal text-muted">on {entry.chain_name}</span>
        </h3>
        <FactList
          dense
          rows={[
            [
              'Pool',
              entry.pool === null ? (
                <span key="pool" className="text-amber">
                  The chain can’t be read
                </span>
              ) : (
                <span key="pool">
                  {formatAmount(cutDown(BigInt(entry.pool), entry.decimals), entry.decimals, entry.currency)}{' '}
                  {entry.pool_usd === null ? (
                    <span className="text-amber">No rate</span>
                  ) : (
                    <span className="text-muted">{formatUsd(entry.pool_usd)}</span>
                  )}
                </span>
              ),
            ],
            ['Policies not ended', formatCount(entry.policies)],
            ['Cover sold', formatUsd(entry.cover_usd)],
            [
              'Cover per dollar',
              multiple === null ? (
                empty ? (
                  <span key="multiple" className="font-medium text-coral">
                    The pool is empty
                  </span>
                ) : (
                  '—'
                )
              ) : (
                <span key="multiple" className={over ? 'font-medium text-coral' : ''}>
                  {formatDecimal(multiple, 1)}{' '}
                  <span className="text-muted">of {formatDecimal(allowed_multiple, 1)} allowed</span>
                </span>
              ),
            ],
          ]}
        />
        {multiple !== null && (
          <Progress
            label={`Cover per dollar of the ${entry.currency} pool`}
            value={used}
            text={`${formatDecimal(multiple, 1)} of ${formatDecimal(allowed_multiple, 1)}`}
            tone={over ? 'coral' : 'teal'}
          />
        )}
        {over && <p className="text-[0.8125rem] text-coral">New quotes in {entry.currency} are refused.</p>}
        <p className={left_after_usd !== null && left_after_usd < 0 ? 'text-coral' : ''}>
          {worstCase(entry)}
        </p>
      </div>
      {entry.largest.length > 0 && (
        <div className="min-w-0">
          <SmallTable
            caption={`Largest policies in ${entry.currency}`}
            columns={[['Policy'], ['Product'], ['Cover left', 'end']]}
            rows={[
              ...entry.largest.map(({ policy_id, policy_number, product, left_usd }) => ({
                key: policy_id,
                cells: [
                  <DeskLink key="policy" to="/admin/policies" open={policy_id}>
                    {policy_number}
                  </DeskLink>,
                  shortName(product),
                  formatUsd(left_usd),
                ],
              })),
              { key: 'sum', cells: ['Together', '', formatUsd(entry.largest_usd)], strong: true },
            ]}
          />
        </div>
      )}
    </section>
  );
}

/** Cover that was sold and has not ended against each pool: cover that starts later counts as well. */
export function Exposure() {
  return (
    <LoadedSection
      title="Exposure against the pool"
      note="All cover that was sold and has not ended, also if it starts later."
      failed="Failed to load the exposure"
      query={useQuery(exposureQuery)}
      loading={<Skeleton className="h-56" />}
    >
      {(entries) =>
        entries.length === 0 ? (
          <p className="py-6 text-center text-muted">No pools yet</p>
        ) : (
          <div className="flex flex-col gap-5">
            {entries.map((entry) => (
              <PoolExposure key={`${entry.chain_id} ${entry.currency}`} entry={entry} />
            ))}
          </div>
        )
      }
    </LoadedSection>
  );
}
