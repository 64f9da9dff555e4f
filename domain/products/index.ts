import { keysOf } from '#domain/keys.ts';
import { car } from './car.ts';
import { home } from './home.ts';
import type { Product } from './product.ts';
import { travel } from './travel.ts';

/** The products on offer, in the order in which they are shown. */
const products = { home, car, travel };

export type ProductKey = keyof typeof products;
export const PRODUCTS: Readonly<Record<ProductKey, Product>> = products;
export const PRODUCT_KEYS = keysOf(products);

/** 'Home', from 'Home Insurance'. */
export function shortName(product: ProductKey): string {
  return PRODUCTS[product].label.replace(' Insurance', '');
}

/** The least that a year of cover costs, in whole US dollars. */
export const leastPerYear = (product: ProductKey): number =>
  Math.min(...PRODUCTS[product].tariff.map(({ basePerYear }) => basePerYear));

/** How many products there are, as the first word of a sentence. */
export const PRODUCT_COUNT = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'][PRODUCT_KEYS.length];

/** One value for every product. */
export function forEachProduct<T>(make: (key: ProductKey) => T): Readonly<Record<ProductKey, T>> {
  return Object.fromEntries(PRODUCT_KEYS.map((key) => [key, make(key)])) as Record<ProductKey, T>;
}

/** 'homes, cars and trips': a property of all products in a sentence. */
export function ofAllProducts(text: (product: Product) => string): string {
  const texts = PRODUCT_KEYS.map((key) => text(PRODUCTS[key]));
  return [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ');
}
