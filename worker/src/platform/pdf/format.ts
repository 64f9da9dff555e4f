import { shownPlaces } from '#domain/currencies.ts';
import { formatUnits } from '#domain/money.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const clock = (date: Date) => date.toISOString().slice(11, 16);

/** An ISO date or time as `November 21, 2026`. */
export function dayText(iso: string): string {
  return DAY.format(new Date(iso));
}

/** `November 21, 2026, 10:05 UTC`. */
export function momentText(iso: string): string {
  return `${dayText(iso)}, ${clock(new Date(iso))} UTC`;
}

/** The end of cover. Midnight is shown as 24:00 of the day before, as the term is sold. */
export function endText(iso: string): string {
  const end = new Date(iso);
  if (clock(end) !== '00:00') return momentText(iso);
  return `${DAY.format(end.getTime() - 1)}, 24:00 UTC`;
}

/** An on-chain amount to its last digit, without insignificant zeros: `0.6000 ETH`. */
export function amountText(units: string, decimals: number, symbol: string): string {
  const [whole = '0', fraction = ''] = formatUnits(BigInt(units), decimals).split('.');
  const places = Math.min(shownPlaces(symbol), decimals);
  const kept = fraction.replace(/0+$/, '').padEnd(places, '0');
  return `${Number(whole).toLocaleString('en-US')}${kept ? `.${kept}` : ''} ${symbol}`;
}
