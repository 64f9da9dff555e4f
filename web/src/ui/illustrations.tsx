import type { ProductKey } from '#domain/products/index.ts';
import mooring from './pictures/mooring.svg?picture';

/**
 * The drawing of an SVG file, as a part of the page, so that it has the colors of the text around it.
 * @param usual its size, as a class
 */
export function picture([viewBox, drawn]: readonly [string, string], usual: string) {
  return ({ className = usual }: { className?: string }) => (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of our own.
      dangerouslySetInnerHTML={{ __html: drawn }}
    />
  );
}

export const MooringPicture = picture(mooring, 'w-full');

const products = import.meta.glob<readonly [string, string]>('./pictures/products/*.svg', {
  query: '?picture',
  import: 'default',
  eager: true,
});

/** A product's drawing has its key as its name. */
export const PRODUCT_PICTURES = Object.fromEntries(
  Object.entries(products).map(([path, file]) => [path.replace(/^.*\/|\.svg$/g, ''), picture(file, 'h-16')]),
) as Readonly<Record<ProductKey, ReturnType<typeof picture>>>;
