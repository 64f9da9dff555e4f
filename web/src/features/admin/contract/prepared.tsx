import { type ReactNode, useEffect, useState } from 'react';
import { isUnderWay } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { Discard } from './discard.tsx';

/** What the worker prepares for sending, or why it could not. */
export function Prepared<Ready>({
  prepare,
  failed,
  discard,
  onClose,
  children,
}: {
  /** Stable while the same thing is prepared. */
  prepare: () => Promise<Ready>;
  failed: string;
  /** Discards what is already under way. */
  discard?: () => Promise<unknown>;
  onClose: () => void;
  children: (ready: Ready) => ReactNode;
}) {
  const [ready, setReady] = useState<Ready | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const problem = failure === null ? null : messageOf(failure);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt prepares it again, another render does not.
  useEffect(() => {
    let current = true;
    setReady(null);
    setFailure(null);
    prepare().then(
      (answer) => current && setReady(answer),
      (error: unknown) => current && setFailure(error),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  if (problem !== null) {
    const underWay = isUnderWay(failure);
    return (
      <ErrorState
        title={failed}
        actions={
          <>
            <Button size="dense" onClick={() => setAttempt((count) => count + 1)}>
              Try Again
            </Button>
            <Button size="dense" variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {problem}
        {!underWay && ' No money has moved.'}
        {underWay && discard && (
          <div className="mt-2">
            <Discard discard={discard} onDone={() => setAttempt((count) => count + 1)} />
          </div>
        )}
      </ErrorState>
    );
  }
  return ready === null ? <Skeleton className="h-28" /> : children(ready);
}
