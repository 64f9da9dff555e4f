import { formatUsd } from '../../../../domain/money.ts';
import type { Price } from '../../../../domain/quote/pricing.ts';
import { onSight } from '../../lib/beacon.ts';
import { Button } from '../../ui/button.tsx';
import { lengthText } from './term-slider.tsx';

const seen = onSight('price_seen');

interface StepBarProps {
  price: Price | null;
  /** How many answers are missing. */
  left: number;
  /** Whether the button ends the form instead of going to the next question. */
  last: boolean;
  busy: boolean;
  onNext: () => void;
}

/** At the bottom of a phone's screen: the price, what is missing, and the way on. */
export function StepBar({ price, left, last, busy, onNext }: StepBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-auto flex items-center gap-3 border-t border-line bg-surface px-4 pt-3 sm:hidden pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="min-w-0 grow">
        <p ref={seen} className="figures text-xl leading-tight font-semibold tracking-tight">
          {price ? formatUsd(price.premium) : 'No price yet'}
        </p>
        <p role="status" className="figures text-sm text-muted">
          {price && left > 0 && `${lengthText(price.days)} · `}
          {left > 0
            ? `${left} ${left === 1 ? 'field' : 'fields'} left`
            : `${lengthText(price?.days ?? 0)}, paid once`}
        </p>
      </div>
      {last ? (
        <Button type="submit" size="large" busy={busy} aria-disabled={left > 0} className="px-4!">
          Proceed to Payment
        </Button>
      ) : (
        <Button size="large" onClick={onNext} className="min-w-36">
          Continue
        </Button>
      )}
    </div>
  );
}
