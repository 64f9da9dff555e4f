import * as z from 'zod';
import { complaintAnswer, complaintRequest } from '#domain/complaints/schema.ts';
import { contactFormAnswer, contactFormRequest } from '#domain/contact/schema.ts';
import { answer, call } from '#domain/http/call.ts';
import { faqVoteRequest, faqVotes } from './schema.ts';

export const TAG = 'support';

export const listFaqVotes = call('listFaqVotes', 'GET /support/faq', {
  summary: "How many people found each answer helpful, and with a wallet's session whether it did",
  who: 'anyone',
  cacheable: true,
  answers: { 200: answer(faqVotes, 'Every question of the support center') },
});

export const voteOnFaq = call('voteOnFaq', 'POST /support/faq/{id}/vote', {
  summary: 'Vote for a helpful answer, or withdraw the vote',
  who: 'wallet',
  idempotent: 'by key',
  params: z.object({ id: z.string().max(60) }),
  body: faqVoteRequest,
  answers: { 200: answer(faqVotes.element, 'The question with its votes') },
});

export const sendContactForm = call('sendContactForm', 'POST /contact', {
  summary: 'Send the contact form; a repeat within 30 seconds counts once',
  limit: 'SIGN_IN_LIMIT',
  idempotent: 'by content',
  body: contactFormRequest,
  answers: { 201: answer(contactFormAnswer, 'Received') },
});

export const sendComplaint = call('sendComplaint', 'POST /complaints', {
  summary: 'Complain, with or without a wallet; a repeat within 30 seconds counts once',
  limit: 'SIGN_IN_LIMIT',
  idempotent: 'by content',
  body: complaintRequest,
  answers: { 201: answer(complaintAnswer, 'Received, with its number') },
});
