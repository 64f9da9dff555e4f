import type { OpenAPIObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

type Resolved<Part> = Part extends ReferenceObject
  ? never
  : Part extends object
    ? { [Key in keyof Part]: Resolved<Part[Key]> }
    : Part;
type Document = Resolved<OpenAPIObject>;
export type Schema = Resolved<SchemaObject>;
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;
export type Content = NonNullable<Operation['requestBody']>['content'];
export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** The document with what it refers to in place and `allOf` joined. Ours refers to its own names, none of which contains itself. */
export function resolve(document: OpenAPIObject): Document {
  const components = document.components as Record<string, Record<string, object>> | undefined;
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) {
      const [, , kind = '', name = ''] = String(value.$ref).split('/');
      return { title: name, ...(inside(components?.[kind]?.[name]) as object) };
    }
    const own = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(part)]));
    return own.allOf ? Object.assign(own, ...(own.allOf as Schema[])) : own;
  };
  return inside(document) as Document;
}

/** Every call of the document. */
export const callsOf = ({ paths = {} }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** What a value is made of: its alternatives, a list's entries, a map's values. */
export const partsOf = ({ oneOf, anyOf, items, additionalProperties: more }: Schema): Schema[] =>
  [...(oneOf ?? anyOf ?? []), items, more]
    .filter((part) => typeof part === 'object')
    .filter(({ type }) => type !== 'null');

export const hasFields = (schema: Schema): boolean =>
  Object.keys(schema.properties ?? {}).length > 0 || partsOf(schema).some(hasFields);

/** `string`, `integer or null`, `array of object`, … */
function typeOf({ oneOf, anyOf, type, items, format, enum: choices }: Schema): string {
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (type === 'array' && items) return `array of ${typeOf(items)}`;
  if (type) return `${[type].flat().join(' or ')}${format ? ` (${format})` : ''}`;
  return choices ? typeof choices[0] : 'any';
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

// Zod names the limits of every integer.
function between(low = -Infinity, high = Infinity, unit = ''): string | false {
  const [from, to] = [low > Number.MIN_SAFE_INTEGER, high < Number.MAX_SAFE_INTEGER];
  if (from && to) return `${low} to ${high}${unit}`;
  return to ? `at most ${high}${unit}` : from && `at least ${low}${unit}`;
}

/** Type and limits of a value in words. */
export function lineOf(schema: Schema): string {
  const { enum: choices, pattern, format, exclusiveMinimum: above, exclusiveMaximum: under, items } = schema;
  const parts = [
    typeOf(schema),
    choices && `${choices.length === 1 ? 'always' : 'one of'} ${choices.map(shown).join(', ')}`,
    between(schema.minimum, schema.maximum),
    above !== undefined && `more than ${above}`,
    under !== undefined && `less than ${under}`,
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' entries'),
    items?.enum && `one of ${items.enum.map(shown).join(', ')}`,
    // The format is shorter than its pattern.
    !format && pattern && `matches ${pattern}`,
    schema.default !== undefined && `${shown(schema.default)} if absent`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What tells an alternative from the others: `insurance_type: home`. */
export function labelOf({ properties = {}, title = 'alternative' }: Schema): string {
  const [name, property] = Object.entries(properties).find(([, { enum: all }]) => all?.length === 1) ?? [];
  return property ? `${name}: ${shown(property.enum?.[0])}` : title;
}

/** What a call takes or answers: its type, and the schema of `data` where the common envelope is around it. */
export function bodyOf(content: Content | undefined): { type: string; schema: Schema } | null {
  const [type, { schema = {} } = {}] = Object.entries(content ?? {})[0] ?? [];
  const { success, data } = schema.properties ?? {};
  return type ? { type, schema: success && data ? data : schema } : null;
}

/** Values for fields whose names say more than their schemas. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  ...EXAMPLES,
  name: SAMPLES.home.property_owner_name,
  ...Object.fromEntries(
    PRODUCT_KEYS.flatMap((key) => FORMS[key].fields).map(({ name, example }) => [name, example]),
  ),
};

/** Stands for the day so many days after the one on which the page is read. */
export const DAY_MARK = /@\+(\d+)/g;

/** Texts by what they are called; the first that fits. Every product accepts thirty days from tomorrow. */
const TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/email/, SAMPLES.home.property_owner_email],
  [/date-time/, '@+1T15:00:00.000Z'],
  [/uri/, 'https://example.com/hook'],
  [/wallet|^address |holder/, '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'],
  [/hash|quote_id|\{64\}/, `0x${'1f'.repeat(32)}`],
  [/incident\w*date/, '@+0'],
  [/end\w*date/, '@+31'],
  [/date/, '@+1'],
  [/phone/, SAMPLES.home.property_owner_telephone],
  [/name /, SAMPLES.home.property_owner_name],
];

/** A starting value in the schema's shape. Not every value makes sense. */
export function exampleOf(schema: Schema, name = ''): unknown {
  const { enum: choices, properties = {}, required = [], items, format, pattern, minLength = 0 } = schema;
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (schema.default !== undefined) return schema.default;
  if (choices) return choices[0];
  if (name in BY_NAME) return BY_NAME[name];
  if (choice) return exampleOf(choice, name);
  if (type === 'boolean') return true;
  if (type === 'array') return items ? [exampleOf(items, name)] : [];
  if (type === 'string') {
    const [, text] = TEXTS.find(([it]) => it.test(`${name} ${format} ${pattern}`)) ?? [];
    return text ?? 'text'.padEnd(minLength, '…');
  }
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  // Optional objects are included, because they hold the interesting fields.
  const given = Object.entries(properties).filter(
    ([key, part]) => required.includes(key) || (part.properties && hasFields(part)),
  );
  return Object.fromEntries(given.map(([key, part]) => [key, exampleOf(part, key)]));
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The call as a command to paste, with example parameters and the token as `$TOKEN`. A build knows of no deployment, so the
 * site's address is put in later (scripts/lib/site.mjs).
 */
export function curlOf({ method, path, operation }: Call): string {
  const { parameters = [], security, requestBody } = operation;
  const query = new URLSearchParams();
  let target = `https://origin.invalid${path}`;
  for (const { name, in: place, required, schema = {} } of parameters) {
    const value = String(exampleOf(schema, name));
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && required) query.set(name, value);
  }
  if (query.size > 0) target += `?${query}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(target)}`];
  if (security?.length) lines.push('-H "authorization: Bearer $TOKEN"');
  const body = bodyOf(requestBody?.content);
  if (body?.type === 'application/json')
    lines.push(
      "-H 'content-type: application/json'",
      `-d ${quoted(JSON.stringify(exampleOf(body.schema), null, 2))}`,
    );
  else if (body?.type === 'multipart/form-data')
    lines.push(...Object.keys(body.schema.properties ?? {}).map((field) => `-F '${field}=@photo.jpg'`));
  return lines.join(' \\\n  ');
}
