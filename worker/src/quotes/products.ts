import type * as z from 'zod';
import { FORMS } from '../../../domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../../../domain/products/index.ts';
import type { Choice } from '../../../domain/products/product.ts';
import type { productsAnswer } from '../../../domain/quote/schema.ts';

const chosen = ({ coverage, deductible }: Choice) => ({ coverage_usd: coverage, deductible_usd: deductible });

/** What is sold, for anyone. */
export const listProducts = (): z.output<typeof productsAnswer> =>
  PRODUCT_KEYS.map((key) => {
    const { label, minDays, maxDays, defaultChoice, tariff } = PRODUCTS[key];
    return {
      insurance_type: key,
      label,
      min_days: minDays,
      max_days: maxDays,
      wording_version: FORMS[key].wording.version,
      default_choices: chosen(defaultChoice),
      tariff: tariff.map((row) => ({ ...chosen(row), premium_usd: row.basePerYear })),
    };
  });
