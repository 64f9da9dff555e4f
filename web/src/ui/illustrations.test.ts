import { expect, it } from 'vitest';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { PRODUCT_PICTURES } from './illustrations.tsx';

it('every product has a drawing, and every drawing a product', () => {
  expect(Object.keys(PRODUCT_PICTURES).sort()).toEqual([...PRODUCT_KEYS].sort());
});
