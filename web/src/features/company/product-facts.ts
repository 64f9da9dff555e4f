import { formatUsd } from '#domain/money.ts';
import { levels } from '#domain/products/choice.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { ofAllProducts, PRODUCT_KEYS, PRODUCTS, shortName } from '#domain/products/index.ts';
import { listed } from '#domain/products/offer.ts';

/** Every product and its cover, as the end of a sentence. */
export const COVERS = ofAllProducts(
  ({ label, tariff }) =>
    `${label.toLowerCase()} up to ${formatUsd(Math.max(...tariff.map(({ coverage }) => coverage)))}`,
);

export const ASKED_FOR = PRODUCT_KEYS.map((key) => `${shortName(key)}: ${FORMS[key].asksFor}.`).join(' ');

/** The answers that are encrypted at rest, as the end of a sentence. */
export const ENCRYPTED = [
  ...new Set(
    PRODUCT_KEYS.flatMap((key) => FORMS[key].fields)
      .filter((field) => field.private)
      .map(({ label }) => label.toLowerCase()),
  ),
].join(', ');

export const PRODUCT_TERMS = PRODUCT_KEYS.map((key) => {
  const { label, minDays, maxDays } = PRODUCTS[key];
  const [coverage, deductible] = [levels(key, 'coverage'), levels(key, 'deductible')].map(listed);
  return [
    label,
    `Wording ${FORMS[key].wording.version}: cover ${coverage}, deductible ${deductible}, ${minDays} to ${maxDays} days`,
  ] as const;
});
