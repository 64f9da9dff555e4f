import type { FunnelStep } from '#domain/analytics/visit.ts';
import { formatCount } from '#web/lib/format.ts';

export const STEP_LABELS: Readonly<Record<FunnelStep, string>> = {
  price_seen: 'Price seen',
  form_complete: 'Form complete',
  wallet_connected: 'Wallet connected',
  quote: 'Quote made',
  wallet_opened: 'Wallet opened',
  paid: 'Paid',
  active: 'Policy active',
};

/** `2m 5s`, `45s`, or `—`. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '—';
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${formatCount(minutes)}m ${seconds % 60}s`;
}

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
