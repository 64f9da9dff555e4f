import type { ReactNode } from 'react';
import { addDays } from '#domain/admin/periods.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { type ProductKey, shortName } from '#domain/products/index.ts';
import { periodStart, type ReportPeriod } from '#web/features/admin/insight/figures.ts';
import { useChoice } from '#web/features/admin/insight/parts.tsx';
import { DeskLoaded } from '#web/features/admin/parts/screen.tsx';
import { adminApi, STAYS, useDesk } from '#web/features/admin/queries.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Checks, Complaints, Groups } from './outcomes-tables.tsx';

interface OutcomesChoice {
  from: string;
  /** The last day, included. */
  to: string;
  product: ProductKey | undefined;
}

const PRODUCTS = {
  label: 'Product',
  options: { all: 'All', home: shortName('home'), car: shortName('car'), travel: shortName('travel') },
  fallback: 'all',
} as const;

/** The days of a period, and the product that the address bar names, with the buttons that choose it. */
export function useOutcomesChoice(period: ReportPeriod, from: string): readonly [OutcomesChoice, ReactNode] {
  const [chosen, products] = useChoice('/admin/reports', 'kind', PRODUCTS);
  const product = chosen === 'all' ? undefined : chosen;
  return [{ from, to: addDays(periodStart(period, from, 1), -1), product }, products];
}

export const exportOutcomes = (query: OutcomesChoice) =>
  adminApi.download(reportsApi.exportOutcomes, { query });

/** How claims were decided and complaints answered in a period. Every number leads to its cases. */
export function OutcomesView({ choice }: { choice: OutcomesChoice }) {
  const query = useDesk(reportsApi.getOutcomes, { query: choice }, STAYS);
  return (
    <DeskLoaded what="outcomes" query={query} loading={<SkeletonRows count={2} className="h-44" />}>
      {({ causes, handlers, clauses, second_looks, checks, complaints }) => (
        <div className="grid gap-4 xl:grid-cols-2">
          <Groups
            title="Claims by cause"
            note="By first decision; second looks are apart. Times run since the claim was made."
            head="Product and cause"
            groups={causes}
            empty="No claims were decided in this period"
          />
          <Groups title="Claims by handler" head="Handler" groups={handlers} empty="Nobody decided a claim" />
          <Groups
            title="Second looks"
            note="What was approved had been rejected or paid in part. Times run since it was asked for."
            head="Product and handler"
            groups={second_looks}
            empty="No second looks were decided"
          />
          <Checks checks={checks} />
          <Groups
            title="Rejections by clause"
            head="Product and clause"
            groups={clauses}
            empty="No rejections"
            rejections
          />
          <Complaints rows={complaints} />
        </div>
      )}
    </DeskLoaded>
  );
}
