import type { NeedAnswer } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { answeredNeeds, type NeedAnswers } from '#domain/products/forms/needs.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { Segments } from '#web/ui/segments.tsx';

const YES_NO: readonly { value: NeedAnswer; label: string }[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface NeedsProps {
  product: ProductKey;
  answers: NeedAnswers;
  onAnswer: (answers: NeedAnswers) => void;
  error: string | null;
}

/** Questions that tell whether the product fits. An answer that doesn't is said, and stops nobody. */
export function Needs({ product, answers, onAnswer, error }: NeedsProps) {
  return (
    <>
      <p className="text-sm text-muted">
        Three questions, so that you buy what you need. We keep your answers with the quote.
      </p>
      <div className="mt-5 flex flex-col gap-5">
        {FORMS[product].needs.map(({ id, question }) => {
          const given = answers[id];
          const [answered] = given ? answeredNeeds(product, { [id]: given }) : [];
          return (
            <div key={id} data-fault={(error && !given) || undefined}>
              <Segments
                legend={question}
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
