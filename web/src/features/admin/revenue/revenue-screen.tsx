import { UNITS } from '#web/features/admin/insight/figures.ts';
import { Choice, useParam } from '#web/features/admin/insight/parts.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { InsuranceResult } from './insurance.tsx';
import { Categories, Comparison, Daily, TopPolicies, Totals, Transactions, Trends } from './money.tsx';

/** What the insurer took in, what it cost, and what it owes. Each part loads on its own. */
export function RevenueScreen() {
  const [unit, setUnit] = useParam('/admin/revenue', 'unit', UNITS, 'ETH');
  return (
    <DeskScreen
      title="Revenue"
      actions={
        <Choice
          label="Unit of the charts"
          options={UNITS.map((one) => [one, one] as const)}
          value={unit}
          onChange={setUnit}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Totals />
        <div className="grid gap-4 xl:grid-cols-2">
          <Trends unit={unit} />
          <Daily unit={unit} />
          <Categories />
          <TopPolicies />
          <Transactions />
          <Comparison />
        </div>
        <InsuranceResult />
      </div>
    </DeskScreen>
  );
}
