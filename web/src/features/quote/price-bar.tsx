import { formatUsd } from '#domain/money.ts';
import type { Price } from '#domain/quote/pricing.ts';
import { onSight } from '#web/lib/beacon.ts';
import { Button } from '#web/ui/button.tsx';
import { StepBar } from '#web/ui/step-bar.tsx';
import { lengthText } from './term-slider.tsx';

const seen = onSight('price_seen');

interface PriceBarProps {
  price: Price | null;
  /** How many answers are missing. */
  left: number;
  /** Whether the button ends the form instead of going to the next question. */
  last: boolean;
  busy: boolean;
  onNext: () => void;
}

/** At the bottom of a phone's quote: the price, what is missing, and the way on. */
export function PriceBar({ price, left, last, busy, onNext }: PriceBarProps) {
  const length = price ? lengthText(price.days) : null;
  return (
    <StepBar
      figure={<span ref={seen}>{price ? formatUsd(price.premium) : 'No price yet'}</span>}
      note={
        left > 0
          ? [length, `${left} ${left === 1 ? 'field' : 'fields'} left`].filter(Boolean).join(' · ')
          : `${length}, paid once`
      }
    >
      {last ? (
        <Button type="submit" size="large" busy={busy} aria-disabled={left > 0} className="px-4!">
          Proceed to Payment
        </Button>
      ) : (
        <Button size="large" onClick={onNext} className="min-w-36">
          Continue
        </Button>
      )}
    </StepBar>
  );
}
