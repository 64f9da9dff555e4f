import { useEffect, useRef } from 'react';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { UploadEntry } from '#web/features/claims/documents/use-uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileRow } from '#web/ui/file-row.tsx';
import { Notice } from '#web/ui/states.tsx';

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
        {busy ? 'Please keep this page open until its documents are uploaded.' : 'It is being reviewed.'}
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
