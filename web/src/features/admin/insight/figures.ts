import type { Worth } from '../../../../../domain/admin/insight-schema.ts';

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** `-1,234.57` from a decimal string, rounded half away from zero to `places`. Exact at any size. */
export function rounded(decimal: string, places: number): string {
  const [, sign = '', whole = '0', fraction = ''] = DECIMAL.exec(decimal) ?? [];
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  const up = Number(fraction.charAt(places) || '0') >= 5 ? 1n : 0n;
  const digits = String(kept + up).padStart(places + 1, '0');
  const integer = BigInt(digits.slice(0, digits.length - places)).toLocaleString('en-US');
  const text = places === 0 ? integer : `${integer}.${digits.slice(-places)}`;
  return kept + up === 0n ? text : sign + text;
}

/** `0.6000 ETH` */
export const ether = (decimal: string, places = 4): string => `${rounded(decimal, places)} ETH`;

/** `$1,200.00`, or `-$12.50` */
export const dollars = (decimal: string): string =>
  rounded(decimal, 2).replace(/^(-?)/, (_, sign: string) => `${sign}$`);

/** `-$1,200` from whole dollars. */
export const wholeDollars = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US')}`;

export const count = (value: number | string): string => Number(value).toLocaleString('en-US');

/** `62.5%`, or a dash without anything to divide by. */
export const percent = (ratio: number | null): string => (ratio === null ? '—' : `${ratio.toFixed(1)}%`);

/** `62.50 USD` and `0.0312 ETH` in the unit that the reader chose. */
export const UNITS = ['ETH', 'USD'] as const;
export type Unit = (typeof UNITS)[number];
export const inUnit = ({ eth, usd }: Worth, unit: Unit): string => (unit === 'ETH' ? eth : usd);
export const formatIn = (unit: Unit) => (value: number | string) =>
  unit === 'ETH' ? ether(String(value)) : dollars(String(value));

const dayLong = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayShort = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthLong = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthShort = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** `Nov 22` and `Nov 22, 2026` from `2026-11-22`; `Nov` and `November 2026` from `2026-11`. UTC. */
export function periodNames(period: string): { short: string; long: string } {
  const month = period.length === 7;
  const at = new Date(`${period}${month ? '-01' : ''}T00:00:00Z`);
  return month
    ? { short: monthShort.format(at), long: monthLong.format(at) }
    : { short: dayShort.format(at), long: dayLong.format(at) };
}
