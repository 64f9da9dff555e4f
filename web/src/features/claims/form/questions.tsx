import type { ReactNode } from 'react';
import { formatUsd } from '#domain/money.ts';
import type { Uploads } from '#web/features/claims/documents/use-uploads.ts';
import type { QuestionState } from '#web/lib/use-questions.ts';
import { Button } from '#web/ui/button.tsx';
import { StepBar } from '#web/ui/question.tsx';

import { estimate } from './claim-form.ts';
import {
  ChosenDocuments,
  ClaimNeeds,
  DOCUMENTS_NOTE,
  KEPT_NOTE,
  POLICIES_NOTE,
  SelectPolicy,
} from './details-step.tsx';
import { EventFields, LossFields } from './incident-fields.tsx';

import type { ClaimState } from './use-claim-form.ts';

interface ClaimBarProps {
  claim: ClaimState;
  /** Whether the next screen is the review, or this one is. */
  stage: 'asking' | 'last' | 'review';
  failure: string | null;
  busy: boolean;
  onSend: () => void;
}

/** The largest possible payout in whole US dollars, or null while it isn't known. */
function payoutOf({ chosen, cents, chosenLeft, missing }: ClaimState): number | null {
  if (chosen === null || cents === null || missing.has('claim_amount')) return null;
  return estimate(chosen.deductible, cents, chosenLeft, Date.now()).payout;
}

/** At the bottom of a phone's claim: what would be paid, what is missing, and the way on. */
export function ClaimBar({ claim, stage, failure, busy, onSend }: ClaimBarProps) {
  const payout = payoutOf(claim);
  const left = claim.missing.size;
  const fields = left > 0 && `${left} ${left === 1 ? 'field' : 'fields'} left`;
  const most = payout !== null && (fields ? 'at most' : 'paid at most');
  return (
    <StepBar
      figure={payout === null ? 'No amount yet' : formatUsd(payout)}
      note={[most, fields].filter(Boolean).join(' · ')}
      failure={
        failure && (
          <p role="alert" className="mb-3 text-sm text-coral">
            {failure}
          </p>
        )
      }
    >
      {stage === 'review' ? (
        <Button size="large" busy={busy} onClick={onSend} className="px-4!">
          {busy ? 'Submitting...' : 'Submit Claim'}
        </Button>
      ) : (
        <Button type="submit" size="large" className="min-w-36 px-4!">
          {stage === 'last' ? 'Continue to Review' : 'Continue'}
        </Button>
      )}
    </StepBar>
  );
}

interface ClaimQuestion extends QuestionState {
  title: string;
  /** The part of a claim that it belongs to. */
  part?: string;
  content: ReactNode;
}

interface Asked {
  claim: ClaimState;
  /** Whether one of several questions is on the screen at a time. */
  narrow: boolean;
  uploads: Uploads;
  /** The last question's content, once there is something to review. */
  review: ReactNode;
}

const INCIDENT = 'Incident Details';

const Note = ({ children }: { children: ReactNode }) => <p className="mb-4 text-sm text-muted">{children}</p>;

/** What is asked about a claim, on a phone one after the other. The last one is the second step, the others are the first. */
export function claimQuestions({ claim, narrow, uploads, review }: Asked): ClaimQuestion[] {
  const { form, missing, incident, asksPolicy, chosen } = claim;
  const { errors } = form.formState;
  const question = (
    title: string,
    part: string,
    fields: readonly (keyof typeof errors)[],
    content: ReactNode,
  ): ClaimQuestion => ({
    title,
    part,
    fields,
    done: fields.every((name) => !missing.has(name) && !errors[name]),
    content,
  });
  const which = question(
    'Which policy is it about?',
    'Select Policy',
    ['policy_id'],
    <>
      <Note>{POLICIES_NOTE}</Note>
      <SelectPolicy claim={claim} />
    </>,
  );
  return [
    ...(asksPolicy || !narrow ? [which] : []),
    question(
      'What happened?',
      INCIDENT,
      ['traveler', 'incident_date', 'cause'],
      <>
        <EventFields {...incident} />
        <p className="mt-5 text-sm text-muted">{KEPT_NOTE}</p>
      </>,
    ),
    question(
      'What did it cost you?',
      INCIDENT,
      ['claim_amount', 'description'],
      <LossFields {...incident} />,
    ),
    {
      title: 'Any photos or papers?',
      part: 'Supporting Documents',
      done: true,
      ours: true,
      content: (
        <>
          <Note>{DOCUMENTS_NOTE}</Note>
          <ChosenDocuments uploads={uploads} />
          <div className="mt-5 empty:hidden">
            <ClaimNeeds policy={chosen} />
          </div>
        </>
      ),
    },
    { title: 'Is everything right?', done: true, content: review },
  ];
}
