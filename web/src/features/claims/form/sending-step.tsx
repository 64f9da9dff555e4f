import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import * as claimsApi from '#domain/claims/api.ts';
import type { ClaimAnswer, claimRequest } from '#domain/claims/schema.ts';
import type { UploadEntry } from '#web/features/claims/documents/use-uploads.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileRow } from '#web/ui/file-row.tsx';
import { Notice } from '#web/ui/states.tsx';
import { readClaimDraft, writeClaimDraft } from './use-claim-form.ts';

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

interface SendingStepProps {
  claim: Pick<ClaimAnswer, 'claim_number'>;
  entries: readonly UploadEntry[];
  onRetry: (entries: readonly UploadEntry[]) => void;
  onDone: () => void;
}

export function SendingStep({ claim, entries, onRetry, onDone }: SendingStepProps) {
  const failed = entries.filter(({ state }) => state === 'failed');
  const busy = entries.some(({ state }) => state === 'sending' || state === 'waiting');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const sentence = `${failed.length} of ${entries.length} files could not be uploaded`;
  return (
    <Card className="mx-auto w-full max-w-2xl p-6 sm:p-8" aria-labelledby="sending-title">
      <h2 ref={title} id="sending-title" tabIndex={-1} className="text-xl outline-none">
        Your claim {claim.claim_number} is submitted
      </h2>
      <p className="mt-1.5 text-muted">
        {busy ? 'Please keep this page open until your documents are uploaded.' : 'It is being reviewed.'}
      </p>
      {!busy && failed.length > 0 && (
        <div className="mt-5">
          <Notice
            tone="danger"
            actions={
              failed.length > 1 && (
                <Button size="small" onClick={() => onRetry(failed)}>
                  Retry All
                </Button>
              )
            }
          >
            <p className="font-medium">{sentence}</p>
            <p className="text-sm">
              The claim is not affected. Try again here, or add the documents later on the claim’s page.
            </p>
          </Notice>
        </div>
      )}
      <ul aria-label="Documents" className="mt-4 divide-y divide-line">
        {entries.map((entry) => (
          <FileRow
            key={entry.key}
            file={entry.file}
            state={entry.state}
            share={entry.share}
            error={entry.error}
            onRetry={busy ? undefined : () => onRetry([entry])}
          />
        ))}
      </ul>
      {!busy && failed.length > 0 && (
        <div className="mt-6 flex justify-end">
          <Button variant="secondary" onClick={onDone}>
            Continue without {failed.length === 1 ? 'it' : 'them'}
          </Button>
        </div>
      )}
    </Card>
  );
}
