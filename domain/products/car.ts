import type { Product } from './product.ts';

export const car: Product = {
  code: 2,
  label: 'Car Insurance',
  plural: 'cars',
  yours: 'your car',
  summary: 'Accident, theft and weather, and the damage that you may do to others on the road.',
  initial: 'C',
  tariff: [
    { coverage: 100_000, deductible: 500, basePerYear: 960 },
    { coverage: 100_000, deductible: 250, basePerYear: 1040 },
    { coverage: 100_000, deductible: 0, basePerYear: 1150 },
  ],
  defaultChoice: { coverage: 100_000, deductible: 500 },
  minDays: 30,
  maxDays: 366,
  defaultDays: 365,
  startingPrice: '$80/month',
  priceIsLeast: true,
  coverageCeiling: '$100K',
};
