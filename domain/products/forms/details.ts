import * as z from 'zod';
import { dayOf, formatDay } from '#domain/days.ts';
import { daySchema, emailField, phoneField } from '#domain/fields.ts';
import { forEachProduct, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { numberProblem, typedNumber } from '#domain/read-number.ts';
import { cleanLine } from '#domain/text.ts';
import type { ProductField } from './form.ts';
import { FORMS } from './index.ts';
import { type ListedDetails, MORE_TRAVELERS } from './travelers.ts';

/** The specification's placeholders for empty fields. Nobody can insure these. */
const FALLBACKS = new Set(['unknown', 'not specified', 'not provided']);

const isGiven = (value: string) => !FALLBACKS.has(value.toLowerCase());

const text = (what: string, max: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .min(1, `Please enter ${what}.`)
    .max(max, `Please keep ${what} to ${max} characters.`)
    .refine(isGiven, `Please enter ${what}.`);

const patterned = (test: RegExp, message: string) =>
  z.string().overwrite(cleanLine).regex(test, message).refine(isGiven, message);

/** A number, or a text that is read as one. A minus is kept for a message of its own. */
const numeric = (missing: string) =>
  z.union([z.number(), z.string()], { error: missing }).transform((typed, context) => {
    if (typeof typed === 'number') return typed;
    const digits = typed.trim().replace(/^-/, '');
    const problem = numberProblem(digits, 2, missing);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    const value = Number(typedNumber(digits, 2));
    return digits === typed.trim() ? value : -value;
  });

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

const FIRST_BIRTH = '1900-01-01';

const day = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${what}.`)
    .pipe(daySchema)
    .refine(
      // East of Greenwich a day begins before it does in UTC.
      (value) => value >= FIRST_BIRTH && value <= formatDay(dayOf(Date.now()) + 1),
      `Please check ${what}: it cannot be in the future or before 1900.`,
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
    case 'day':
      return day(field.what);
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

const shapeOf = (fields: readonly ProductField[]) =>
  Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]));

/** Each traveler but the first, for a product with travelers. */
function moreTravelers(product: ProductKey): Record<string, z.ZodType> {
  const [{ travelers }, { trip }] = [FORMS[product], PRODUCTS[product]];
  if (!travelers || !trip) return {};
  const most = trip.mostTravelers - 1;
  const one = z.strictObject(shapeOf(travelers));
  return {
    [MORE_TRAVELERS]: z
      .array(one)
      .max(most, `A policy has at most ${trip.mostTravelers} travelers.`)
      .optional(),
  };
}

/** Two travelers can't have one passport, because each has cover of their own. */
function refuseSharedPassports(details: ListedDetails, ctx: z.RefinementCtx): void {
  const list = details[MORE_TRAVELERS];
  if (!Array.isArray(list)) return;
  const seen = new Set([String(details.passport_number).toUpperCase()]);
  for (const [index, traveler] of list.entries()) {
    const number = String(traveler.passport_number).toUpperCase();
    if (seen.has(number)) {
      const path = [MORE_TRAVELERS, index, 'passport_number'];
      ctx.addIssue({ code: 'custom', path, message: 'Another traveler has this passport number.' });
    }
    seen.add(number);
  }
}

function detailsOf(product: ProductKey): z.ZodType<ListedDetails> {
  const { fields } = FORMS[product];
  const shape = z.strictObject({ ...shapeOf(fields), ...moreTravelers(product) });
  const defaults = fields.flatMap((field) =>
    'defaultsTo' in field && field.defaultsTo ? [[field.name, field.defaultsTo] as const] : [],
  );
  if (defaults.length === 0) return shape as z.ZodType<ListedDetails>;
  return shape
    .superRefine((details, ctx) => refuseSharedPassports(details as ListedDetails, ctx))
    .transform((details) => ({
      ...details,
      ...Object.fromEntries(defaults.map(([name, other]) => [name, details[name] ?? details[other]])),
    })) as z.ZodType<ListedDetails>;
}

/** What is insured of each product, in the specification's field names, without dates. */
export const DETAILS = forEachProduct(detailsOf);
