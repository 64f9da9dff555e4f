/** Reads one of the site's font files by its path from the root. */
export type FontSource = (path: string) => Promise<ArrayBuffer>;

export const FONT_FOLDER = '/fonts';

async function bytesOf(answer: Response, path: string): Promise<ArrayBuffer> {
  if (!answer.ok) throw new Error(`The font file ${path} answers ${answer.status}`);
  return answer.arrayBuffer();
}

/** The certificate's fonts from the site's static assets, as `scripts/lib/fonts.mjs` lays them out. */
export function assetFonts(assets: Pick<Fetcher, 'fetch'>): FontSource {
  return async (path) => bytesOf(await assets.fetch(new URL(path, 'https://assets.invalid')), path);
}

/**
 * The fonts of this deployment. In `npm run dev` the assets hold only pages, and the site serves the other
 * files.
 */
export function siteFonts(env: Pick<Env, 'ASSETS' | 'ENVIRONMENT' | 'PUBLIC_ORIGIN'>): FontSource {
  const fonts = assetFonts(env.ASSETS);
  if (env.ENVIRONMENT !== 'local') return fonts;
  const fromSite: FontSource = async (path) => bytesOf(await fetch(new URL(path, env.PUBLIC_ORIGIN)), path);
  return (path) => fonts(path).catch(() => fromSite(path));
}
