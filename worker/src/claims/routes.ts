import * as z from 'zod';
import {
  callRequest,
  claimAnswer,
  claimDetailAnswer,
  claimRequest,
  secondLookRequest,
} from '../../../domain/claims/schema.ts';
import { pathId } from '../../../domain/ids.ts';
import { pageQuery } from '../../../domain/page.ts';
import { forWallet } from '../identity/wallet/guard.ts';
import { pdfDownload } from '../platform/http/download.ts';
import { endpoint, reply, routes } from '../platform/http/endpoint.ts';
import { isRepeat } from '../platform/http/idempotency.ts';
import { answer, fileAnswer, pageAnswer } from '../platform/http/openapi.ts';
import { requestCall } from './call.ts';
import { getClaim } from './get.ts';
import { listClaims } from './list.ts';
import { askSecondLook } from './second-look/ask.ts';
import { submitClaim } from './submit.ts';
import { getSummary } from './summary/get.ts';

const SUBMITTED = 'Your claim has been submitted successfully!';

export const claimRoutes = routes('claims', [
  endpoint('POST /claims/submit', {
    operationId: 'submitClaim',
    summary: 'Submit a claim on a policy',
    guard: forWallet,
    idempotent: 'by content',
    body: claimRequest,
    answers: {
      200: answer(claimAnswer, 'The same claim was just submitted'),
      201: answer(claimAnswer, 'The claim'),
    },
    refuses: [404, 409],
    run: async (ctx, input) => {
      const data = await submitClaim(ctx, input);
      return reply({ data, message: SUBMITTED, status: isRepeat(ctx) ? 200 : 201 });
    },
  }),
  endpoint('GET /claims/{wallet}', {
    operationId: 'listClaims',
    summary: "The wallet's claims, newest first, at most 200 a page",
    guard: forWallet,
    params: z.object({ wallet: z.string().max(80) }),
    query: z.object({ ...pageQuery, before: pathId.optional().describe('Id of the last claim seen') }),
    answers: { 200: pageAnswer(claimAnswer, 'The claims') },
    refuses: [404],
    run: listClaims,
  }),
  endpoint('GET /claims/detail/{id}', {
    operationId: 'getClaim',
    summary: 'Get a claim with its timeline and documents',
    guard: forWallet,
    params: z.object({ id: pathId }),
    answers: { 200: answer(claimDetailAnswer, 'The claim') },
    refuses: [404],
    run: (ctx, { id }) => getClaim(ctx, id),
  }),
  endpoint('GET /claims/{id}/summary', {
    operationId: 'getClaimSummary',
    summary: 'Download the claim summary as PDF',
    guard: forWallet,
    limit: 'QUOTE_LIMIT',
    params: z.object({ id: pathId }),
    answers: { 200: fileAnswer('A PDF file', 'application/pdf') },
    refuses: [404],
    run: async (ctx, { id }) => {
      const { filename, content } = await getSummary(ctx, id);
      return pdfDownload(filename, content);
    },
  }),
  endpoint('POST /claims/{id}/second-look', {
    operationId: 'askSecondLook',
    summary: 'Ask for a second look at a rejection or a reduced payout, once and free of charge',
    guard: forWallet,
    idempotent: 'by content',
    params: z.object({ id: pathId }),
    body: secondLookRequest,
    answers: {
      200: answer(claimDetailAnswer, 'It was just asked for'),
      201: answer(
        claimDetailAnswer,
        'The claim that is looked at; of a paid claim, another one for the rest',
      ),
    },
    refuses: [404, 409],
    run: async (ctx, input) => {
      const data = await askSecondLook(ctx, input);
      return reply({ data, status: isRepeat(ctx) ? 200 : 201 });
    },
  }),
  endpoint('POST /claims/{id}/call', {
    operationId: 'requestCall',
    summary: 'Request a call about a claim',
    guard: forWallet,
    idempotent: 'by content',
    params: z.object({ id: pathId }),
    body: callRequest,
    answers: {
      200: answer(claimDetailAnswer.shape.call.unwrap(), 'Already requested'),
      201: answer(claimDetailAnswer.shape.call.unwrap(), 'As recorded; we reply by message'),
    },
    refuses: [404, 409],
    run: async (ctx, input) => {
      const { created, call } = await requestCall(ctx, input);
      return reply({ data: call, status: created ? 201 : 200 });
    },
  }),
]);
