import { queryOptions } from '@tanstack/react-query';
import * as quoteApi from '#domain/quote/api.ts';
import type { DraftDetailAnswer, DraftRequest } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';

/** Stores the filled form, encrypted, for 24 hours; the browser keeps only the id. */
export async function saveDraft(request: DraftRequest): Promise<string> {
  return (await api.ask(quoteApi.createDraft, { body: request })).draft_id;
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
        return await api.ask(quoteApi.getDraft, { id: draftId ?? '' }, { signal });
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null;
        throw error;
      }
    },
  });
}

/** By which facts we decline and review. The server decides; this lets the form say it in time. */
export const underwritingQuery = api.query(quoteApi.getUnderwriting, {}, { staleTime: 60_000 });
