/** Money: US dollars as integer cents or whole dollars, on-chain amounts as integers in base units. No floating point. */

const DECIMAL = /^\d{1,30}(\.\d{1,30})?$/;

/** A decimal string as an exact fraction `units / 10^scale`. Throws RangeError for anything else. */
export function parseDecimal(text: string): { units: bigint; scale: number } {
  if (!DECIMAL.test(text)) throw new RangeError(`Not a decimal number: ${text}`);
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

export type Rounding = 'up' | 'down';

function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  return rounding === 'up' && numerator % denominator !== 0n ? quotient + 1n : quotient;
}

/**
 * Base units of a currency that are worth `usdCents`.
 * @param rate USD per whole unit, as a decimal string; must be above zero
 * @param decimals base units per whole unit, as a power of ten
 * @param rounding `up` for what a customer pays, `down` for refunds and payouts
 */
export function usdToUnits(usdCents: bigint, rate: string, decimals: number, rounding: Rounding): bigint {
  const { units, scale } = parseDecimal(rate);
  if (units === 0n) throw new RangeError('A rate of zero prices nothing');
  return divide(usdCents * 10n ** BigInt(decimals + scale), units * 100n, rounding);
}

function worth(amount: bigint, rate: string, decimals: number, perDollar: bigint): bigint {
  const { units, scale } = parseDecimal(rate);
  return (amount * units * perDollar) / 10n ** BigInt(decimals + scale);
}

/** US cents that `amount` base units are worth at `rate`, rounded down. */
export const unitsToUsdCents = (amount: bigint, rate: string, decimals: number): bigint =>
  worth(amount, rate, decimals, 100n);

/** The same in millionths of a dollar, for amounts that may be less than a cent. */
export const unitsToUsdMicros = (amount: bigint, rate: string, decimals: number): bigint =>
  worth(amount, rate, decimals, 1_000_000n);

/** Base units as a decimal string of whole units, cut to `places` decimals (rounded up, as a price is). */
export function formatUnits(amount: bigint, decimals: number, places = decimals): string {
  const shown = Math.min(places, decimals);
  const rounded = divide(amount, 10n ** BigInt(decimals - shown), 'up');
  const digits = rounded.toString().padStart(shown + 1, '0');
  const whole = digits.slice(0, digits.length - shown);
  return shown === 0 ? whole : `${whole}.${digits.slice(digits.length - shown)}`;
}

/** A decimal string with thousands separators: `1,200.50`. By hand, because a phone's first formatter takes it 20 ms. */
export const grouped = (decimal: string): string =>
  decimal.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** Base units cut to `places` decimals of the whole unit, for a balance that must never look larger than it is. */
export function cutDown(amount: bigint, decimals: number, places = 4): bigint {
  return amount - (amount % 10n ** BigInt(Math.max(0, decimals - places)));
}

/** `0.6 ETH`: an on-chain amount to its last digit, without trailing zeros. */
export function formatAmount(units: bigint | string, decimals: number, symbol: string): string {
  const [whole = '0', fraction = ''] = formatUnits(BigInt(units), decimals).split('.');
  const kept = fraction.replace(/0+$/, '');
  return `${grouped(whole)}${kept && `.${kept}`} ${symbol}`;
}

/** Making one takes as long as some hundred sums. */
const formats = new Map<string, Intl.NumberFormat>();

/** A decimal string goes to it as it is, so it is exact at any size. It rounds half away from zero. */
function fixed(decimal: number | string, places: number, style: Intl.NumberFormatOptions = {}): string {
  const key = `${places} ${style.currency}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      signDisplay: 'negative',
      ...style,
    });
  formats.set(key, format);
  return format.format(decimal as `${number}`);
}

/** `-1,234.57` from a number or a decimal string. */
export const formatDecimal = (decimal: number | string, places: number): string => fixed(decimal, places);

/**
 * `$1,200` from a number of dollars, with cents only if there are any: `$1,250.50`. A decimal string is a sum in a
 * column of others, so it always has its cents: `$1,200.00`.
 */
export const formatUsd = (dollars: number | string): string =>
  Number.isSafeInteger(dollars)
    ? grouped(Number(dollars) < 0 ? `-$${-dollars}` : `$${dollars}`)
    : fixed(dollars, Number.isInteger(dollars) ? 0 : 2, { style: 'currency', currency: 'USD' });

/** Decimals of a rate computed from dollars and an amount. */
const RATE_PLACES = 8;

/** USD per whole unit between whole dollars and base units, cut to 8 decimals; null if nothing was paid. */
export function rateBetween(usd: number, amount: bigint, decimals: number): string | null {
  if (amount === 0n) return null;
  const units = (BigInt(usd) * 10n ** BigInt(decimals + RATE_PLACES)) / amount;
  return formatUnits(units, RATE_PLACES).replace(/\.?0+$/, '');
}
