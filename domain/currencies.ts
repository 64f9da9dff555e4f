/**
 * USD per whole unit of each currency, for local work. The specification's rates are read in the direction that makes sense.
 * POL was called MATIC, and ROC stands for DOT on the local chain. Other test coins have no rate.
 */
export const REFERENCE_RATES: Readonly<Record<string, string>> = {
  ETH: '2000',
  USDC: '1',
  USDT: '1',
  MATIC: '1.6',
  POL: '1.6',
  BNB: '340',
  DOT: '20',
  KSM: '100',
  ROC: '20',
};

/** Coins that were renamed. Clients may still name them as the specification does. */
const RENAMED: Readonly<Record<string, string>> = { MATIC: 'POL' };

/** Coins shown with 4 decimals; all others have 2. */
const FOUR_PLACES = new Set(['ETH', 'MATIC', 'POL', 'DOT', 'KSM', 'ROC', 'WND', 'PAS']);
/** Tokens that follow the dollar. */
const DOLLARS = new Set(['USDC', 'USDT']);

export function shownPlaces(symbol: string): 2 | 4 {
  return FOUR_PLACES.has(symbol) ? 4 : 2;
}

/** The currency that a client names by its symbol, or by the one it had before; null if none of them is meant. */
export function currencyNamed<C extends { symbol: string }>(offered: readonly C[], name: string): C | null {
  const symbol = name.trim().toUpperCase();
  const called = (other: string | undefined) => offered.find((each) => each.symbol === other);
  return called(symbol) ?? called(RENAMED[symbol]) ?? null;
}

/** Whether a unit of this currency is worth about one dollar. Only a rate says exactly how much. */
export function isDollar(symbol: string): boolean {
  return DOLLARS.has(symbol);
}
