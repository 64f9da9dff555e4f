import * as z from 'zod';
import { MAX_DOCUMENT_BYTES } from '#domain/files.ts';
import { answer, call, fileAnswer, pageAnswer } from '#domain/http/call.ts';
import { pathId } from '#domain/ids.ts';
import { pageQuery } from '#domain/page.ts';
import * as schema from './schema.ts';

export const TAG = 'claims';

export const submitClaim = call('submitClaim', 'POST /claims/submit', {
  summary: 'Submit a claim on a policy',
  who: 'wallet',
  idempotent: 'by content',
  body: schema.claimRequest,
  answers: {
    200: answer(schema.claimAnswer, 'The same claim was just submitted'),
    201: answer(schema.claimAnswer, 'The claim'),
  },
  refuses: [404, 409],
});

export const listClaims = call('listClaims', 'GET /claims/{wallet}', {
  summary: "The wallet's claims, newest first, at most 200 a page",
  who: 'wallet',
  params: z.object({ wallet: z.string().max(80) }),
  query: z.object({ ...pageQuery, before: pathId.optional().describe('Id of the last claim seen') }),
  answers: { 200: pageAnswer(schema.claimAnswer, 'The claims') },
});

export const getClaim = call('getClaim', 'GET /claims/detail/{id}', {
  summary: 'Get a claim with its timeline and documents',
  who: 'wallet',
  answers: { 200: answer(schema.claimDetailAnswer, 'The claim') },
});

export const getClaimSummary = call('getClaimSummary', 'GET /claims/{id}/summary', {
  summary: 'Download the claim summary as PDF',
  who: 'wallet',
  limit: 'QUOTE_LIMIT',
  answers: { 200: fileAnswer('A PDF file', 'application/pdf') },
});

export const askSecondLook = call('askSecondLook', 'POST /claims/{id}/second-look', {
  summary: 'Ask for a second look at a rejection or a reduced payout, once and free of charge',
  who: 'wallet',
  idempotent: 'by content',
  body: schema.secondLookRequest,
  answers: {
    200: answer(schema.claimDetailAnswer, 'It was just asked for'),
    201: answer(
      schema.claimDetailAnswer,
      'The claim that is looked at; of a paid claim, another one for the rest',
    ),
  },
});

export const requestCall = call('requestCall', 'POST /claims/{id}/call', {
  summary: 'Request a call about a claim',
  who: 'wallet',
  idempotent: 'by content',
  body: schema.callRequest,
  answers: {
    200: answer(schema.claimDetailAnswer.shape.call.unwrap(), 'Already requested'),
    201: answer(schema.claimDetailAnswer.shape.call.unwrap(), 'As recorded; we reply by message'),
  },
});

export const addDocuments = call('addDocuments', 'POST /claims/{id}/documents', {
  summary: 'Add files to a claim: JPEG, PNG or PDF by content, all or none',
  who: 'wallet',
  maxFileBytes: MAX_DOCUMENT_BYTES,
  answers: {
    200: answer(schema.documentsAnswer, 'The claim already has these files'),
    201: answer(schema.documentsAnswer, 'The added documents, and all documents of the claim'),
  },
  refuses: [404, 409],
});

export const getDocument = call('getDocument', 'GET /claims/{id}/documents/{document_id}', {
  summary: 'Download a claim document',
  who: 'wallet',
  params: z.object({ id: pathId, document_id: z.string().max(80) }),
  answers: { 200: fileAnswer('The file', 'image/jpeg', 'image/png', 'application/pdf') },
});
