import { type ReactNode, useState } from 'react';
import { formatCount } from '#web/lib/format.ts';
import { Button } from './button.tsx';

/** How many entries a long list renders at first and with each click, since rendering takes time. */
const STEP = 60;

/** The rendered part of a list and the button for the next part; the button is null when all is shown. */
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
          Show {Math.min(STEP, left)} more of {formatCount(left)}
        </Button>
      ) : null,
  };
}
