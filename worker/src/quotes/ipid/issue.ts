import { AppError } from '#domain/errors.ts';
import { wordingOf } from '#domain/products/forms/published.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** Path of a wording's product information document. */
export const ipidPath = (version: string) => `/api/insurance/ipid/${version}`;

/** The product information document of a published wording as a PDF. 404 for any other version. */
export const getIpid = serve(quoteApi.getProductInformation, async (ctx, { version }) => {
  const wording = wordingOf(version);
  if (wording === null) throw new AppError('not_found', 'There is no such wording.');
  const { operator } = ctx.settings;
  // PDF code and fonts are most of the worker's size, so they load on demand.
  const { renderIpid } = await import('./render.ts');
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
