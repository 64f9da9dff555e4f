import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimAnswer } from '../../../../../domain/claims/schema.ts';
import { ApiError } from '../../../lib/api/errors.ts';
import { readClaimDraft, writeClaimDraft } from '../../../state/claim-draft.ts';
import { type ClaimToSend, submitClaim } from '../queries.ts';

/**
 * Whether the server has surely not taken the claim. After anything else the same key goes out again, so that a claim which
 * did arrive is not made twice.
 */
const refused = (error: unknown) =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'in_progress' &&
  error.status !== 401 &&
  error.status !== 429;

/**
 * The sending of one form: one idempotency key until the server has refused what was sent under it. It is kept beside the
 * form, because a reload may come before the answer.
 */
export function useSubmit(address: string) {
  const queryClient = useQueryClient();
  const [key] = useState(() => ({ current: readClaimDraft(address)?.submission ?? null }));
  const [submitting, setSubmitting] = useState(false);

  function keep(submission: string | null): void {
    key.current = submission;
    const draft = readClaimDraft(address);
    if (draft) writeClaimDraft({ ...draft, submission });
  }

  async function submit(body: ClaimToSend): Promise<ClaimAnswer> {
    setSubmitting(true);
    const used = key.current ?? crypto.randomUUID();
    keep(used);
    try {
      const claim = await submitClaim(body, used);
      void queryClient.invalidateQueries({ queryKey: ['claims'] });
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
      return claim;
    } catch (error) {
      if (refused(error)) keep(null);
      throw error;
    } finally {
      setSubmitting(false);
    }
  }
  return { submitting, submit };
}
