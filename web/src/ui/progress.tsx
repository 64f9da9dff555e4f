import { cn } from '#web/lib/cn.ts';

const TONES = { teal: 'bg-teal', coral: 'bg-coral', quiet: 'bg-line-strong' } as const;

interface ProgressProps {
  /** Percent, 0 to 100. */
  value: number;
  label: string;
  text?: string;
  tone?: keyof typeof TONES;
  className?: string;
}

export function Progress({ value, label, text, tone = 'teal', className }: ProgressProps) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className={cn('h-2 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset', className)}
    >
      <div
        className={cn('h-full rounded-full transition-[width]', TONES[tone])}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
