import type * as z from 'zod';
import { FORMS } from '../../../domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../../../domain/products/index.ts';
import type { productsAnswer } from '../../../domain/quote/schema.ts';
import type { Ctx } from '../platform/context.ts';
import { ipidPath } from './ipid/issue.ts';

/** What is sold, for anyone. */
export const listProducts = ({ settings }: Ctx): z.output<typeof productsAnswer> =>
  PRODUCT_KEYS.map((key) => {
    const { label, minDays, maxDays, defaultChoice, tariff } = PRODUCTS[key];
    const { version, covered, notCovered, limits, claimNeeds } = FORMS[key].wording;
    return {
      insurance_type: key,
      label,
      choices: tariff.map(({ coverage, deductible, basePerYear }) => ({
        coverage_usd: coverage,
        deductible_usd: deductible,
        base_per_year_usd: basePerYear,
        default: coverage === defaultChoice.coverage && deductible === defaultChoice.deductible,
      })),
      min_days: minDays,
      max_days: maxDays,
      wording: {
        version,
        covered: [...covered],
        not_covered: [...notCovered],
        limits: [...limits],
        claim_needs: [...claimNeeds],
      },
      ipid_url: `${settings.publicOrigin}${ipidPath(version)}`,
    };
  });
