import type { Product } from './product.ts';

export const travel: Product = {
  code: 3,
  label: 'Travel Insurance',
  plural: 'trips',
  yours: 'your travels',
  summary: 'Doctors abroad, canceled trips, lost luggage.',
  initial: 'T',
  tariff: [
    { coverage: 100_000, deductible: 0, basePerYear: 300 },
    { coverage: 250_000, deductible: 0, basePerYear: 420 },
    { coverage: 1_000_000, deductible: 0, basePerYear: 600 },
  ],
  defaultChoice: { coverage: 100_000, deductible: 0 },
  minDays: 1,
  maxDays: 180,
  defaultDays: 30,
  // Trips are of any length, so this is the price of the usual length, not the lowest.
  startingPrice: '$25 for 30 days',
  priceIsLeast: false,
  coverageCeiling: '$1M',
  trip: { mostTravelers: 9, adultAge: 18, mostCoverage: 1_000_000 },
};
