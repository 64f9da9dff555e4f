export const PRODUCT_KEYS = ['home', 'car', 'travel'] as const;
export type Product = (typeof PRODUCT_KEYS)[number];

export interface ProductTerms {
  /** Number of the product in the contract's quote and registry. */
  code: 1 | 2 | 3;
  label: string;
  /** Whole US dollars. */
  basePerYear: number;
  coverage: number;
  deductible: number;
  minDays: number;
  maxDays: number;
  /** Length offered first, in days. */
  defaultDays: number;
  /** Letter before `I-` in the product reference (`HI-12`). */
  initial: string;
  /** What the cards say. Trips are of any length, so theirs is the price of the usual one, and not the least. */
  startingPrice: string;
  priceIsLeast: boolean;
  coverageCeiling: string;
}

export const PRODUCTS: Readonly<Record<Product, ProductTerms>> = {
  home: {
    code: 1,
    label: 'Home Insurance',
    basePerYear: 1200,
    coverage: 500_000,
    deductible: 2500,
    minDays: 30,
    maxDays: 366,
    defaultDays: 365,
    initial: 'H',
    startingPrice: '$100/month',
    priceIsLeast: true,
    coverageCeiling: '$500K',
  },
  car: {
    code: 2,
    label: 'Car Insurance',
    basePerYear: 960,
    coverage: 100_000,
    deductible: 500,
    minDays: 30,
    maxDays: 366,
    defaultDays: 365,
    initial: 'C',
    startingPrice: '$80/month',
    priceIsLeast: true,
    coverageCeiling: '$100K',
  },
  travel: {
    code: 3,
    label: 'Travel Insurance',
    basePerYear: 300,
    coverage: 100_000,
    deductible: 0,
    minDays: 1,
    maxDays: 180,
    defaultDays: 30,
    initial: 'T',
    startingPrice: '$25 for 30 days',
    priceIsLeast: false,
    coverageCeiling: '$100K',
  },
};

export function productOfCode(code: number): Product | null {
  return PRODUCT_KEYS.find((key) => PRODUCTS[key].code === code) ?? null;
}
