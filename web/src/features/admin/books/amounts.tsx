import type { TrialBalance } from '#domain/admin/books-schema.ts';
import { formatAmount, formatDecimal } from '#domain/money.ts';
import { cn } from '#web/lib/cn.ts';

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

/** Code and name, with the coins of a cash account below, or beside it. */
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
        {held && <span className={cn('figures text-xs text-muted', inline ? 'ml-2' : 'block')}>{held}</span>}
      </span>
    </span>
  );
}
