import { FigureTabs, useChoice } from '#web/features/admin/insight/parts.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { Totals, Transactions } from './figures.tsx';
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
