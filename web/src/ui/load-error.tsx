import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';

interface LoadErrorProps {
  title: string;
  /** Whether a retry is in progress. */
  busy: boolean;
  onRetry: () => unknown;
  small?: boolean;
  label?: 'Try Again' | 'Retry' | undefined;
  className?: string;
  children: ReactNode;
}

/** A failed load: what failed, why, and Try Again. */
export function LoadError({
  title,
  busy,
  onRetry,
  small = false,
  label = 'Try Again',
  className,
  children,
}: LoadErrorProps) {
  return (
    <ErrorState
      title={title}
      {...(className ? { className } : {})}
      actions={
        <Button size={small ? 'small' : 'normal'} busy={busy} onClick={() => void onRetry()}>
          {label}
        </Button>
      }
    >
      {children}
    </ErrorState>
  );
}
