import type { Plugin } from 'vite';

/** The parts of zod that describe a schema as JSON Schema. */
const ZOD_PARTS = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

/** Leaves out zod's JSON Schemas, 6 KiB of every page that has a schema. Only the pages' markup is made with them. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'mooring:without-json-schema',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    transform(code, id) {
      if (!ZOD_PARTS.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)];
      return names
        .map(([, name, renamed]) => `export const ${name ?? renamed} = () => undefined;`)
        .join('\n');
    },
  };
}
