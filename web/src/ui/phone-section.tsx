import { type ReactNode, useId } from 'react';
import { Card } from './card.tsx';
import { PhoneFold } from './phone-fold.tsx';

/** A section that a phone folds to its title. */
export function PhoneSection({ title, children }: { title: string; children: ReactNode }) {
  const name = useId();
  return (
    <Card aria-labelledby={name} className="min-w-0 px-5 max-md:py-1 md:p-6">
      <PhoneFold
        title={
          <h2 id={name} className="text-lg md:mb-1">
            {title}
          </h2>
        }
        titleClass="md:min-h-0"
      >
        <div className="max-md:pt-1 max-md:pb-4 md:pt-2">{children}</div>
      </PhoneFold>
    </Card>
  );
}
