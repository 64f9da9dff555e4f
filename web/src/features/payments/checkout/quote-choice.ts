import { offeredChoice } from '#domain/products/offer.ts';
import type { Choice } from '#domain/products/product.ts';
import type { StoredQuote } from '#web/state/purchase.ts';

/** The stored choice if the product is still sold that way, otherwise the default. */
export const quoteChoice = ({ coverage, details }: StoredQuote): Choice =>
  offeredChoice(details.insuranceTypeKey, { coverage, deductible: details.deductible });
