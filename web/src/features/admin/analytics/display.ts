import type { FunnelStep } from '../../../../../domain/analytics/visit.ts';

/** Height of the smallest bar, in percent of the chart (admin.md §9). */
export const LEAST_HEIGHT = 10;

export const STEP_LABELS: Readonly<Record<FunnelStep, string>> = {
  price_seen: 'Price seen',
  wallet_connected: 'Wallet connected',
  form_complete: 'Form complete',
  quote: 'Quote made',
  wallet_opened: 'Wallet opened',
  paid: 'Paid',
  active: 'Policy active',
};

export const whole = (value: number) => value.toLocaleString('en-US');
export const percent = (value: number | null) => (value === null ? '—' : `${value.toLocaleString('en-US')}%`);

/** `2m 5s`, `45s`, or `—`. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '—';
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${whole(minutes)}m ${seconds % 60}s`;
}

/** A bar's height in percent of the highest. */
export const heightOf = (value: number, most: number) =>
  Math.max(LEAST_HEIGHT, most === 0 ? 0 : (value / most) * 100);

const regions = new Intl.DisplayNames('en-US', { type: 'region' });

/** The name of a country by its two letters. Some codes of networks are none, such as `T1` for Tor. */
export function countryName(code: string | null): string {
  if (code === null) return 'Unknown';
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
