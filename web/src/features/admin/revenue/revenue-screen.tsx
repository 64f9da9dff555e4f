import * as revenueApi from '#domain/admin/revenue-api.ts';
import { formatUsd } from '#domain/money.ts';
import { ether } from '#web/features/admin/insight/figures.ts';
import {
  AsOf,
  FigureTabs,
  RowsLink,
  StatCards,
  useChoice,
  WorthText,
} from '#web/features/admin/insight/parts.tsx';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { DeskLoaded, DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { useDesk } from '#web/features/admin/queries.ts';
import { formatCount, percent } from '#web/lib/format.ts';
import { LoadedSection } from '#web/ui/section.tsx';
import { FactList } from '#web/ui/values.tsx';
import { InsuranceResult } from './insurance-result.tsx';
import { Categories, Comparison, Daily, TopPolicies, Trends } from './money.tsx';

const UNIT = {
  label: 'Unit of the charts',
  options: { ETH: 'ETH', USD: 'USD' },
  fallback: 'ETH',
} as const;

/** What the insurer took in, what it cost, and what it owes. Each part loads on its own. */
export function RevenueScreen() {
  const [unit, units] = useChoice('/admin/revenue', 'unit', UNIT);
  return (
    <DeskScreen title="Revenue" actions={units}>
      <FigureTabs shown="Revenue" />
      <div className="flex flex-col gap-4">
        <Totals />
        <div className="grid gap-4 xl:grid-cols-2">
          <Trends unit={unit} />
          <Categories />
          <TopPolicies />
          <Transactions />
        </div>
        <Daily unit={unit} />
        <Comparison />
        <InsuranceResult />
      </div>
    </DeskScreen>
  );
}

const TOTALS = [
  ['totalRevenue', 'Total Revenue', '30 days before'],
  ['monthlyRevenue', 'Monthly Revenue', 'month before'],
  ['transactionFees', 'Transaction Fees', '30 days before'],
  ['platformFees', 'Platform Fees', '30 days before'],
] as const;
const LABELS = TOTALS.map(([, label]) => label);

const Totals = () => (
  <DeskLoaded
    what="totals"
    query={useDesk(revenueApi.getRevenueOverview)}
    loading={<StatCards labels={LABELS} cards={null} />}
  >
    {(data) => (
      <div className="flex flex-col gap-3">
        <AsOf at={data.as_of} />
        <StatCards
          labels={LABELS}
          cards={TOTALS.map(([key, , before]) => {
            const { eth, usd, change } = data[key];
            return { value: ether(eth), note: formatUsd(usd), change, before };
          })}
        />
      </div>
    )}
  </DeskLoaded>
);

function Transactions() {
  return (
    <LoadedSection title="Transaction analytics" query={useDesk(revenueApi.getTransactionAnalytics)}>
      {({ exceptions, ...data }) => (
        <>
          <FactList
            dense
            rows={[
              ['Successful payments', formatCount(data.successfulPayments)],
              ['Failed transactions', formatCount(data.failedTransactions)],
              fact.text(
                'Success rate',
                <>
                  {percent(data.successRate)}{' '}
                  <span className="text-muted">= successful ÷ (successful + failed)</span>
                </>,
              ),
              fact.text(
                'Average transaction',
                data.averageTransaction ? <WorthText worth={data.averageTransaction} /> : '—',
              ),
              fact.text('Processing fees', <WorthText worth={data.processingFees} />),
            ]}
          />
          <h3 className="mt-4 mb-2 text-[0.8125rem] font-semibold tracking-normal">Payment exceptions</h3>
          <FactList
            dense
            rows={[
              fact.text(
                'Awaiting a refund',
                <RowsLink to="/admin/exceptions" search={{ status: 'open' }}>
                  {formatCount(exceptions.open)} of {formatCount(exceptions.total)}
                </RowsLink>,
              ),
              fact.text('Paid in all', <WorthText worth={exceptions.amount} />),
              fact.text('Refunded', <WorthText worth={exceptions.refunded} />),
            ]}
          />
        </>
      )}
    </LoadedSection>
  );
}
