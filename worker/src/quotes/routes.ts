import * as z from 'zod';
import { draftAnswer, draftRequest, productsAnswer } from '../../../domain/quote/schema.ts';
import { underwritingRules } from '../../../domain/quote/underwriting.ts';
import { forWallet } from '../identity/wallet/guard.ts';
import { endpoint, routes } from '../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../platform/http/openapi.ts';
import { createDraft } from './draft.ts';
import { getIpid } from './ipid/issue.ts';
import { listProducts } from './products.ts';
import { rulesInForce } from './underwrite.ts';

export const draftRoutes = routes('quote', [
  endpoint('POST /insurance/drafts', {
    operationId: 'createDraft',
    summary: 'Save a filled form as a draft, encrypted, for 24 hours',
    guard: forWallet,
    idempotent: 'by key',
    body: draftRequest,
    answers: { 200: answer(draftAnswer, 'The draft id for a quote request') },
    refuses: [403, 409],
    run: createDraft,
  }),
  endpoint('GET /insurance/products', {
    operationId: 'listProducts',
    summary: 'List the products with the covers and deductibles that can be chosen',
    cacheable: true,
    answers: { 200: answer(productsAnswer, 'The products') },
    run: listProducts,
  }),
  endpoint('GET /insurance/ipid/{version}', {
    operationId: 'getProductInformation',
    summary: 'Get the insurance product information document of a wording',
    limit: 'QUOTE_LIMIT',
    params: z.object({ version: z.string().max(40) }),
    answers: { 200: fileAnswer('A PDF file', 'application/pdf') },
    refuses: [404],
    run: (ctx, { version }) => getIpid(ctx, version),
  }),
  endpoint('GET /insurance/underwriting', {
    operationId: 'getUnderwriting',
    summary: 'Get the limits above which we decline or review, with 0 for none',
    answers: { 200: answer(underwritingRules, 'The rules in force') },
    run: rulesInForce,
  }),
]);
