import { FORMS } from '../../../../domain/products/forms/index.ts';
import type { ProductKey } from '../../../../domain/products/index.ts';
import { Card } from '../../ui/card.tsx';
import { MarkedList } from '../../ui/marked-list.tsx';

interface CoverCardProps {
  product: ProductKey;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
  error: string | null;
}

/** What is and isn't covered, in plain words, with the checkbox that accepts it. */
export function CoverCard({ product, accepted, onAccept, error }: CoverCardProps) {
  const wording = FORMS[product].wording;
  return (
    <Card className="p-6" aria-labelledby="cover-title">
      <h2 id="cover-title" className="text-xl">
        What you are buying
      </h2>
      <p className="mt-1 text-sm text-muted">
        These words are part of your policy (version {wording.version}); they never change after you have
        bought it.
      </p>
      <div className="mt-6 grid gap-8 md:grid-cols-2">
        <MarkedList title="What is covered" items={wording.covered} mark="yes" />
        <MarkedList title="What is not covered" items={wording.notCovered} mark="no" />
        <MarkedList title="Limits and deductible" items={wording.limits} />
        <MarkedList title="What a claim will need" items={wording.claimNeeds} />
        <div className="md:col-span-2">
          <MarkedList title="How to cancel" items={wording.cancellation} />
        </div>
      </div>
      <label className="mt-7 flex cursor-pointer items-start gap-3 rounded-[10px] border border-line bg-sunken/60 p-4">
        <input
          type="checkbox"
          checked={accepted}
          onChange={(event) => onAccept(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'accept-error' : undefined}
          className="mt-0.5 size-5 shrink-0 accent-teal"
        />
        <span>I have read what is covered and what is not, and I accept these words.</span>
      </label>
      {error && (
        <p id="accept-error" className="mt-2 text-sm text-coral">
          {error}
        </p>
      )}
    </Card>
  );
}
