/** Random values from the schemas of the API's document, most of them valid, so that requests get past the validation. */
import fc from 'fast-check';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  examples?: unknown[];
}

/** What breaks naive code: wrong types, limits, other scripts, control characters, and pieces of other languages. */
const NASTY: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    '',
    ' ',
    '\t',
    0,
    -0,
    -1,
    1.5,
    1e21,
    -1e308,
    2 ** 53,
    2 ** 63,
    '0',
    '-1',
    '1e3',
    '+1',
  ],
  ...['NaN', 'Infinity', 'null', 'undefined', '0x', '0xzz', '０', '٣', '9'.repeat(400), 'a'.repeat(5000)],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE policies; --',
    '%',
    '_',
    '*',
    '"',
    'NEAR(a b)',
    'a AND',
    '-"',
    '^',
    '{{7*7}}',
  ],
  ...[
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00',
    '%2e%2e%2f',
    '\u0000',
    'a\u0000b',
    '\r\nX-Evil: 1',
  ],
  ...['\ud800', '\udfff\ud800', '\u202e', '\ufeff', 'ﷺ', '👩‍👩‍👧‍👦', 'İ', 'ß', 'e\u0301', '=1+1', '@SUM(A1)'],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '-000001-01-01',
    '2026-13',
    '275760-09-13T00:00:00.001Z',
    '2026-11-26',
  ],
  ...[
    [],
    [[]],
    [null],
    {},
    { a: { b: { c: {} } } },
    { length: 1 },
    { toString: 1 },
    { valueOf: 1 },
    { $ne: null },
  ],
  ...[Array.from({ length: 300 }, () => 0), ['__proto__'], { constructor: { prototype: {} } }],
];
const nasty = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const FORMATS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email: fc.constantFrom('someone@example.com', 'a+b@sub.example.org'),
  date: fc.constantFrom('2026-11-26', '2027-02-28', '2026-01-01'),
  'date-time': fc.constantFrom(
    '2026-11-26T10:00:00.000Z',
    '2099-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
  ),
  uuid: fc.uuid(),
  uri: fc.constantFrom(
    'https://hooks.example.com/a',
    'http://127.0.0.1/',
    'https://[::1]/',
    'javascript:alert(1)',
  ),
};

/** @param known values that exist, by the name of their field or parameter */
export class Values {
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly known: Readonly<Record<string, readonly unknown[]>>,
  ) {}

  /** A value of a field or parameter: most often one that exists or is valid, and one in fourteen is neither. */
  named(name: string, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
    const known = this.known[name];
    const valid = this.of(schema, depth);
    return fc.oneof(
      ...(known ? [{ weight: 10, arbitrary: fc.constantFrom(...known) }] : []),
      { weight: known ? 3 : 13, arbitrary: valid },
      { weight: 1, arbitrary: nasty },
    );
  }

  of(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
    if (schema.$ref) return this.of(this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1);
    if (depth > 12) return fc.constant(null);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return fc.oneof(...choices.map((each) => this.of(each, depth + 1)));
    if (schema.allOf) return this.object(merged(schema.allOf, this.schemas), depth);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const type = Array.isArray(schema.type)
      ? (schema.type.find((each) => each !== 'null') ?? 'null')
      : schema.type;
    const plain = this.#typed(type, schema, depth);
    return Array.isArray(schema.type) && schema.type.includes('null')
      ? fc.option(plain, { nil: null })
      : plain;
  }

  #typed(type: string | undefined, schema: Schema, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
        return fc.integer({
          min: Math.max(schema.minimum ?? schema.exclusiveMinimum ?? -5, -(2 ** 31)),
          max: Math.min(schema.maximum ?? 1_000_000, 2 ** 31 - 1),
        });
      case 'number':
        return fc.oneof(
          fc.integer({ min: 0, max: 100_000 }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        );
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(this.of(schema.items ?? {}, depth + 1), { maxLength: 4 });
      case 'object':
        return this.object(schema, depth);
      default:
        return nasty;
    }
  }

  #text({ format, pattern, minLength = 0, maxLength = 60, examples }: Schema): fc.Arbitrary<unknown> {
    const written = examples?.length ? fc.constantFrom(...examples) : undefined;
    const byFormat = format ? FORMATS[format] : undefined;
    const free = fc.string({
      unit: 'grapheme',
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, 80)),
    });
    const any = byFormat ?? (pattern ? matching(pattern) : undefined) ?? free;
    return written ? fc.oneof({ weight: 3, arbitrary: written }, { weight: 1, arbitrary: any }) : any;
  }

  object({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, this.named(name, schema, depth + 1)]),
    );
    const whole = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
    const odd = fc.record(fields, { requiredKeys: [] });
    const more = fc
      .tuple(whole, fc.constantFrom('constructor', 'toString', 'id', 'role', 'status', 'wallet', 'x'), nasty)
      .map(([value, name, extra]) => ({ ...value, [name]: extra }));
    return fc.oneof(
      { weight: 16, arbitrary: whole },
      { weight: 2, arbitrary: odd },
      { weight: 1, arbitrary: more },
      { weight: 1, arbitrary: nasty },
    );
  }
}

function merged(parts: readonly Schema[], schemas: Readonly<Record<string, Schema>>): Schema {
  const all = parts.map((part) => (part.$ref ? (schemas[part.$ref.split('/').at(-1) ?? ''] ?? {}) : part));
  return {
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required = [] }) => required),
  };
}

function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return undefined;
  }
}
