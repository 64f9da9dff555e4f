import { Check, X } from 'lucide-react';
import { HOW_TO_WITHDRAW } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { isCovered } from '#web/ui/cover-picture/cover-picture.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { MarkedList } from '#web/ui/marked-list.tsx';
import { IpidLink } from '#web/ui/offer-notes.tsx';

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
