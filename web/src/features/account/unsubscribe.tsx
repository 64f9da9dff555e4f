import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, messageOf } from '../../lib/api/errors.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { unsubscribeQuery } from './profile-queries.ts';

const preferences = (
  <Link to="/profile" hash="notifications" className={buttonClass({ variant: 'secondary' })}>
    Notification preferences
  </Link>
);

function Outcome({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(unsubscribeQuery(token));
  if (data) return <Notice actions={preferences}>You will get no more marketing emails from us.</Notice>;
  if (!error) {
    return (
      <div role="status" aria-label="Unsubscribing">
        <Skeleton className="h-20" />
      </div>
    );
  }
  const retry = error instanceof ApiError && error.retryable;
  return (
    <ErrorState
      title={retry ? 'That did not work just now' : 'This link is not complete'}
      actions={
        retry ? (
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        ) : (
          preferences
        )
      }
    >
      {messageOf(error)}
    </ErrorState>
  );
}

/** Turns marketing email off without asking. `token` is null if the URL contains none. */
export function Unsubscribe({ token }: { token: string | null }) {
  return (
    <div className="page flex max-w-3xl flex-col gap-7 py-10">
      <h1 className="text-3xl">Marketing letters</h1>
      {token === null ? (
        <ErrorState title="This link is not complete" actions={preferences}>
          Turn marketing emails off in your notification preferences instead.
        </ErrorState>
      ) : (
        <Outcome token={token} />
      )}
    </div>
  );
}
