import { addYears, parseDay } from '#domain/days.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { ProductField } from './form.ts';
import { FORMS } from './index.ts';

/**
 * Travelers beside the first. The API has them as a list, `additional_travelers`. Everywhere else each of their fields is
 * one of the details, such as `traveler_2_passport_number`, so that it is encrypted, shown and proven like any other.
 */
export const MORE_TRAVELERS = 'additional_travelers';

/** The insured facts by name. */
export type Details = Record<string, string | number>;
/** The same as the API takes and answers it. */
export type ListedDetails = Record<string, string | number | Details[]>;

const ONE = /^traveler_(\d)_(.+)$/;

/** What a field of the traveler with this number is called among the details. */
const travelerField = (number: number, name: string): string => `traveler_${number}_${name}`;

/** The form's fields for a traveler but the first. */
export const fieldsOfTraveler = (product: ProductKey, number: number): ProductField[] =>
  (FORMS[product].travelers ?? []).map((field) => {
    const fact = field.fact ?? field.label;
    return {
      ...field,
      name: travelerField(number, field.name),
      fact: fact === 'Traveler' ? `Traveler ${number}` : `Traveler ${number}: ${fact.toLowerCase()}`,
    };
  });

/** The names among the details of what is asked of one traveler alone. */
export const ownFields = (number: number): string[] =>
  ['name', 'birth_date', 'passport_number', 'passport_country'].map((name) =>
    number === 1 ? name : travelerField(number, name),
  );

/** How many people the details name; 1 for a product without travelers. */
export function travelersIn(details: Readonly<Record<string, unknown>>): number {
  const numbers = Object.keys(details).map((name) => Number(ONE.exec(name)?.[1] ?? 1));
  return Math.max(1, ...numbers);
}

/** All fields that these details can have, those of each traveler included. */
export function fieldsFor(
  product: ProductKey,
  details: Readonly<Record<string, unknown>>,
): readonly ProductField[] {
  const others = Array.from({ length: travelersIn(details) - 1 }, (_, index) =>
    fieldsOfTraveler(product, index + 2),
  );
  return [...FORMS[product].fields, ...others.flat()];
}

/** The details with each traveler's fields in a list. */
export function listTravelers(details: Readonly<Details>): ListedDetails {
  const own = Object.entries(details).filter(([name]) => !ONE.test(name));
  const count = travelersIn(details) - 1;
  if (count === 0) return Object.fromEntries(own);
  const list = Array.from({ length: count }, (): Details => ({}));
  for (const [name, value] of Object.entries(details)) {
    const [, number, field] = ONE.exec(name) ?? [];
    const traveler = list[Number(number) - 2];
    if (traveler && field) traveler[field] = value;
  }
  return { ...Object.fromEntries(own), [MORE_TRAVELERS]: list };
}

/** The details with a name of its own for each traveler's fields. */
export function spreadTravelers({ [MORE_TRAVELERS]: list, ...own }: Readonly<ListedDetails>): Details {
  const others = (Array.isArray(list) ? list : []).flatMap((traveler, index) =>
    Object.entries(traveler).map(([name, value]) => [travelerField(index + 2, name), value] as const),
  );
  return { ...(own as Details), ...Object.fromEntries(others) };
}

/** The name that a field of the API's list has among the details: `additional_travelers.0.name` is `traveler_2_name`. */
export function spreadPath(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const [list, index, name] = path;
  return list === MORE_TRAVELERS && name !== undefined
    ? [travelerField(Number(index) + 2, String(name))]
    : path;
}

/**
 * Of each traveler but the first, whether they are a child on the trip's first day (UTC day number). Somebody without a date
 * of birth counts as an adult.
 */
export function childrenIn(
  product: ProductKey,
  details: Readonly<Record<string, unknown>>,
  startDay: number,
): boolean[] {
  const { trip } = PRODUCTS[product];
  if (!trip) return [];
  return Array.from({ length: travelersIn(details) - 1 }, (_, index) => {
    const born = parseDay(String(details[travelerField(index + 2, 'birth_date')] ?? ''));
    return born !== null && addYears(born, trip.adultAge) > startDay;
  });
}

export interface NamedTraveler {
  /** From 1. */
  number: number;
  name: string;
}

/** Everybody who is insured on a trip, in order; nobody for other products. */
export function travelerNames(product: ProductKey, details: Readonly<Details>): NamedTraveler[] {
  if (!PRODUCTS[product].trip) return [];
  const first = FORMS[product].fields.find(({ contact }) => contact === 'name');
  return Array.from({ length: travelersIn(details) }, (_, index) => ({
    number: index + 1,
    name: String(details[index === 0 ? (first?.name ?? '') : travelerField(index + 1, 'name')] ?? ''),
  }));
}

/** The passports of everybody who is insured, by which a trip is told to be the same. */
export function passportsIn(details: Readonly<Details>): string[] {
  return Object.entries(details)
    .filter(([name]) => name.endsWith('passport_number'))
    .map(([, value]) => String(value).toUpperCase());
}
