import { SITE_PATHS } from '#domain/analytics/visit.ts';

const PAGES = SITE_PATHS.filter((path) => path !== '/404').map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
);

/** Whether the site has a page at this path. The desk finds its own. */
const isPage = (path: string): boolean =>
  /^\/admin(\/|$)/.test(path) || PAGES.some((pattern) => pattern.test(path));

/**
 * Answers an address that is no file of the site: with the site's shell, which opens the page that the address names, or
 * with the page that says there is none and status 404.
 */
export async function answerPage(request: Request, env: Pick<Env, 'ASSETS'>): Promise<Response> {
  const { pathname, origin } = new URL(request.url);
  const found = isPage(pathname);
  const page = await env.ASSETS.fetch(
    new Request(new URL(found ? '/app' : '/404', origin), { method: 'GET' }),
  );
  return new Response(request.method === 'HEAD' ? null : page.body, {
    status: found ? page.status : 404,
    headers: page.headers,
  });
}
