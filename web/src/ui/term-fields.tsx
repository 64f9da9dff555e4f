import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { formatDeductible, levels } from '#domain/products/choice.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';
import { latestStart } from '#domain/quote/pricing.ts';
import { longDate } from '#web/lib/format.ts';
import { type Term, type TermCheck, withStart } from '#web/lib/term.ts';
import { DateField } from './date-field.tsx';
import { Segments } from './segments.tsx';

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

interface ChoiceFieldsProps {
  product: ProductKey;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Cover level and deductible, where the product leaves a choice. */
export function ChoiceFields({ product, choice, onChange }: ChoiceFieldsProps) {
  const [coverages, deductibles] = [levels(product, 'coverage'), levels(product, 'deductible')];
  return (
    <>
      {coverages.length > 1 && (
        <Segments
          legend="Coverage amount"
          options={coverages.map((value) => ({ value, label: formatUsd(value) }))}
          value={choice.coverage}
          onChange={(coverage) => onChange({ ...choice, coverage })}
        />
      )}
      {deductibles.length > 1 && (
        <Segments
          legend="Deductible per claim"
          options={deductibles.toReversed().map((value) => ({ value, label: formatDeductible(value) }))}
          value={choice.deductible}
          onChange={(deductible) => onChange({ ...choice, deductible })}
        />
      )}
    </>
  );
}
