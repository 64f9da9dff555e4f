import type { Product } from './product.ts';

export const home: Product = {
  code: 1,
  label: 'Home Insurance',
  plural: 'homes',
  yours: 'your home',
  summary: 'Fire, storm, burst pipes and burglary: the building, and a place to stay while it is repaired.',
  initial: 'H',
  tariff: [
    { coverage: 200_000, deductible: 5000, basePerYear: 600 },
    { coverage: 200_000, deductible: 2500, basePerYear: 660 },
    { coverage: 200_000, deductible: 1000, basePerYear: 740 },
    { coverage: 350_000, deductible: 5000, basePerYear: 850 },
    { coverage: 350_000, deductible: 2500, basePerYear: 935 },
    { coverage: 350_000, deductible: 1000, basePerYear: 1050 },
    { coverage: 500_000, deductible: 5000, basePerYear: 1090 },
    { coverage: 500_000, deductible: 2500, basePerYear: 1200 },
    { coverage: 500_000, deductible: 1000, basePerYear: 1345 },
  ],
  defaultChoice: { coverage: 500_000, deductible: 2500 },
  minDays: 30,
  maxDays: 366,
  defaultDays: 365,
  startingPrice: '$50/month',
  priceIsLeast: true,
  coverageCeiling: '$500K',
};
