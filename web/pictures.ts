import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const QUERY = '.svg?picture';

/** A drawing's SVG file as its view box and what is drawn in it, without what all drawings share (src/ui/illustrations.tsx). */
export function pictures(): Plugin {
  return {
    name: 'mooring:pictures',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = readFileSync(id.replace('?picture', ''), 'utf8')
        .replace(/\s*\n\s*/g, '')
        .replaceAll(' />', '/>');
      const [, viewBox, drawn] = /viewBox="([^"]+)"[^>]*>(.*)<\/svg>/.exec(file) ?? [];
      if (!viewBox) throw new Error(`${id} is no drawing`);
      return `export default ${JSON.stringify([viewBox, drawn])}`;
    },
  };
}
