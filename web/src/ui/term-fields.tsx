import { formatDay } from '../../../domain/days.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import { latestStart } from '../../../domain/quote/pricing.ts';
import { longDate } from '../lib/format.ts';
import { type Term, type TermCheck, withStart } from '../lib/term.ts';
import { DatePicker } from './date-picker.tsx';
import { Field } from './field.tsx';

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
      <Field label="Start date" error={check.startError ?? undefined} hint={hint(term.start)}>
        {(aria) => (
          <DatePicker
            {...aria}
            label="the start date"
            min={today}
            max={latestStart(today)}
            value={term.start}
            onChange={(start) => onChange(withStart(product, term, start))}
          />
        )}
      </Field>
      <Field label="End date" error={check.endError ?? undefined} hint={hint(term.end)}>
        {(aria) => (
          <DatePicker
            {...aria}
            label="the end date"
            min={term.start ?? today}
            value={term.end}
            onChange={(end) => onChange({ ...term, end })}
          />
        )}
      </Field>
    </div>
  );
}
