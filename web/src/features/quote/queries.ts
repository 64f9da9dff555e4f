import { queryOptions } from '@tanstack/react-query';
import {
  type DraftDetailAnswer,
  type DraftRequest,
  draftAnswer,
  draftDetailAnswer,
} from '../../../../domain/quote/schema.ts';
import { underwritingRules } from '../../../../domain/quote/underwriting.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/errors.ts';

/** Stores the filled form, encrypted, for 24 hours; the browser keeps only the id. */
export async function saveDraft(request: DraftRequest): Promise<string> {
  const { data } = await api.post('/insurance/drafts', request, draftAnswer);
  return data.draft_id;
}

/** A saved form; null if it expired or belongs to another wallet. Never refetched while it is being edited. */
export function draftQuery(draftId: string | null, signedIn: boolean) {
  return queryOptions({
    queryKey: ['draft', draftId],
    enabled: draftId !== null && signedIn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<DraftDetailAnswer | null> => {
      try {
        return await api.get(`/insurance/drafts/${draftId}`, draftDetailAnswer, signal);
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null;
        throw error;
      }
    },
  });
}

/** By which facts we decline and review. The server decides; this lets the form say it in time. */
export const underwritingQuery = queryOptions({
  queryKey: ['underwriting'],
  staleTime: 60_000,
  queryFn: ({ signal }) => api.get('/insurance/underwriting', underwritingRules, signal),
});
