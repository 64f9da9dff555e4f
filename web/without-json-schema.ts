import type { Plugin } from 'vite';

/** The parts of zod that describe a schema as JSON Schema, and our only module that uses them. */
const ZOD_PARTS = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const DESCRIBED = /\/api-reference\/webhook-schemas\.ts$/;

/**
 * Leaves out zod's JSON Schemas, 6 KiB of every page that has a schema. The API reference shows some, which are made when the
 * site is built.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'mooring:without-json-schema',
    apply: 'build',
    async load(id) {
      if (!DESCRIBED.test(id)) return null;
      const { WEBHOOK_SCHEMAS } = await import(id);
      return `export const WEBHOOK_SCHEMAS = ${JSON.stringify(WEBHOOK_SCHEMAS)};`;
    },
    transform(code, id) {
      if (!ZOD_PARTS.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)];
      return names
        .map(([, name, renamed]) => `export const ${name ?? renamed} = () => undefined;`)
        .join('\n');
    },
  };
}
