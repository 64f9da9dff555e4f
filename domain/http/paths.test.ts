import { expect, it } from 'vitest';
import * as claimsApi from '#domain/claims/api.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { ipidPath } from './ipid.ts';
import { linkTo } from './paths.ts';

it('a link to a call has its parameters in its path, encoded', () => {
  expect(linkTo(claimsApi.getDocument, { id: 7, document_id: 'a b' })).toBe('/api/claims/7/documents/a%20b');
});

it('the product information document is linked to where the contract has it', () => {
  expect(ipidPath('home-2')).toBe(linkTo(quoteApi.getProductInformation, { version: 'home-2' }));
});
