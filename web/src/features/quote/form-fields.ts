import { formFields, isIdentifying, storedName } from '#domain/products/forms/facts.ts';
import type { ProductKey } from '#domain/products/index.ts';

export function emptyForm(product: ProductKey): Record<string, string> {
  return Object.fromEntries(formFields(product).map(({ name }) => [name, '']));
}

/** The fields that may be stored in the browser, under the specification's names. */
export function harmlessDetails(
  product: ProductKey,
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  return Object.fromEntries(
    formFields(product).flatMap((field) => {
      const value = values[field.name];
      return isIdentifying(field) || value === undefined ? [] : [[storedName(field), value]];
    }),
  );
}
