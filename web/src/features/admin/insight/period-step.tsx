import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

/** A period by name, with the ones before and after it. */
export function PeriodStep({
  name,
  unit,
  onStep,
  hasNext,
}: {
  name: string;
  /** `month`, `quarter` or `year`. */
  unit: string;
  onStep: (by: -1 | 1) => void;
  hasNext: boolean;
}) {
  return (
    <div className="flex items-center gap-1">
      <Button variant="secondary" size="denseIcon" aria-label={`Previous ${unit}`} onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <h2 className="figures min-w-36 text-center text-base" aria-live="polite">
        {name}
      </h2>
      <Button
        variant="secondary"
        size="denseIcon"
        aria-label={`Next ${unit}`}
        disabled={!hasNext}
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
