/** USD per whole unit of each currency for local work, in the direction in which the specification's rates make sense. */
export const REFERENCE_RATES: Readonly<Record<string, string>> = {
  ETH: '2000',
  USDC: '1',
  USDT: '1',
  MATIC: '1.6',
  BNB: '340',
  DOT: '20',
  KSM: '100',
};

/** Decimals that the specification shows: 4 for these, 2 for all others. */
const FOUR_PLACES = new Set(['ETH', 'DOT', 'KSM', 'MATIC']);

export function shownPlaces(symbol: string): 2 | 4 {
  return FOUR_PLACES.has(symbol) ? 4 : 2;
}
