import { useHydrated } from '@tanstack/react-router';
import { useId } from 'react';
import { addYears } from '#domain/days.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { chargedDays } from '#domain/quote/pricing.ts';
import type { Term } from '#web/lib/term.ts';

/** 'A year' or '90 days': a term as it is priced. */
export const lengthText = (days: number): string =>
  days === 365 ? 'a year' : `${days} ${days === 1 ? 'day' : 'days'}`;

interface TermSliderProps {
  product: ProductKey;
  term: Term;
  onChange: (term: Term) => void;
}

/** How long cover lasts. The end date follows; a whole year ends on the same day of the next one. */
export function TermSlider({ product, term: { start, end }, onChange }: TermSliderProps) {
  const id = useId();
  const hydrated = useHydrated();
  const { minDays, maxDays } = PRODUCTS[product];
  const most = Math.min(maxDays, 365);
  if (start === null) return null;
  const days = end === null ? minDays : Math.min(Math.max(chargedDays(start, end), minDays), most);
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          How long
        </label>
        <output htmlFor={id} aria-live="off" className="figures text-sm font-medium text-teal">
          {lengthText(days)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={minDays}
        max={most}
        value={days}
        disabled={!hydrated}
        aria-valuetext={lengthText(days)}
        onChange={({ target }) => {
          const chosen = Number(target.value);
          onChange({ start, end: chosen === 365 ? addYears(start, 1) : start + chosen });
        }}
        className="h-11 w-full cursor-pointer accent-teal"
      />
      <div aria-hidden className="flex justify-between text-sm text-muted">
        <span>{lengthText(minDays)}</span>
        <span>{lengthText(most)}</span>
      </div>
    </div>
  );
}
