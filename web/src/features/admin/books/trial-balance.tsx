import type { TrialBalance } from '#domain/admin/books-schema.ts';
import { lastDay } from '#domain/admin/periods.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { formatAmount, formatDecimal } from '#domain/money.ts';
import { AsOf } from '#web/features/admin/insight/parts.tsx';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { STAYS, useDesk } from '#web/features/admin/queries.ts';
import { cn } from '#web/lib/cn.ts';
import { LoadedSection } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';

type Account = Pick<TrialBalance['accounts'][number], 'code' | 'name' | 'coins'>;

/** `1,234.50`, and nothing for zero: a column of books is read by what is in it. */
export const bookAmount = (usd: string | null) =>
  usd === null || Number(usd) === 0 ? '' : formatDecimal(usd.replace('-', ''), 2);

/** What a cash account gained, lost or holds, in its token. */
function coinText(coins: Account['coins']): string | null {
  if (coins === null || coins.amount === '0') return null;
  const units = BigInt(coins.amount);
  if (coins.decimals === null) return `${units.toLocaleString('en-US')} base units`;
  const text = formatAmount(units < 0n ? -units : units, coins.decimals, coins.symbol);
  return units < 0n ? `−${text}` : text;
}

/** Code and name, with the coins that a cash account holds below, or those that an entry moved beside it. */
export function AccountName({
  account: { code, name, coins },
  inline = false,
}: {
  account: Account;
  inline?: boolean;
}) {
  const held = coinText(coins);
  return (
    <span className="flex gap-2">
      <span className="figures text-muted">{code}</span>
      <span className="min-w-0">
        {name}
        {held && (
          <span className={cn('figures text-xs text-muted', inline ? 'ml-2' : 'block')}>
            {inline ? held : `Holds ${held}`}
          </span>
        )}
      </span>
    </span>
  );
}

const side = (usd: string, debit: boolean) => (usd.startsWith('-') === debit ? '' : bookAmount(usd));

/** Every account: what the month booked, and its balance at the end. */
export function TrialBalanceCard({ month, isOver }: { month: string; isOver: boolean }) {
  // At the end of a month, or of today if it isn't over.
  const query = { as_of: isOver ? lastDay(month) : undefined };
  return (
    <LoadedSection
      title="Trial balance"
      note="In US dollars. Balances are since the beginning. What a cash account holds is in its own coin, and is booked at its worth again on the last day of each month."
      query={useDesk(reportsApi.getTrialBalance, { query }, STAYS)}
      height="h-96"
    >
      {({ as_of, accounts, total, counted_at }) => (
        <>
          <p className="mb-2 text-[0.8125rem] text-muted">
            End of <ShortDate at={as_of} />, UTC
            {!isOver &&
              '. Premium earned, network fees and exchange differences are booked on the last day of the month.'}
          </p>
          <Table
            caption="Trial balance"
            empty="Nothing has been booked by then."
            // The total has no account.
            rows={accounts.length === 0 ? [] : [...accounts, null]}
            rowKey={(row) => row?.account ?? 'total'}
            total={(row) => row === null}
            columns={[
              ['Account', (row) => (row ? <AccountName account={row} /> : 'Total')],
              ['Opening', (row) => row && <Opening usd={row.opening} />, 'end'],
              ['Debit', (row) => bookAmount((row ?? total).debit), 'end'],
              ['Credit', (row) => bookAmount((row ?? total).credit), 'end'],
              [
                'Debit balance',
                (row) => (row ? side(row.balance, true) : bookAmount(total.debit_balance)),
                'end',
              ],
              [
                'Credit balance',
                (row) => (row ? side(row.balance, false) : bookAmount(total.credit_balance)),
                'end',
              ],
            ]}
          />
          <AsOf at={counted_at} className="mt-3" />
        </>
      )}
    </LoadedSection>
  );
}

/** A balance carried forward, with its side. */
function Opening({ usd }: { usd: string }) {
  if (Number(usd) === 0) return null;
  return (
    <>
      {bookAmount(usd)} <span className="text-xs text-muted">{usd.startsWith('-') ? 'Cr' : 'Dr'}</span>
    </>
  );
}
