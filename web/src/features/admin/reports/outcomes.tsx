import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { addDays } from '#domain/admin/periods.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { PRODUCT_KEYS, type ProductKey, shortName } from '#domain/products/index.ts';
import { useChoice } from '#web/features/admin/insight/parts.tsx';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { Checks, Complaints, Groups } from './outcomes-tables.tsx';
import { periodStart, type ReportPeriod } from './period.ts';

interface OutcomesChoice {
  from: string;
  /** The last day, included. */
  to: string;
  product: ProductKey | undefined;
}

const productOf = (text: unknown) => PRODUCT_KEYS.find((key) => key === text);

/** The days of a period, and the product that the address bar names. */
export function useOutcomesChoice(period: ReportPeriod, from: string): OutcomesChoice {
  const { product } = useSearch({ from: '/admin/reports' });
  return { from, to: addDays(periodStart(period, from, 1), -1), product: productOf(product) };
}

export const exportOutcomes = (query: OutcomesChoice) =>
  adminApi.download(reportsApi.exportOutcomes, { query });

const PRODUCTS = {
  label: 'Product',
  options: { all: 'All', home: shortName('home'), car: shortName('car'), travel: shortName('travel') },
  fallback: 'all',
} as const;

/** How claims were decided and complaints answered in a period. Every number leads to its cases. */
export function OutcomesView({ choice }: { choice: OutcomesChoice }) {
  const [, products] = useChoice('/admin/reports', 'product', PRODUCTS);
  const query = useQuery(adminApi.query(reportsApi.getOutcomes, { query: choice }, STAYS));
  return (
    <>
      {products}
      <Loaded
        query={query}
        name="the outcomes"
        failed="Failed to load the outcomes"
        loading={<SkeletonRows count={2} className="h-44" />}
        small
        warns
      >
        {({ causes, handlers, clauses, second_looks, checks, complaints }) => (
          <div className="grid gap-4 xl:grid-cols-2">
            <Groups
              title="Claims by cause"
              note="By first decision; second looks are apart. Times run since the claim was made."
              head="Product and cause"
              groups={causes}
              empty="No claims were decided in this period"
            />
            <Groups
              title="Claims by handler"
              head="Handler"
              groups={handlers}
              empty="Nobody decided a claim"
            />
            <Groups
              title="Rejections by clause"
              head="Product and clause"
              groups={clauses}
              empty="No rejections"
            />
            <Groups
              title="Second looks"
              note="What was approved had been rejected or paid in part. Times run since it was asked for."
              head="Product and handler"
              groups={second_looks}
              empty="No second looks were decided"
            />
            <Checks checks={checks} />
            <Complaints rows={complaints} />
          </div>
        )}
      </Loaded>
    </>
  );
}
