import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ClaimAnswer } from '../../../../domain/claims/schema.ts';
import { ApiError } from '../../lib/api/errors.ts';
import { type ClaimToSend, submitClaim } from './queries.ts';

/**
 * Whether the server has surely not taken the claim. After anything else the same key goes out again, so that a claim which
 * did arrive is not made twice.
 */
const refused = (error: unknown) =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 401 &&
  error.status !== 429;

/** The sending of one form: one idempotency key until the server has refused what was sent under it. */
export function useSubmit() {
  const queryClient = useQueryClient();
  const key = useRef<string | null>(null);
  const [submitting, setSubmitting] = useState(false);

  async function submit(body: ClaimToSend): Promise<ClaimAnswer> {
    setSubmitting(true);
    key.current ??= crypto.randomUUID();
    try {
      const claim = await submitClaim(body, key.current);
      void queryClient.invalidateQueries({ queryKey: ['claims'] });
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
      return claim;
    } catch (error) {
      if (refused(error)) key.current = null;
      throw error;
    } finally {
      setSubmitting(false);
    }
  }
  return { submitting, submit };
}
