import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

export interface StateProps {
  title: string;
  children?: ReactNode;
  picture?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
}

export function ErrorState({ title, children, picture, actions, className }: StateProps) {
  return (
    <div
      role="alert"
      className={cn('rounded-card border border-coral/45 bg-coral-soft/55 px-5 py-5 sm:px-6', className)}
    >
      <div className="flex gap-3">
        {!picture && <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-coral" />}
        <div className="min-w-0">
          {picture}
          <h2 className="text-base">{title}</h2>
          {children && <div className="mt-1 text-[0.9375rem] text-ink">{children}</div>}
          {actions && <div className="mt-4 flex flex-wrap gap-3">{actions}</div>}
        </div>
      </div>
    </div>
  );
}
