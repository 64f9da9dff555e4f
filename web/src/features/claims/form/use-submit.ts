import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import * as claimsApi from '#domain/claims/api.ts';
import type { ClaimAnswer, claimRequest } from '#domain/claims/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { readClaimDraft, writeClaimDraft } from './claim-draft.ts';

/** The request body; the amount is a decimal string of dollars. */
type ClaimToSend = z.input<typeof claimRequest>;

/**
 * Submits one form under one idempotency key until the server rejects what was sent under it. The key is stored with the
 * form, because the page may reload before the answer arrives.
 */
export function useSubmit() {
  const queryClient = useQueryClient();
  const [key] = useState(() => ({ current: readClaimDraft()?.submission ?? null }));
  const [submitting, setSubmitting] = useState(false);

  async function keep(submission: string | null): Promise<void> {
    key.current = submission;
    const draft = readClaimDraft();
    if (draft) await writeClaimDraft({ ...draft, submission });
  }

  async function submit(body: ClaimToSend): Promise<ClaimAnswer> {
    setSubmitting(true);
    const used = key.current ?? crypto.randomUUID();
    try {
      await keep(used);
      const claim = await api.ask(claimsApi.submitClaim, { body }, { key: used });
      void queryClient.invalidateQueries({ queryKey: ['claims'] });
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
      return claim;
    } catch (error) {
      if (error instanceof ApiError && error.refused) await keep(null);
      throw error;
    } finally {
      setSubmitting(false);
    }
  }
  return { submitting, submit };
}
