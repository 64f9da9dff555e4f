/** A level of cover with its deductible, in whole US dollars. */
export interface Choice {
  coverage: number;
  deductible: number;
}

/** A choice with its premium for a year, in whole US dollars. */
export interface TariffRow extends Choice {
  basePerYear: number;
}

/**
 * What a product is called and what it costs. Its form and wording are in `forms`, because the landing page, which
 * loads this, needs neither. Amounts are whole US dollars.
 */
export interface Product {
  /** Number of the product in the contract's quote and registry. */
  code: number;
  label: string;
  /** What we insure, in sentences: 'We insure homes.', 'Cover for your home.' */
  plural: string;
  yours: string;
  /** One sentence for the card on the landing page. */
  summary: string;
  /** Letter before `I-` in the product reference (`HI-12`). */
  initial: string;
  /** What a customer can choose, by cover and then by falling deductible. */
  tariff: readonly TariffRow[];
  /** What somebody gets who chooses nothing. */
  defaultChoice: Choice;
  minDays: number;
  maxDays: number;
  /** Length offered first, in days. 365 means a calendar year. */
  defaultDays: number;
  /** The price on the cards: the lowest one, or that of the usual length. */
  startingPrice: string;
  priceIsLeast: boolean;
  coverageCeiling: string;
  /** For a trip, which several people can make together. It is covered before its first day too, and never renewed. */
  trip?: Trip;
}

interface Trip {
  mostTravelers: number;
  /** Whoever is younger on the first day costs half. The first traveler is not. */
  adultAge: number;
  /** Whole US dollars that all travelers' cover can add up to. */
  mostCoverage: number;
}
