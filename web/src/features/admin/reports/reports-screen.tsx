import { Download } from 'lucide-react';
import * as dashboardApi from '#domain/admin/dashboard-api.ts';
import { REPORT_PERIODS } from '#domain/admin/insight-schema.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { OverviewCards } from '#web/features/admin/dashboard/overview-cards.tsx';
import { periodName, periodStart, type ReportPeriod } from '#web/features/admin/insight/figures.ts';
import { Choice, FigureTabs, PeriodStep, useAddress } from '#web/features/admin/insight/parts.tsx';
import { useDownload } from '#web/features/admin/kit/use-change.ts';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { adminApi, useDesk } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { exportOutcomes, OutcomesView, useOutcomesChoice } from './outcomes.tsx';
import { chosen, type ReportChoice, ReportView } from './report.tsx';

const PERIODS: Readonly<Record<ReportPeriod, string>> = { month: 'Month', quarter: 'Quarter', year: 'Year' };
const FIRST_DAY = /^\d{4}-(0[1-9]|1[0-2])-01$/;

/** The report that the address bar names. A day inside a period stands for it. */
function useReportChoice() {
  const [params, change] = useAddress('/admin/reports');
  const period = REPORT_PERIODS.find((one) => one === params.period) ?? 'month';
  const from = FIRST_DAY.test(String(params.from)) ? periodStart(period, String(params.from)) : null;
  const show = (next: ReportChoice) =>
    change({ period: next.period === 'month' ? undefined : next.period, from: next.from ?? undefined });
  return { choice: { period, from } satisfies ReportChoice, isOutcomes: params.view === 'outcomes', show };
}

type Format = 'csv' | 'pdf';

/** A button for each format of a file. */
function Exports({
  formats,
  name,
  file,
}: {
  formats: readonly Format[];
  name: string;
  file: (format: Format) => ReturnType<typeof adminApi.download>;
}) {
  const download = useDownload(file);
  return formats.map((format) => (
    <Button
      key={format}
      variant="secondary"
      size="dense"
      icon={Download}
      aria-label={`Export ${name} as ${format.toUpperCase()}`}
      busy={download.isPending && download.variables === format}
      disabled={download.isPending}
      onClick={() => download.mutate(format)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}

/** A month, quarter or year of the insurer, and its exports. */
export function ReportsScreen() {
  const { may } = useAdmin();
  const { choice, isOutcomes, show } = useReportChoice();
  const overview = useDesk(dashboardApi.getDashboardOverview);
  const today = new Date().toISOString().slice(0, 10);
  const current = periodStart(choice.period, today);
  const from = choice.from ?? current;
  const name = periodName(choice.period, from);
  const at = (period: ReportPeriod, day: string): ReportChoice => ({
    period,
    from: day >= periodStart(period, today) ? null : day,
  });
  // The newest month of a chosen year, not its January.
  const within = (period: ReportPeriod) => {
    const end = periodStart(choice.period, from, 1);
    const day = end > today ? today : periodStart('month', end, -1);
    return at(period, periodStart(period, day));
  };
  const [outcomes, products] = useOutcomesChoice(choice.period, from);
  return (
    <DeskScreen
      title="Reports"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {may('export') &&
            (isOutcomes ? (
              <Exports
                formats={['csv']}
                name={`the outcomes of ${name}`}
                file={() => exportOutcomes(outcomes)}
              />
            ) : (
              <Exports
                formats={['csv', 'pdf']}
                name={name}
                file={(format) =>
                  adminApi.download(reportsApi.exportReport, { query: { ...chosen(choice), format } })
                }
              />
            ))}
        </div>
      }
    >
      <FigureTabs shown={isOutcomes ? 'Outcomes' : 'Reports'} />
      <div className="flex flex-col gap-4">
        {isOutcomes && products}
        {!isOutcomes && overview.error && (
          <LoadError title="Failed to load the overview" small query={overview} />
        )}
        {!isOutcomes && (overview.data || !overview.error) && (
          <OverviewCards data={overview.data} places={2} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <PeriodStep
            name={name}
            unit={choice.period}
            hasNext={from < current}
            onStep={(by) => show(at(choice.period, periodStart(choice.period, from, by)))}
          />
          <Choice
            label="Period"
            options={PERIODS}
            value={choice.period}
            onChange={(period) => show(within(period))}
          />
        </div>
        {isOutcomes ? <OutcomesView choice={outcomes} /> : <ReportView choice={choice} />}
      </div>
    </DeskScreen>
  );
}
