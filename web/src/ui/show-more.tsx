import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

/** Entries that a long list draws at first, and with each click more: it is all there, but drawing it takes time. */
const STEP = 60;

/** The part of a list that is drawn, and the button for the next part; null when all of it is. */
export function useShowMore<Entry>(entries: readonly Entry[]): {
  drawn: readonly Entry[];
  showMore: ReactNode;
} {
  const [count, setCount] = useState(STEP);
  const left = entries.length - count;
  return {
    drawn: entries.slice(0, count),
    showMore:
      left > 0 ? (
        <Button variant="secondary" className="self-center" onClick={() => setCount(count + STEP)}>
          Show {Math.min(STEP, left)} more of {left}
        </Button>
      ) : null,
  };
}
