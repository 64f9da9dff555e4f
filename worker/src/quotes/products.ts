import { FORMS } from '#domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { ipidPath } from './ipid/issue.ts';

/** What is sold, for anyone. */
export const listProducts = serve(quoteApi.listProducts, ({ settings }) =>
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
  }),
);
