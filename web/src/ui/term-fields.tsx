import { formatDay } from '#domain/days.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { latestStart } from '#domain/quote/pricing.ts';
import { longDate } from '#web/lib/format.ts';
import { type Term, type TermCheck, withStart } from '#web/lib/term.ts';
import { DateField } from './date-field.tsx';

interface TermFieldsProps {
  product: ProductKey;
  term: Term;
  check: TermCheck;
  /** UTC day number. */
  today: number;
  onChange: (term: Term) => void;
}

export function TermFields({ product, term, check, today, onChange }: TermFieldsProps) {
  const hint = (day: number | null) => (day === null ? undefined : longDate(formatDay(day)));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <DateField
        label="Start date"
        what="the start date"
        error={check.startError ?? undefined}
        hint={hint(term.start)}
        min={today}
        max={latestStart(today)}
        value={term.start}
        onChange={(start) => onChange(withStart(product, term, start))}
      />
      <DateField
        label="End date"
        what="the end date"
        error={check.endError ?? undefined}
        hint={hint(term.end)}
        min={term.start ?? today}
        value={term.end}
        onChange={(end) => onChange({ ...term, end })}
      />
    </div>
  );
}
