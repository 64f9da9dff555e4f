import type { OpenAPIObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';

type Resolved<Part> = Part extends ReferenceObject
  ? never
  : Part extends object
    ? { [Key in keyof Part]: Resolved<Part[Key]> }
    : Part;
export type Document = Resolved<OpenAPIObject>;
export type Schema = Resolved<SchemaObject>;
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;
export type Content = NonNullable<Operation['requestBody']>['content'];

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

/** What a value is made of: its alternatives, a list's entries, a map's values. */
export function partsOf({ oneOf, anyOf, items, additionalProperties: more }: Schema): Schema[] {
  const parts = [
    ...(oneOf ?? anyOf ?? []),
    ...(items ? [items] : []),
    ...(typeof more === 'object' ? [more] : []),
  ];
  return parts.filter(({ type }) => type !== 'null');
}

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

function between(low: number, high: number, unit = ''): string | false {
  // Zod names the limits of every integer.
  const [from, to] = [low > Number.MIN_SAFE_INTEGER, high < Number.MAX_SAFE_INTEGER];
  if (from && to) return `${low} to ${high}${unit}`;
  return to ? `at most ${high}${unit}` : from && `at least ${low}${unit}`;
}

/** Type and limits of a value in words. */
export function lineOf(schema: Schema): string {
  const { enum: choices, pattern, format, exclusiveMinimum: above, exclusiveMaximum: under } = schema;
  const { minimum = -Infinity, minLength = -Infinity, minItems = -Infinity, items } = schema;
  const { maximum = Infinity, maxLength = Infinity, maxItems = Infinity } = schema;
  const parts = [
    typeOf(schema),
    choices && `${choices.length === 1 ? 'always' : 'one of'} ${choices.map(shown).join(', ')}`,
    between(minimum, maximum),
    above !== undefined && `more than ${above}`,
    under !== undefined && `less than ${under}`,
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' entries'),
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
  if (!type) return null;
  const { success, data } = schema.properties ?? {};
  return { type, schema: success && data ? data : schema };
}

export interface Call {
  method: string;
  path: string;
  operation: Operation;
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
