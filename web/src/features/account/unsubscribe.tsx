import { useQuery } from '@tanstack/react-query';
import * as profileApi from '#domain/account/profile-api.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError, messageOf } from '#web/lib/api/errors.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { tokenQuery } from './token-query.ts';

const preferences = (
  <ButtonLink to="/profile" hash="notifications" variant="secondary">
    Notification preferences
  </ButtonLink>
);

function Outcome({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    tokenQuery('unsubscribe', token, () => api.ask(profileApi.unsubscribe, { body: { token } })),
  );
  if (data) return <Notice actions={preferences}>You will no longer get marketing emails from us.</Notice>;
  if (!error) {
    return <Skeleton label="Unsubscribing" className="h-20" />;
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
