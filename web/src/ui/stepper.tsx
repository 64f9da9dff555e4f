import { Check, LoaderCircle, X } from 'lucide-react';
import { cn } from '#web/lib/cn.ts';

export interface Step {
  label: string;
  note?: string | null;
  state: 'done' | 'current' | 'waiting' | 'failed';
}

const MARK: Record<Step['state'], string> = {
  done: 'border-teal bg-teal text-ground',
  current: 'border-ink text-ink',
  waiting: 'border-line-strong text-muted',
  failed: 'border-coral bg-coral text-ground',
};

export function Stepper({ steps }: { steps: readonly Step[] }) {
  return (
    <ol aria-label="Payment progress" className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex gap-3 pb-5 last:pb-0"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cn(
                'absolute top-7 bottom-0 left-[0.8125rem] w-px',
                step.state === 'done' ? 'bg-teal' : 'bg-line',
              )}
            />
          )}
          <span
            aria-hidden
            className={cn(
              'figures grid size-[1.6875rem] shrink-0 place-items-center rounded-full border-[1.5px] text-[0.8125rem]',
              MARK[step.state],
            )}
          >
            {step.state === 'done' && <Check className="size-4" />}
            {step.state === 'failed' && <X className="size-4" />}
            {step.state === 'current' && <LoaderCircle className="size-4 animate-spin" />}
            {step.state === 'waiting' && index + 1}
          </span>
          <div className={cn('pt-0.5', step.state === 'waiting' && 'text-muted')}>
            <p className="text-[0.9375rem] font-medium">
              {step.label}
              {step.state === 'done' && <span className="sr-only"> (done)</span>}
            </p>
            {step.note && <p className="figures text-sm text-muted">{step.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
