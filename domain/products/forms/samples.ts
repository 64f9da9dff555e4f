import { forEachProduct, type ProductKey } from '#domain/products/index.ts';
import { type Details, formFields } from './facts.ts';
import type { Form, ProductField } from './form.ts';
import type { Forms } from './index.ts';

type Asked<Field extends ProductField> = Field extends { defaultsTo: string } ? never : Field;
type SampleOf<Its extends Form> = {
  [Field in Asked<Its['fields'][number]> as Field['name']]: Field['example'] extends number ? number : string;
};
export type Samples = { readonly [Product in ProductKey]: SampleOf<Forms[Product]> };

/** What a customer may enter for each product, from its fields' examples: for tests, the demo and the API's examples. */
export const SAMPLES = forEachProduct((product) =>
  Object.fromEntries(formFields(product).map(({ name, example }) => [name, example])),
) as unknown as Samples;

type Contact = Record<NonNullable<ProductField['contact']>, string>;

/** A product's sample with another person to reach. */
export function sampleFor(product: ProductKey, contact: Contact): Details {
  const theirs = formFields(product).flatMap((field) =>
    field.contact ? [[field.name, contact[field.contact]] as const] : [],
  );
  return { ...SAMPLES[product], ...Object.fromEntries(theirs) };
}
