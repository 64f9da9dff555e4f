import type { ReactNode } from 'react';
import type { Uploads } from '#web/features/claims/documents/use-uploads.ts';
import type { QuestionState } from '#web/lib/use-questions.ts';
import { KEPT_NOTE, POLICIES_NOTE } from './details-step.tsx';
import { EventFields, LossFields } from './incident-fields.tsx';
import { SelectPolicy } from './select-policy.tsx';
import { ChosenDocuments, ClaimNeeds, DOCUMENTS_NOTE } from './supporting-documents.tsx';
import type { ClaimState } from './use-claim-form.ts';

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
