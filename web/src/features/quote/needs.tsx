import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { formatUsd } from '#domain/money.ts';
import type { NeedAnswer } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { answeredNeeds, type NeedAnswers } from '#domain/products/forms/needs.ts';
import type { ProductKey } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { type QuoteFacts, REVIEW_NOTICE, underwrite } from '#domain/quote/underwriting.ts';
import { api } from '#web/lib/api/api.ts';
import type { FormOutput, FormValues } from '#web/ui/details-form.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Notice } from '#web/ui/states.tsx';

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
