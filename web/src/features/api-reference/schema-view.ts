import type { SchemaObject } from 'openapi3-ts/oas31';
import { type OpenApi, refName, resolve, type Schema } from './openapi.ts';

export interface SchemaView {
  /** `string`, `integer or null`, `array of object`, … */
  type: string;
  notes: string[];
  description: string;
  fields: { name: string; required: boolean; schema: Schema }[];
  /** Alternatives with their own fields; empty where the type is enough. */
  variants: { label: string; schema: Schema }[];
  /** Schema of a list's or map's entries, if they have fields. */
  entries: Schema | null;
}

const isNull = (schema: SchemaObject) => schema.type === 'null' || schema.const === null;

/** Levels to search at once, since a recursive schema never ends. */
const DEEPEST = 5;

export function hasParts(document: OpenApi, schema: Schema, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  const { properties, oneOf, anyOf, items, additionalProperties: more } = merged(document, schema);
  if (Object.keys(properties ?? {}).length > 0) return true;
  const below = [
    ...(oneOf ?? anyOf ?? []),
    ...(items ? [items] : []),
    ...(typeof more === 'object' ? [more] : []),
  ];
  return below.some((each) => hasParts(document, each, depth + 1));
}

function merged(document: OpenApi, schema: Schema): SchemaObject {
  const { allOf, ...own } = resolve(document, schema);
  const parts = (allOf ?? []).map((part) => merged(document, part));
  if (parts.length === 0) return own;
  const all = [own, ...parts];
  return {
    ...Object.assign({}, ...parts, own),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required = [] }) => required),
  };
}

function typeOf(document: OpenApi, schema: Schema, depth = 0): string {
  if (depth > DEEPEST) return 'any';
  const full = merged(document, schema);
  const alternatives = full.oneOf ?? full.anyOf;
  if (alternatives) {
    const names = alternatives.map((each) =>
      isNull(resolve(document, each)) ? 'null' : typeOf(document, each, depth + 1),
    );
    return [...new Set(names)].join(' or ');
  }
  if (Array.isArray(full.type)) return full.type.join(' or ');
  if (full.type === 'array')
    return full.items ? `array of ${typeOf(document, full.items, depth + 1)}` : 'array';
  if (full.type) return full.format ? `${full.type} (${full.format})` : full.type;
  if (full.const !== undefined) return typeof full.const;
  if (full.enum) return typeof full.enum[0];
  if (full.properties) return 'object';
  return 'any';
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function notesOf(schema: SchemaObject): string[] {
  const notes: string[] = [];
  const { enum: choices, const: fixed, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (fixed !== undefined && fixed !== null) notes.push(`always ${shown(fixed)}`);
  if (choices?.length === 1) notes.push(`always ${shown(choices[0])}`);
  else if (choices) notes.push(`one of ${choices.map(shown).join(', ')}`);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) notes.push(`at least ${minimum}`);
  if (exclusiveMinimum !== undefined) notes.push(`more than ${exclusiveMinimum}`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) notes.push(`at most ${maximum}`);
  if (exclusiveMaximum !== undefined) notes.push(`less than ${exclusiveMaximum}`);
  const { minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  if (minLength !== undefined && maxLength !== undefined)
    notes.push(`${minLength} to ${maxLength} characters`);
  else if (maxLength !== undefined) notes.push(`at most ${maxLength} characters`);
  else if (minLength !== undefined) notes.push(`at least ${minLength} characters`);
  if (minItems) notes.push(`at least ${minItems} entries`);
  if (maxItems !== undefined) notes.push(`at most ${maxItems} entries`);
  // The format is shorter than its pattern.
  if (pattern && !format) notes.push(`matches ${pattern}`);
  if (schema.default !== undefined) notes.push(`${shown(schema.default)} if absent`);
  return notes;
}

function labelOf(document: OpenApi, schema: Schema, index: number): string {
  const full = merged(document, schema);
  for (const [name, property] of Object.entries(full.properties ?? {})) {
    const { const: fixed, enum: choices } = resolve(document, property);
    const value = fixed ?? (choices?.length === 1 ? choices[0] : undefined);
    if (value !== undefined) return `${name}: ${shown(value)}`;
  }
  return schema.$ref ? refName(schema.$ref) : (full.title ?? `alternative ${index + 1}`);
}

/** One level of `schema`. Deeper levels are built when expanded, so that cycles end. */
export function viewOf(document: OpenApi, schema: Schema, depth = 0): SchemaView {
  const full = merged(document, schema);
  const view: SchemaView = {
    type: typeOf(document, schema),
    notes: notesOf(full),
    description: full.description ?? '',
    fields: Object.entries(full.properties ?? {}).map(([name, property]) => ({
      name,
      required: full.required?.includes(name) ?? false,
      schema: property,
    })),
    variants: [],
    entries: null,
  };
  const alternatives = (full.oneOf ?? full.anyOf ?? []).filter((each) => !isNull(resolve(document, each)));
  const only = alternatives.length === 1 ? alternatives[0] : undefined;
  if (only && depth < DEEPEST) {
    const { fields, variants, entries, notes } = viewOf(document, only, depth + 1);
    return { ...view, fields, variants, entries, notes: [...view.notes, ...notes] };
  }
  if (alternatives.some((each) => hasParts(document, each))) {
    view.variants = alternatives.map((each, index) => ({
      label: labelOf(document, each, index),
      schema: each,
    }));
  }
  const entry =
    full.items ?? (typeof full.additionalProperties === 'object' ? full.additionalProperties : null);
  if (entry && hasParts(document, entry)) view.entries = entry;
  if (full.items && !view.entries) view.notes.push(...notesOf(merged(document, full.items)));
  return view;
}
