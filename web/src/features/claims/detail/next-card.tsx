import type { ReactNode } from 'react';
import type { NextActor } from '../../../../../domain/claims/lifecycle.ts';
import type { ClaimDetailAnswer } from '../../../../../domain/claims/schema.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/section.tsx';
import { Notice } from '../../../ui/states.tsx';

const TURNS: Record<NextActor, string | null> = {
  mooring: 'It is our turn.',
  customer: 'It is your turn.',
  nobody: null,
};

const Due = ({ due }: { due: string }) => (
  <Moment at={due} className="font-medium underline decoration-dotted underline-offset-4" />
);

interface NextCardProps {
  claim: Pick<ClaimDetailAnswer, 'next' | 'requested_documents'>;
  upload: ReactNode;
}

export function NextCard({ claim, upload }: NextCardProps) {
  const { actor, step, due } = claim.next;
  const late = actor === 'mooring' && due !== null && Date.parse(due) < Date.now();
  return (
    <Section title="What happens next">
      <p>
        {TURNS[actor] && <span className="font-medium">{TURNS[actor]} </span>}
        {step}
        {due !== null && !late && (
          <>
            {' '}
            {actor === 'customer' ? 'Please do it by' : 'You will hear from us by'} <Due due={due} />.
          </>
        )}
      </p>
      {late && due !== null && (
        <div className="mt-4">
          <Notice tone="waiting">
            We are late: this was promised by <Due due={due} />. Please write to us if you cannot wait; the
            claim is not forgotten.
          </Notice>
        </div>
      )}
      {claim.requested_documents !== null && (
        <div className="mt-4 flex flex-col gap-4">
          <Notice tone="waiting">
            <p className="font-medium">What is missing</p>
            <p className="whitespace-pre-wrap wrap-anywhere">{claim.requested_documents}</p>
          </Notice>
          {upload}
        </div>
      )}
    </Section>
  );
}
