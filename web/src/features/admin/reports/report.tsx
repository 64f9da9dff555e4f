import * as reportsApi from '#domain/admin/reports-api.ts';
import type { ReportPeriod } from '#web/features/admin/insight/figures.ts';
import { AsOf } from '#web/features/admin/insight/parts.tsx';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { DeskLoaded } from '#web/features/admin/parts/screen.tsx';
import { STAYS, useDesk } from '#web/features/admin/queries.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Kpis, Performance, RecentClaims } from './report-parts.tsx';

/** Which report; without `from` the period that has begun. */
export interface ReportChoice {
  period: ReportPeriod;
  from: string | null;
}

export const chosen = ({ period, from }: ReportChoice) => ({ period, from: from ?? undefined });

/** How each product did, the key figures and the newest claims of a period. */
export function ReportView({ choice }: { choice: ReportChoice }) {
  const report = useDesk(reportsApi.getReport, { query: chosen(choice) }, STAYS);
  return (
    <DeskLoaded what="report" query={report} loading={<SkeletonRows count={2} className="h-44" />}>
      {(data) => (
        <div aria-busy={report.isPlaceholderData} className={report.isPlaceholderData ? 'opacity-60' : ''}>
          <p className="mb-3 text-[0.8125rem] text-muted">
            <ShortDate at={data.from} /> – <ShortDate at={data.to} />, UTC
            {!data.complete && '. The period is not over, so its figures will still change.'}
          </p>
          <AsOf at={data.as_of} className="mb-3" />
          <div className="grid gap-4 xl:grid-cols-2">
            <Performance report={data} />
            <Kpis report={data} />
            <div className="min-w-0 xl:col-span-2">
              <RecentClaims claims={data.recent_claims} />
            </div>
          </div>
        </div>
      )}
    </DeskLoaded>
  );
}
