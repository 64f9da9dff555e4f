import { formFields } from '#domain/products/forms/facts.ts';
import type { ProductKey } from '#domain/products/index.ts';

export function emptyForm(product: ProductKey): Record<string, string> {
  return Object.fromEntries(formFields(product).map(({ name }) => [name, '']));
}
