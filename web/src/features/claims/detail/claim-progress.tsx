import { Check, CircleDot, X } from 'lucide-react';
import { CLAIM_LABELS, CLAIM_MEANING } from '../../../../../domain/claims/lifecycle.ts';
import type { ClaimDetailAnswer } from '../../../../../domain/claims/schema.ts';
import { cn } from '../../../lib/cn.ts';
import { Card } from '../../../ui/card.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { stations } from '../display.ts';

export function ClaimProgress({ claim }: { claim: Pick<ClaimDetailAnswer, 'status' | 'progress'> }) {
  const { status, progress } = claim;
  const all = stations(status);
  const current = all.findLastIndex(({ at }) => at <= progress);
  const ended = !CLAIM_MEANING[status].open;
  return (
    <Card className="p-6" aria-labelledby="progress-title">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="progress-title" className="text-lg">
          Progress
        </h2>
        <p className="figures text-sm text-muted">{progress}%</p>
      </div>
      <Progress
        value={progress}
        label="Progress of the claim"
        text={`${CLAIM_LABELS[status]}, ${progress}%`}
        tone={status === 'rejected' ? 'coral' : 'teal'}
        className="mt-3"
      />
      <ol
        aria-label="Steps"
        className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm sm:justify-between sm:gap-x-3"
      >
        {all.map(({ label }, index) => {
          const done = index < current || (index === current && ended);
          const here = index === current;
          const Icon = here && status === 'rejected' ? X : done ? Check : CircleDot;
          return (
            <li
              key={label}
              aria-current={here ? 'step' : undefined}
              className={cn('flex items-center gap-1.5', here ? 'font-medium' : 'text-muted')}
            >
              <Icon
                aria-hidden
                className={cn(
                  'size-4',
                  (done || here) && (status === 'rejected' && here ? 'text-coral' : 'text-teal'),
                  !done && !here && 'opacity-60',
                )}
              />
              {label}
              {done && !here && <span className="sr-only"> (done)</span>}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
