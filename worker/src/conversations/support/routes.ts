import * as z from 'zod';
import { faqVoteRequest, faqVotes } from '../../../../domain/support/schema.ts';
import { forAnyone, forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { listFaqVotes, voteOnFaq } from './faq.ts';

export const supportRoutes = routes('support', [
  endpoint('GET /support/faq', {
    operationId: 'listFaqVotes',
    summary: "How many people found each answer helpful, and with a wallet's session whether it did",
    guard: forAnyone,
    cacheable: true,
    answers: { 200: answer(faqVotes, 'Every question of the support center') },
    run: listFaqVotes,
  }),
  endpoint('POST /support/faq/{id}/vote', {
    operationId: 'voteOnFaq',
    summary: 'Vote for a helpful answer, or withdraw the vote',
    guard: forWallet,
    idempotent: 'by key',
    params: z.object({ id: z.string().max(60) }),
    body: faqVoteRequest,
    answers: { 200: answer(faqVotes.element, 'The question with its votes') },
    refuses: [404, 409],
    run: voteOnFaq,
  }),
]);
