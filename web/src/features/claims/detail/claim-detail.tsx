import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CLAIM_LABELS, CLAIM_MEANING, type ClaimStatus } from '#domain/claims/lifecycle.ts';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { claimBadge } from '#web/features/claims/display.ts';
import { DocumentsField } from '#web/features/claims/documents/documents-field.tsx';
import { type UploadEntry, useUploads } from '#web/features/claims/documents/use-uploads.ts';
import { claimQuery } from '#web/features/claims/queries.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileRow } from '#web/ui/file-row.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { RecordSkeleton } from '#web/ui/record-skeleton.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { BackLink } from '#web/ui/text-link.tsx';
import { toast } from '#web/ui/toast.ts';
import { StatusBadge } from '#web/ui/values.tsx';

import { ActionsCard } from './actions-card.tsx';
import { ClaimProgress, DecisionCard, Next, PayoutCard } from './claim-facts.tsx';

import { DocumentsCard } from './documents-card.tsx';
import { More } from './more.tsx';
import { SecondLookCard } from './second-look.tsx';

interface AddDocumentsProps {
  left: number;
  entries: readonly UploadEntry[];
  onFiles: (files: File[]) => void;
  onRetry: (entry: UploadEntry) => void;
  onRemove: (entry: UploadEntry) => void;
}

function AddDocuments({ left, entries, onFiles, onRetry, onRemove }: AddDocumentsProps) {
  const coming = entries.filter(({ state }) => state !== 'sent');
  return (
    <div>
      <DocumentsField
        held={entries.map(({ file }) => file)}
        capacity={Math.max(0, left - coming.length)}
        onFiles={onFiles}
      />
      {entries.length > 0 && (
        <ul aria-label="Uploads" className="mt-3 divide-y divide-line">
          {entries.map(({ key, ...entry }) => (
            <FileRow
              key={key}
              {...entry}
              onRetry={() => onRetry({ key, ...entry })}
              onRemove={entry.state === 'failed' ? () => onRemove({ key, ...entry }) : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function StatusNews({ status }: { status: ClaimStatus }) {
  const before = useRef(status);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    setNews(`The claim is now: ${CLAIM_LABELS[status]}.`);
  }, [status]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {news}
    </p>
  );
}

/** The claim's uploads. Each file uploads immediately, and the claim reloads when they are done. */
function useClaimUploads(claimId: number) {
  const queryClient = useQueryClient();
  const uploads = useUploads(claimId);
  async function send(entries: readonly UploadEntry[]): Promise<void> {
    const sent = await uploads.send(claimId, entries);
    if (sent.length === 0) return;
    toast.success(
      sent.length === 1
        ? 'Document uploaded successfully!'
        : `${sent.length} documents uploaded successfully!`,
    );
    await queryClient.invalidateQueries({ queryKey: ['claims'] });
    for (const { key } of sent) uploads.remove(key);
  }
  return { ...uploads, send };
}

function Loaded({ claim }: { claim: ClaimDetailAnswer }) {
  const uploads = useClaimUploads(claim.id);
  const busy = uploads.entries.some(({ state }) => state === 'sending' || state === 'waiting');
  const missing = claim.requested_documents !== null;
  const upload = (claim.documents_left > 0 || uploads.entries.length > 0) && (
    <AddDocuments
      left={claim.documents_left}
      entries={uploads.entries}
      onFiles={(files) => void uploads.send(uploads.add(files))}
      onRetry={(entry) => void uploads.send([entry])}
      onRemove={({ key }) => uploads.remove(key)}
    />
  );
  return (
    <>
      <title>{`${claim.claim_number} · Mooring`}</title>
      <StatusNews status={claim.status} />
      <LeaveGuard active={() => busy}>A document is still being uploaded. Leaving stops it.</LeaveGuard>
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-3xl">Claim {claim.claim_number}</h1>
          <StatusBadge {...claimBadge(claim.status)} />
        </div>
        <p className="figures mt-1.5 text-muted">
          {PRODUCTS[claim.policy_type].label} · {claim.policy_number} · {claim.formatted_amount}
        </p>
      </div>
      <ClaimProgress claim={claim}>
        <Next claim={claim} upload={missing && upload} />
      </ClaimProgress>
      {/* On a small screen the two columns become one, with the next action first. */}
      <div className="grid items-start gap-5 max-lg:flex max-lg:flex-col max-lg:items-stretch lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <DecisionCard claim={claim} />
          <PayoutCard claim={claim} />
          <SecondLookCard claim={claim} />
          <DocumentsCard
            claim={claim}
            folds={!CLAIM_MEANING[claim.status].open}
            upload={!missing && upload}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ActionsCard claim={claim} />
          <Card
            aria-label="More about this claim"
            className="px-5 sm:px-6 [&>details:first-child]:border-t-0"
          >
            <More claim={claim} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** `7` from `7` or `CLM-007`; null for anything else. */
export function claimIdOf(text: string): number | null {
  const match = /^(?:CLM-)?(\d{1,15})$/i.exec(text.trim());
  return match ? Number(match[1]) : null;
}

function NotFound() {
  return (
    <EmptyState
      title="Claim not found. Please check the claim ID and try again."
      actions={<ButtonLink to="/my-claims">See My Claims</ButtonLink>}
    />
  );
}

function Claim({ id }: { id: number }) {
  const address = useAddress();
  const query = useQuery(claimQuery(address, id));
  const claim = query.data;
  return (
    <>
      {!claim && <h1 className="sr-only">Claim</h1>}
      {query.isPending && (
        <RecordSkeleton label="Loading claim">
          <Skeleton className="h-32" />
        </RecordSkeleton>
      )}
      {query.isError && !claim && <LoadError title="Error Loading Claim" query={query} />}
      {claim === null && <NotFound />}
      {claim && <Loaded claim={claim} />}
    </>
  );
}

export function ClaimDetail({ claimId }: { claimId: string }) {
  const id = claimIdOf(claimId);
  return (
    <div className="page flex flex-col gap-5 py-6 sm:gap-6 sm:py-8">
      <BackLink to="/my-claims">Back to My Claims</BackLink>
      {id === null ? (
        <>
          <h1 className="sr-only">Claim</h1>
          <NotFound />
        </>
      ) : (
        <Claim id={id} />
      )}
    </div>
  );
}
