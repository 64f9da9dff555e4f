import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';
import { answer, call, fileAnswer } from '#domain/http/call.ts';
import * as schema from './schema.ts';
import { underwritingRules } from './underwriting.ts';

export const TAG = 'quote';

export const createDraft = call('createDraft', 'POST /insurance/drafts', {
  summary: 'Save a filled form as a draft, encrypted, for 24 hours',
  who: 'wallet',
  idempotent: 'by key',
  body: schema.draftRequest,
  answers: { 200: answer(schema.draftAnswer, 'The draft id for a quote request') },
  refuses: [403, 409],
});

export const createHandover = call('createHandover', 'POST /insurance/handovers', {
  summary: 'Keep an unfinished form, encrypted by the browser, for a wallet’s app to open',
  description: 'It works once and for 15 minutes. The key is never sent to us.',
  body: schema.sealedForm,
  answers: { 200: answer(schema.handoverAnswer, 'The id for the link') },
});

export const openHandover = call('openHandover', 'POST /insurance/handovers/{id}/open', {
  summary: 'Get an encrypted form, once',
  params: z.object({ id: z.uuid() }),
  answers: { 200: answer(schema.sealedForm, 'The encrypted form') },
});

export const listProducts = call('listProducts', 'GET /insurance/products', {
  summary: 'List the products with the covers and deductibles that can be chosen',
  cacheable: true,
  answers: { 200: answer(schema.productsAnswer, 'The products') },
});

export const getProductInformation = call('getProductInformation', 'GET /insurance/ipid/{version}', {
  summary: 'Get the insurance product information document of a wording',
  limit: 'QUOTE_LIMIT',
  params: z.object({ version: z.string().max(40) }),
  answers: { 200: fileAnswer('A PDF file', 'application/pdf') },
});

export const getUnderwriting = call('getUnderwriting', 'GET /insurance/underwriting', {
  summary: 'Get the limits above which we decline or review, with 0 for none',
  answers: { 200: answer(underwritingRules, 'The rules in force') },
});

export const getDraft = call('getDraft', 'GET /insurance/drafts/{id}', {
  summary: 'Get a saved form, decrypted for its owner',
  who: 'wallet',
  params: z.object({ id: z.string().max(64) }),
  answers: { 200: answer(schema.draftDetailAnswer, 'The form') },
});

export const createQuote = call('createQuote', 'POST /insurance/quotes', {
  summary: 'Create a signed quote that is valid for 30 minutes',
  who: 'wallet',
  idempotent: 'by key',
  body: schema.quoteRequest,
  answers: { 200: answer(schema.quoteAnswer, 'The quote and the payment to send') },
  refuses: [403, 404, 409, 503],
});

export const relayPurchase = call('relayPurchase', 'POST /insurance/quotes/{quote_id}/relay', {
  summary: 'Have us send a purchase that its holder authorized, and pay the network fee',
  description:
    "The signature is the holder's, of the quote's `authorization.typed_data`. A repeated request answers the transaction under way, whose hash changes when its fee is raised. 503 where we can't send it now: whoever has the signature can send `purchaseWithAuthorization`.",
  who: 'wallet',
  params: z.object({ quote_id: hash32 }),
  body: schema.relayRequest,
  answers: { 202: answer(schema.relayAnswer, 'The transaction') },
  refuses: [404, 503],
});
