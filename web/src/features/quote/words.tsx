import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type Control, useWatch } from 'react-hook-form';
import { formatUsd } from '#domain/money.ts';
import { HOW_TO_WITHDRAW, type NeedAnswer } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { answeredNeeds, type NeedAnswers } from '#domain/products/forms/needs.ts';
import type { ProductKey } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { type QuoteFacts, REVIEW_NOTICE, underwrite } from '#domain/quote/underwriting.ts';
import { api } from '#web/lib/api/api.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { isCovered } from '#web/ui/cover-picture/cover-picture.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { MarkedList } from '#web/ui/marked-list.tsx';
import { IpidLink } from '#web/ui/offer-notes.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Notice } from '#web/ui/states.tsx';
import type { FormOutput, FormValues } from './details-form.tsx';

/** By which facts we decline and review. The server decides; this lets the form say it in time. */
const underwritingQuery = api.query(quoteApi.getUnderwriting, {}, { staleTime: 60_000 });

/**
 * What our rules say about the form as it is filled in. How many policies the wallet has is known only to the server, which
 * answers with the quote.
 */
export function UnderwritingNotice({
  control,
  ...facts
}: { control: Control<FormValues, unknown, FormOutput> } & Omit<QuoteFacts, 'heldPolicies' | 'details'>) {
  const details = useWatch({ control });
  const { data: rules } = useQuery(underwritingQuery);
  if (!rules) return null;
  const { outcome, findings } = underwrite({ ...facts, details, heldPolicies: 0 }, rules);
  if (outcome === 'accept') return null;
  return (
    <div className="mt-5 text-sm">
      <Notice tone={outcome === 'decline' ? 'danger' : 'waiting'}>
        {findings.map(({ rule, text }) => (
          <p key={rule}>{text}</p>
        ))}
        {outcome === 'review' && <p className="mt-2">{REVIEW_NOTICE}</p>}
      </Notice>
    </div>
  );
}

const YES_NO: readonly { value: NeedAnswer; label: string }[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface NeedsProps {
  product: ProductKey;
  /** Whole US dollars. */
  deductible: number;
  answers: NeedAnswers;
  onAnswer: (answers: NeedAnswers) => void;
  error: string | null;
}

/** Questions that tell whether the product fits. An answer that doesn't is said, and stops nobody. */
export function Needs({ product, deductible, answers, onAnswer, error }: NeedsProps) {
  return (
    <>
      <p className="text-sm text-muted">Three questions, so that you buy what you need.</p>
      <div className="mt-5 flex flex-col gap-5">
        {FORMS[product].needs.map(({ id, question }) => {
          const given = answers[id];
          const [answered] = given ? answeredNeeds(product, { [id]: given }) : [];
          return (
            <div key={id} data-fault={(error && !given) || undefined}>
              <Segments
                legend={
                  deductible > 0
                    ? question.replace('the deductible', `the first ${formatUsd(deductible)}`)
                    : question
                }
                options={YES_NO}
                value={given ?? null}
                onChange={(answer) => onAnswer({ ...answers, [id]: answer })}
              />
              {answered && answered.mismatch !== null && (
                <p role="status" className="mt-2 rounded-[8px] bg-amber-soft px-3 py-2 text-sm text-amber">
                  {answered.mismatch}
                </p>
              )}
            </div>
          );
        })}
      </div>
      {error && (
        <p role="alert" className="mt-4 text-sm text-coral">
          {error}
        </p>
      )}
    </>
  );
}

interface WordsProps {
  product: ProductKey;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
  error: string | null;
}

/** What the policy covers in a line each, its words one tap away, and the checkbox that makes them part of the policy. */
export function Words({ product, accepted, onAccept, error }: WordsProps) {
  const { wording, parts = [] } = FORMS[product];
  return (
    <>
      <ul
        aria-label="In short"
        className="grid grid-cols-2 gap-x-4 gap-y-2.5 text-[0.9375rem] sm:grid-cols-3"
      >
        {parts.map((part) => (
          <li key={part.id} className="flex items-start gap-2">
            {isCovered(part) ? (
              <Check aria-label="Covered:" className="mt-0.5 size-4.5 shrink-0 text-teal" />
            ) : (
              <X aria-label="Not covered:" className="mt-0.5 size-4.5 shrink-0 text-coral" />
            )}
            {part.label}
          </li>
        ))}
      </ul>
      <Fold title="Read all the words" note={`version ${wording.version}`} className="mt-4 border-b">
        <p className="mb-5 text-sm text-muted">
          These words are part of your policy; they never change after you have bought it.
        </p>
        <div className="grid gap-6 md:grid-cols-2">
          <MarkedList title="What is covered" items={wording.covered} mark="yes" />
          <MarkedList title="What is not covered" items={wording.notCovered} mark="no" />
          <MarkedList title="Limits and deductible" items={wording.limits} />
          <MarkedList title="What a claim will need" items={wording.claimNeeds} />
          <div className="md:col-span-2">
            <MarkedList
              title="How to withdraw or cancel"
              items={[...wording.cancellation, HOW_TO_WITHDRAW]}
            />
          </div>
        </div>
      </Fold>
      <p className="mt-3">
        <IpidLink version={wording.version} />
      </p>
      <AcceptBox className="mt-4" checked={accepted} onAccept={onAccept} error={error}>
        I have read what is covered and what is not, and I accept these words.
      </AcceptBox>
    </>
  );
}
