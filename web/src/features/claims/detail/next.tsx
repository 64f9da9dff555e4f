import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { timeLeft } from '#domain/ago.ts';
import type { NextActor } from '#domain/claims/lifecycle.ts';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Notice } from '#web/ui/states.tsx';

const TURNS: Record<NextActor, string | null> = {
  mooring: 'It is our turn.',
  customer: 'It is your turn.',
  nobody: null,
};

const Due = ({ due }: { due: string }) => (
  <Moment at={due} className="font-medium underline decoration-dotted underline-offset-4" />
);

interface NextProps {
  claim: Pick<ClaimDetailAnswer, 'next' | 'requested_documents'>;
  upload: ReactNode;
}

/** Who has the claim and the clock, and what is missing: the first thing on a claim's page. */
export function Next({ claim, upload }: NextProps) {
  const { actor, step, due } = claim.next;
  const late = actor === 'mooring' && due !== null && Date.parse(due) < Date.now();
  const left = due === null ? null : timeLeft(due, Date.now());
  return (
    <div className="mb-6 flex flex-col gap-4 border-b border-line pb-6">
      <h2 className="sr-only">What happens next</h2>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 text-lg">
          {TURNS[actor] && <span className="font-semibold">{TURNS[actor]} </span>}
          {step}
          {due !== null && !late && (
            <>
              {' '}
              {actor === 'customer' ? 'Please do it by' : 'You will hear from us by'} <Due due={due} />.
            </>
          )}
        </p>
        {left !== null && (
          <p className="flex items-center gap-2 text-muted">
            <Clock aria-hidden className="size-4.5 shrink-0" />
            {left} left
          </p>
        )}
      </div>
      {late && due !== null && (
        <Notice tone="waiting">
          We are late: this was promised by <Due due={due} />. Please write to us if you cannot wait; the
          claim is not forgotten.
        </Notice>
      )}
      {claim.requested_documents !== null && (
        <>
          <Notice tone="waiting">
            <p className="font-medium">What is missing</p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {claim.requested_documents}
            </p>
          </Notice>
          {upload}
        </>
      )}
    </div>
  );
}
