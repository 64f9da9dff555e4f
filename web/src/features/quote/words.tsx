import { HOW_TO_WITHDRAW } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { IpidLink } from '#web/ui/ipid-link.tsx';
import { MarkedList } from '#web/ui/marked-list.tsx';

interface WordsProps {
  product: ProductKey;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
  error: string | null;
}

/** The words that become part of the policy, accepted with a checkbox. */
export function Words({ product, accepted, onAccept, error }: WordsProps) {
  const wording = FORMS[product].wording;
  return (
    <>
      <p className="text-sm text-muted">
        These words are part of your policy (version {wording.version}); they never change after you have
        bought it. <IpidLink version={wording.version} />
      </p>
      <div className="mt-6 grid gap-8 md:grid-cols-2">
        <MarkedList title="What is covered" items={wording.covered} mark="yes" />
        <MarkedList title="What is not covered" items={wording.notCovered} mark="no" />
        <MarkedList title="Limits and deductible" items={wording.limits} />
        <MarkedList title="What a claim will need" items={wording.claimNeeds} />
        <div className="md:col-span-2">
          <MarkedList title="How to withdraw or cancel" items={[...wording.cancellation, HOW_TO_WITHDRAW]} />
        </div>
      </div>
      <AcceptBox className="mt-7" checked={accepted} onAccept={onAccept} error={error}>
        I have read what is covered and what is not, and I accept these words.
      </AcceptBox>
    </>
  );
}
