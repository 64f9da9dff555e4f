import { expect, test } from 'vitest';
import * as z from 'zod';
import { callsOf } from '#worker/platform/http/serve.ts';
import { strip } from '#worker/platform/http/strip.ts';
import { CONTRACT } from '#worker/served.gen.ts';

const CANARY = { canary: 'A column that no answer declares' };

/** Values that a schema allows, every option of its unions among them, each object with or without the canary. */
function valuesOf(schema: z.core.$ZodType, canary: object): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return ['text'];
    case 'number':
      return [1];
    case 'boolean':
      return [false];
    case 'null':
      return [null];
    case 'unknown':
      return [{ any: 'thing' }];
    case 'literal':
      return [...def.values];
    case 'enum':
      return Object.values(def.entries);
    case 'optional':
      return valuesOf(def.innerType, canary);
    case 'nullable':
      return [...valuesOf(def.innerType, canary), null];
    case 'array':
      return [valuesOf(def.element, canary), []];
    case 'union':
      return def.options.flatMap((option) => valuesOf(option, canary));
    case 'record': {
      const keys = def.keyType._zod.values;
      const fields = [...(keys ?? ['any'])].map((key) => [String(key), def.valueType] as const);
      return objectsOf(Object.fromEntries(fields), keys ? canary : {}, canary);
    }
    case 'object':
      return objectsOf(def.shape, def.catchall?._zod.def.type === 'unknown' ? {} : canary, canary);
    default:
      throw new Error(`No value for ${def.type}`);
  }
}

function objectsOf(shape: Readonly<Record<string, z.core.$ZodType>>, own: object, canary: object): unknown[] {
  const fields = Object.entries(shape).map(([key, field]) => [key, valuesOf(field, canary)] as const);
  const count = Math.max(1, ...fields.map(([, values]) => values.length));
  return Array.from({ length: count }, (_, index) => ({
    ...own,
    ...Object.fromEntries(fields.map(([key, values]) => [key, values[index % values.length]])),
  }));
}

const ANSWERS = callsOf(CONTRACT).flatMap(({ id, answers }) =>
  Object.entries(answers).flatMap(([status, { content }]) => {
    const schema = content['application/json']?.schema;
    return schema ? [{ id, status, schema }] : [];
  }),
);

test.each(ANSWERS)('$id answers $status with all that it declares, and with nothing else', ({ schema }) => {
  const declared = valuesOf(schema, {});
  expect(valuesOf(schema, CANARY).map((value) => strip(schema, value))).toEqual(declared);
});

test.each([
  ['a transform', z.string().transform(Number)],
  ['a default', z.string().default('none')],
  ['a coercion', z.coerce.number()],
  ['a trimmed text', z.string().trim()],
])('no answer can have %s, which would run again wherever it is read', (_, schema) => {
  expect(() => strip(z.object({ data: z.array(z.object({ one: schema.optional() })) }), {})).toThrow(
    /^An answer (changes values|rewrites)/,
  );
});

test('an answer that fits none of its shapes does not leave', () => {
  const either = z.union([z.object({ one: z.string() }), z.object({ two: z.string() })]);
  expect(strip(either, { two: 'yes', three: 'no' })).toEqual({ two: 'yes' });
  expect(() => strip(either, { three: 'no' })).toThrow('An answer fits none of its shapes');
});
