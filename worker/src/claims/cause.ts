import { causeLabel } from '../../../domain/products/forms/index.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import { fieldError } from '../quotes/terms.ts';

/** 422 unless the product has this cause of loss. */
export function requireCause(product: ProductKey, cause: string): void {
  if (causeLabel(product, cause) === null) throw fieldError('cause', 'Please choose a cause from the list.');
}
