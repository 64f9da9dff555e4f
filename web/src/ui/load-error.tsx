import type { ReactNode } from 'react';
import { messageOf } from '#web/lib/message-of.ts';
import { isOffline } from '#web/lib/network.ts';
import { Button } from './button.tsx';
import { FogPicture } from './drawings.tsx';
import { ErrorState } from './states.tsx';

export const OFFLINE_TITLE = 'You are offline';
export const OFFLINE_TEXT =
  'Your cover doesn’t depend on this page. Please try again when you are back online.';

/** A read that can fail, as React Query describes it. */
export interface Read {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadErrorProps {
  title: string;
  query: Read;
  small?: boolean;
  label?: 'Try Again' | 'Retry' | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

export function LoadError(props: LoadErrorProps) {
  const { title, query, small = false, label = 'Try Again', className, children } = props;
  const offline = isOffline();
  return (
    <ErrorState
      title={offline ? OFFLINE_TITLE : title}
      picture={offline && !small && <FogPicture className="mb-4 h-24 text-ink" />}
      className={className}
      actions={
        <Button
          size={small ? 'small' : 'normal'}
          busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {label}
        </Button>
      }
    >
      {offline ? OFFLINE_TEXT : messageOf(query.error)} {children}
    </ErrorState>
  );
}
