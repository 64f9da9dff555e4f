import { notFound } from '#domain/errors.ts';
import { ipidPath } from '#domain/http/ipid.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { wordingOf } from '#domain/products/forms/published.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** The product information document of a published wording as a PDF. 404 for any other version. */
export const getIpid = serve(quoteApi.getProductInformation, async (ctx, { version }) => {
  const wording = wordingOf(version);
  if (wording === null) throw notFound('There is no such wording.');
  const { operator } = ctx.settings;
  // PDF code and fonts are most of the worker's size, so they load on demand.
  const { renderIpid } = await import('./ipid/render.ts');
  const content = await renderIpid(
    {
      wording,
      company: operator?.name ?? 'No insurer',
      authorization: operator
        ? `${operator.authorization}.`
        : 'This deployment is not run by a licensed insurer.',
    },
    ctx.fonts,
  );
  return {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="Mooring-${version}-information.pdf"`,
      // The insurer's name can still change.
      'Cache-Control': 'public, max-age=3600',
      // A browser's own viewer loads its parts under the file's policy.
      'Content-Security-Policy': "frame-ancestors 'none'",
    },
    body: new Uint8Array(content),
  };
});

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
