import { Check } from 'lucide-react';
import { cn } from '#web/lib/cn.ts';

export function FormSteps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:gap-x-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cn(
            'flex items-center gap-2.5 text-[0.9375rem] whitespace-nowrap max-sm:gap-2',
            index === current ? 'font-medium' : 'text-muted',
          )}
        >
          {index > 0 && (
            <span aria-hidden className="mr-0.5 h-px w-3 bg-line-strong min-[24rem]:w-6 sm:w-12" />
          )}
          <span
            aria-hidden
            className={cn(
              'figures grid size-[1.6875rem] shrink-0 place-items-center rounded-full border-[1.5px] text-[0.8125rem]',
              index < current && 'border-teal bg-teal text-ground',
              index === current && 'border-primary bg-primary text-on-primary',
              index > current && 'border-line-strong',
            )}
          >
            {index < current ? <Check className="size-4" /> : index + 1}
          </span>
          {step}
          {index < current && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
