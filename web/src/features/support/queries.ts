import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { healthAnswer } from '../../../../domain/health/schema.ts';
import { type ThreadAnswer, threadAnswer, type ticketForm } from '../../../../domain/messages/schema.ts';
import { type FaqVotes, faqVotes } from '../../../../domain/support/schema.ts';
import { api } from '../../lib/api/api.ts';

export const HEALTH_REFRESH_MS = 30_000;

/** Votes on the answers. `voter` is the signed-in address, or null. */
export function votesQuery(voter: string | null) {
  return queryOptions({
    queryKey: ['faq-votes', voter],
    queryFn: ({ signal }) => api.get('/support/faq', faqVotes, signal),
    placeholderData: keepPreviousData,
  });
}

export async function vote(id: string, helpful: boolean): Promise<FaqVotes[number]> {
  return (await api.post(`/support/faq/${id}/vote`, { helpful }, faqVotes.element)).data;
}

/** A ticket is a message of type `support`. The result is its thread. */
export async function createTicket(
  address: string,
  { subject, message, priority, category }: z.output<typeof ticketForm>,
): Promise<ThreadAnswer> {
  const body = { wallet_address: address, type: 'support', subject, message, priority, category };
  return (await api.post('/messages/create', body, threadAnswer)).data;
}

export function healthQuery() {
  return queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) => api.get('/health', healthAnswer, signal),
    refetchInterval: HEALTH_REFRESH_MS,
    staleTime: 0,
  });
}
