import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { DELIVERY_LABELS, type Delivery, type LetterEntry } from '#domain/admin/letters-schema.ts';
import { lettersOf } from '#web/features/admin/queries.ts';
import { cn } from '#web/lib/cn.ts';
import { LoadError } from '#web/ui/states.tsx';
import { ShortMoment } from './cells.tsx';
import { PanelSection } from './panel.tsx';

const TONES: Readonly<Record<Delivery, string>> = {
  awaiting_confirmation: 'text-amber',
  queued: 'text-muted',
  retrying: 'text-amber',
  sent: 'text-teal',
  bounced: 'text-coral',
  failed: 'text-coral',
};

/** What became of one letter, with the reason if it was not sent. */
function State({ letter: { state, problem } }: { letter: LetterEntry }) {
  return (
    <span className="text-muted">
      <span className={cn('font-medium', TONES[state])}>{DELIVERY_LABELS[state]}</span>
      {problem !== null && <>. {problem}</>}
    </span>
  );
}

/** The same below the message that the letter carried. */
export function Delivered({ letter }: { letter: LetterEntry }) {
  return (
    <p className="mt-1 flex items-center gap-1.5 text-xs text-muted">
      <Mail aria-hidden className="size-3 shrink-0" />
      <span>
        Email: <State letter={letter} />
      </span>
    </p>
  );
}

/** The letters about a record, newest first. Nothing is shown of a record without letters. */
export function Letters({ of }: { of: Parameters<typeof lettersOf>[0] }) {
  const query = useQuery(lettersOf(of));
  if (query.isError) {
    return (
      <PanelSection title="Letters">
        <LoadError title="Failed to load the letters" small query={query} />
      </PanelSection>
    );
  }
  if (!query.data?.length) return null;
  return (
    <PanelSection title="Letters">
      <ul className="flex flex-col gap-2 text-[0.8125rem]">
        {query.data.map((letter) => (
          <li key={letter.id} className="grid grid-cols-[1fr_auto] gap-x-3">
            <span className="min-w-0 wrap-anywhere">{letter.subject}</span>
            <span className="text-right text-muted">
              <ShortMoment at={letter.sent_at ?? letter.written_at} />
            </span>
            <span className="col-span-2 flex flex-wrap gap-x-2 text-muted">
              <span className="wrap-anywhere">{letter.to}</span>
              <State letter={letter} />
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
