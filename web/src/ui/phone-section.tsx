import { type ReactNode, useId } from 'react';
import { Card } from './card.tsx';
import { PhoneFold } from './phone-fold.tsx';
import { Section } from './section.tsx';

interface PhoneSectionProps {
  title: string;
  folds?: boolean;
  children: ReactNode;
}

/** A section that a phone folds to its title, if it `folds` at all. */
export function PhoneSection({ title, folds = true, children }: PhoneSectionProps) {
  const name = useId();
  if (!folds) return <Section title={title}>{children}</Section>;
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
