import { shownPlaces } from '#domain/currencies.ts';
import { formatAmount as exactAmount, formatUnits, grouped } from '#domain/money.ts';
import { trimZeros } from '#web/lib/format.ts';

/** With every paid digit. */
export { exactAmount };

/** `0.6000 ETH` from base units, with the currency's display decimals. */
export function shownAmount(amount: bigint, decimals: number, symbol: string): string {
  return `${grouped(formatUnits(amount, decimals, shownPlaces(symbol)))} ${symbol}`;
}

/** `0.6 ETH` or `1,200 USDC`: as many decimals as we show of the currency, and no zeros at the end. */
export function shortAmount(amount: bigint, decimals: number, symbol: string): string {
  return `${grouped(trimZeros(formatUnits(amount, decimals, shownPlaces(symbol))))} ${symbol}`;
}

export function Money(props: { amount: bigint; decimals: number; symbol: string }) {
  const { amount, decimals, symbol } = props;
  return (
    <span className="figures" title={exactAmount(amount, decimals, symbol)}>
      {shownAmount(amount, decimals, symbol)}
    </span>
  );
}
