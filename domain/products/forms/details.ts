import * as z from 'zod';
import { emailField, phoneField } from '../../fields.ts';
import { forEachProduct, type ProductKey } from '../index.ts';
import type { Details } from './facts.ts';
import type { ProductField } from './form.ts';
import { FORMS } from './index.ts';

/** The specification's placeholders for empty fields. Nobody can insure these. */
const FALLBACKS = new Set(['unknown', 'not specified', 'not provided']);

const isGiven = (value: string) => !FALLBACKS.has(value.toLowerCase());

const text = (what: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${what}.`)
    .max(max, `Please keep ${what} to ${max} characters.`)
    .refine(isGiven, `Please enter ${what}.`);

const patterned = (test: RegExp, message: string) =>
  z.string().trim().regex(test, message).refine(isGiven, message);

/** A number, or a text that is one: an empty field is no number, though `Number('')` is zero. */
const numeric = (missing: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^[+-]?\d+(\.\d+)?$/, missing),
      ],
      { error: missing },
    )
    .transform(Number);

function year(what: string, from: number, yearsAhead: number) {
  const last = () => new Date().getUTCFullYear() + yearsAhead;
  return numeric(`Please enter ${what}.`).pipe(
    z
      .number()
      .int(`Please enter ${what} as a whole number.`)
      .min(from, `Please enter ${what}, ${from} or later.`)
      .refine((value) => value <= last(), { error: () => `Please enter ${what}, ${last()} at the latest.` }),
  );
}

const count = (what: string, max: number) =>
  numeric(`Please enter ${what}.`).pipe(
    z
      .number()
      .int(`Please enter ${what} as a whole number.`)
      .min(0, `${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be negative.`)
      .max(max, `Please check ${what}.`),
  );

/** What a field accepts, with its messages. */
function fieldSchema(field: ProductField): z.ZodType<string | number | undefined> {
  switch (field.kind) {
    case 'tel':
      return phoneField;
    case 'email':
      return emailField;
    case 'year':
      return year(field.what, field.from, field.yearsAhead);
    case 'count':
      return count(field.what, field.max);
    case 'select':
      return z
        .string()
        .refine(
          (value) => field.options.some((option) => option.value === value),
          `Please select ${field.what}.`,
        );
    case 'text': {
      const { what, max = 200, pattern, defaultsTo } = field;
      if (pattern) return patterned(pattern.test, `Please enter ${what}: ${pattern.hint}.`);
      return defaultsTo === undefined ? text(what, max) : text(what, max).optional();
    }
  }
}

function detailsOf(product: ProductKey): z.ZodType<Details> {
  const { fields } = FORMS[product];
  const shape = z.strictObject(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])));
  const defaults = fields.flatMap((field) =>
    'defaultsTo' in field && field.defaultsTo ? [[field.name, field.defaultsTo] as const] : [],
  );
  if (defaults.length === 0) return shape as z.ZodType<Details>;
  return shape.transform((details) => ({
    ...details,
    ...Object.fromEntries(defaults.map(([name, other]) => [name, details[name] ?? details[other]])),
  })) as z.ZodType<Details>;
}

/** What is insured of each product, in the specification's field names, without dates. */
export const DETAILS = forEachProduct(detailsOf);
