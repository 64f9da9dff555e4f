import { Check, CircleDot, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CLAIM_LABELS, CLAIM_MEANING, claimStages } from '#domain/claims/lifecycle.ts';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { cn } from '#web/lib/cn.ts';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';

interface ClaimProgressProps {
  claim: Pick<ClaimDetailAnswer, 'status' | 'progress'>;
  /** Who has the claim and by when, above the bar. */
  children?: ReactNode;
}

/** Who has the claim, and where it stands. A rejection ends the bar quietly: its reason is what matters. */
export function ClaimProgress({ claim, children }: ClaimProgressProps) {
  const { status, progress } = claim;
  const label = CLAIM_LABELS[status];
  const all = claimStages(status);
  const current = all.findIndex((stage) => stage.label === label);
  const ended = !CLAIM_MEANING[status].open;
  return (
    <Card className="p-5 sm:p-6" aria-labelledby="progress-title">
      {children}
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="progress-title" className={children ? 'text-base' : 'text-lg'}>
          Progress
        </h2>
        <p className="figures text-sm text-muted">{progress}%</p>
      </div>
      <Progress
        value={progress}
        label="Progress of the claim"
        text={`${label}, ${progress}%`}
        tone={status === 'rejected' ? 'quiet' : 'teal'}
        className="mt-3"
      />
      <ol
        aria-label="Steps"
        className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm sm:justify-between sm:gap-x-3"
      >
        {all.map((stage, index) => {
          const done = index < current || (index === current && ended);
          const here = index === current;
          const Icon = here && status === 'rejected' ? X : done ? Check : CircleDot;
          return (
            <li
              key={stage.label}
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
              {stage.label}
              {done && !here && <span className="sr-only"> (done)</span>}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
