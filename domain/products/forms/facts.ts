import { formatUsDay, parseDay } from '#domain/days.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Option, ProductField } from './form.ts';
import { FORMS } from './index.ts';
import { type Details, fieldsFor } from './travelers.ts';

export type { Details };

/** Whether the form asks for a field. Otherwise its value comes from another field. */
export const isAsked = (field: ProductField): boolean => !('defaultsTo' in field);

/** The fields that the form asks for. */
export function formFields(product: ProductKey): readonly ProductField[] {
  return FORMS[product].fields.filter(isAsked);
}

/** Whether a field identifies or locates a person. Such a field is never stored in the browser. */
export function isIdentifying(field: ProductField): boolean {
  return field.private === true || field.contact !== undefined;
}

/** The field's name in the browser's `quoteData`. */
export function storedName({ stored, name }: ProductField): string {
  return stored ?? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Names of the fields of these details that are encrypted at rest. */
export function privateFields(product: ProductKey, details: Readonly<Details> = {}): string[] {
  return fieldsFor(product, details)
    .filter((field) => field.private)
    .map(({ name }) => name);
}

/** Name, phone number or email address of the person to reach; empty when the details have none. */
export function contactOf(
  product: ProductKey,
  details: Readonly<Details>,
  part: NonNullable<ProductField['contact']>,
): string {
  const field = FORMS[product].fields.find(({ contact }) => contact === part);
  return String((field && details[field.name]) ?? '');
}

/** The answers among these details that are asked once, besides the contact's. */
export function answersOnce(product: ProductKey, details: Readonly<Details>): Record<string, string> {
  const kept = FORMS[product].fields.filter(({ name, once }) => once && details[name] !== undefined);
  return Object.fromEntries(kept.map(({ name }) => [name, String(details[name])]));
}

/** The label of a stored value; a value no longer offered is shown as is. */
function optionLabel(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** A stored value as people read it. */
export function shown(field: ProductField, value: string | number): string {
  if (field.kind === 'select') return optionLabel(field.options, String(value));
  if (field.kind === 'day') {
    const day = parseDay(String(value));
    return day === null ? String(value) : formatUsDay(day);
  }
  return field.kind === 'count' ? Number(value).toLocaleString('en-US') : String(value);
}

/** The names of a policy's first and last day in the specification's payment payload. */
export function paymentDates(product: ProductKey): readonly [start: string, end: string] {
  return FORMS[product].paymentDates ?? ['policy_start_date', 'policy_end_date'];
}

export interface Fact {
  /** Null for a field from another version of the form. */
  field: ProductField | null;
  /** Its name among the details. */
  name: string;
  label: string;
  value: string;
}

/** The insured facts in the order of the form; fields from another version come last, under their own names. */
export function factsOf(product: ProductKey, details: Readonly<Details>): Fact[] {
  const fields = fieldsFor(product, details);
  const known = fields.flatMap((field) => {
    const value = details[field.name];
    return value === undefined
      ? []
      : [{ field, name: field.name, label: field.fact ?? field.label, value: shown(field, value) }];
  });
  const others = Object.entries(details).filter(([name]) => fields.every((field) => field.name !== name));
  return [
    ...known,
    ...others.map(([name, value]) => ({ field: null, name, label: name, value: String(value) })),
  ];
}

/** The two lines under a policy in lists. */
export function detailLines(product: ProductKey, details: Readonly<Details>): [string, string] {
  const { fields, lines } = FORMS[product];
  const fill = (line: string) =>
    line.replace(/\{(\w+)\}/g, (_, name) => {
      const field = fields.find((each) => each.name === name);
      return field ? shown(field, details[name] ?? '') : '';
    });
  return [fill(lines[0]), fill(lines[1])];
}

/** What is insured in a few words, by which a holder tells two policies apart: the address, the car, or the trip. */
export function insuredThing(product: ProductKey, details: Readonly<Details>): string {
  const { fields, thing } = FORMS[product];
  const named = fields.filter(({ name }) => thing.includes(name));
  if (named.length === 0) return detailLines(product, details)[0];
  return named.map((field) => shown(field, details[field.name] ?? '')).join(' ');
}

/** What is insured, in a line for the desk's lists: the plain facts without the contact's. */
export function itemDescription(product: ProductKey, details: Readonly<Details>): string {
  return factsOf(product, details)
    .filter(({ field }) => field !== null && !isIdentifying(field))
    .map(({ value }) => value)
    .join(', ');
}

/** In one spelling of case and spaces. */
const plain = (value: unknown): string =>
  String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s,.]+/g, ' ')
    .trim();

/** The place that is insured, in one spelling: a home's address. Null for a car or a trip, which names none. */
export function placeIn(details: Readonly<Details>): string | null {
  const [place] = Object.values(FORMS).flatMap(({ fields, thing }) =>
    fields.filter(({ name, private: isPrivate }) => isPrivate && thing.includes(name) && name in details),
  );
  return place ? plain(details[place.name]) : null;
}

/** Whether both details are about the same home or car, whatever the spelling's case and spaces; false for a product without one. */
export function isSameThing(product: ProductKey, one: Readonly<Details>, other: Readonly<Details>): boolean {
  const { thing } = FORMS[product];
  return thing.length > 0 && thing.every((name) => plain(one[name]) === plain(other[name]));
}

export interface PlainFact {
  label: string;
  value: string | null;
  private: boolean;
}

/** The insured facts in the order of the form, from the plain details alone: a private one has no value. */
export function plainFactsOf(product: ProductKey, details: Readonly<Details>): PlainFact[] {
  const asked = fieldsFor(product, details).filter(isAsked);
  return asked.flatMap((field): PlainFact[] => {
    const label = field.fact ?? field.label;
    if (field.private) return [{ label, value: null, private: true }];
    const value = details[field.name];
    return value === undefined ? [] : [{ label, value: shown(field, value), private: false }];
  });
}

/** The private facts alone, decrypted before. */
export const privateFactsOf = (product: ProductKey, details: Readonly<Details>) =>
  factsOf(product, details).flatMap(({ field, label, value }) => (field?.private ? [{ label, value }] : []));
