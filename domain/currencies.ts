/** USD per whole unit of each currency, for local work. The specification's rates are read in the direction that makes sense. */
export const REFERENCE_RATES: Readonly<Record<string, string>> = {
  ETH: '2000',
  USDC: '1',
  USDT: '1',
  MATIC: '1.6',
  BNB: '340',
  DOT: '20',
  KSM: '100',
};

/** Coins shown with 4 decimals; all others have 2. */
const FOUR_PLACES = new Set(['ETH', 'DOT', 'KSM', 'MATIC']);

export function shownPlaces(symbol: string): 2 | 4 {
  return FOUR_PLACES.has(symbol) ? 4 : 2;
}
