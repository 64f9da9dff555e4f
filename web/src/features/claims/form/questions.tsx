import type { ReactNode } from 'react';
import { formatUsd } from '#domain/money.ts';
import type { Uploads } from '#web/features/claims/documents/use-uploads.ts';
import type { QuestionState } from '#web/lib/use-questions.ts';
import { Button } from '#web/ui/button.tsx';
import { FileThumb } from '#web/ui/file-row.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { StepBar } from '#web/ui/question.tsx';
import { FactList, Moment } from '#web/ui/values.tsx';

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
import { claimRows, NextSteps, NothingPaid, type Reviewed } from './review-step.tsx';

import type { ClaimState } from './use-claim-form.ts';

/** The review on a phone, on one screen. What would be paid is in the bar below. */
export function ReviewQuestion({ policy, claim, traveler, files, left }: Reviewed) {
  const { deductible } = policy;
  const { payout, due, complex } = estimate(deductible, claim.claim_amount, left, Date.now());
  return (
    <div className="flex flex-col gap-4">
      {payout === 0 && <NothingPaid deductible={deductible} />}
      <div>
        <FactList
          className="border-t border-line [&>div]:py-2"
          rows={[
            ...claimRows({ policy, claim, traveler }),
            ['Deductible', deductible > 0 ? `− ${formatUsd(deductible)}` : 'None'],
          ]}
        />
        <p
          dir="auto"
          className="border-y border-line py-2 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere"
        >
          {claim.description}
        </p>
      </div>
      {files.length > 0 && (
        <ul aria-label="Documents" className="flex flex-wrap gap-2">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <FileThumb blob={file} type={file.type} />
              <span className="sr-only">{file.name}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <p className="text-sm text-muted">
          If you send it now, it is reviewed by <Moment at={due / 1000} className="font-medium" />. What is
          paid is decided in the review, in the currency that the premium was paid in.
        </p>
        <Fold title="What happens next" className="mt-4 border-b">
          <NextSteps complex={complex} />
        </Fold>
      </div>
    </div>
  );
}

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
  content: ReactNode;
}

interface Asked {
  claim: ClaimState;
  uploads: Uploads;
  /** The last question's content, once there is something to review. */
  review: ReactNode;
}

const Note = ({ children }: { children: ReactNode }) => <p className="mb-4 text-sm text-muted">{children}</p>;

/** What a phone asks one after the other about a claim. The last one is the second step, the others are the first. */
export function claimQuestions({ claim, uploads, review }: Asked): ClaimQuestion[] {
  const { form, missing, incident, asksPolicy, chosen } = claim;
  const { errors } = form.formState;
  const question = (
    title: string,
    fields: readonly (keyof typeof errors)[],
    content: ReactNode,
  ): ClaimQuestion => ({
    title,
    fields,
    done: fields.every((name) => !missing.has(name) && !errors[name]),
    content,
  });
  const which = question(
    'Which policy is it about?',
    ['policy_id'],
    <>
      <Note>{POLICIES_NOTE}</Note>
      <SelectPolicy claim={claim} />
    </>,
  );
  return [
    ...(asksPolicy ? [which] : []),
    question(
      'What happened?',
      ['traveler', 'incident_date', 'cause'],
      <>
        <EventFields {...incident} />
        <p className="mt-5 text-sm text-muted">{KEPT_NOTE}</p>
      </>,
    ),
    question('What did it cost you?', ['claim_amount', 'description'], <LossFields {...incident} />),
    {
      title: 'Any photos or papers?',
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
