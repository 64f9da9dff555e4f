import type { Product } from './product.ts';

export const home: Product = {
  code: 1,
  label: 'Home Insurance',
  plural: 'homes',
  yours: 'your home',
  summary: 'Fire, storm, burst pipes and burglary: the building, and a place to stay while it is repaired.',
  initial: 'H',
  basePerYear: 1200,
  coverage: 500_000,
  deductible: 2500,
  minDays: 30,
  maxDays: 366,
  defaultDays: 365,
  startingPrice: '$100/month',
  priceIsLeast: true,
  coverageCeiling: '$500K',
  causes: {
    fire: 'Fire or smoke',
    storm: 'Storm or hail',
    water: 'Water inside the home',
    theft: 'Burglary or theft',
    other: 'Something else',
  },
};
