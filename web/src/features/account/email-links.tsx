import { queryOptions, useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import * as accountApi from '#domain/account/api.ts';
import * as profileApi from '#domain/account/profile-api.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError, messageOf } from '#web/lib/api/errors.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, LoadError, Notice, Skeleton } from '#web/ui/states.tsx';

const policies = (
  <ButtonLink to="/my-policies" variant="secondary">
    See My Policies
  </ButtonLink>
);

function BrokenLink({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <ErrorState title={title} actions={policies}>
      {children}
      <p className={children ? 'mt-1' : undefined}>
        To get a new link, open your policy and choose ‘Send Certificate to Email’. We will email you again.
      </p>
    </ErrorState>
  );
}

function Confirmation({ token }: { token: string }) {
  const query = useQuery(
    tokenQuery('confirm-email', token, () => api.ask(accountApi.confirmEmail, { body: { token } })),
  );
  const { data, error, isPending } = query;
  if (isPending) return <Skeleton label="Confirming your address" className="h-40" />;
  if (data) {
    return (
      <Card className="flex flex-col gap-5 p-6 sm:flex-row sm:items-start sm:p-8">
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-teal-soft text-teal">
          <MailCheck aria-hidden className="size-7" strokeWidth={1.75} />
        </span>
        <div className="min-w-0">
          <p role="status" className="text-2xl leading-snug font-semibold tracking-tight text-balance">
            {data.email} is confirmed.
          </p>
          <p className="mt-2 text-muted">
            Emails that were waiting for it are on their way. You can close this page.
          </p>
          <div className="mt-5">{policies}</div>
        </div>
      </Card>
    );
  }
  if (error instanceof ApiError && error.status === 409) {
    return <Notice actions={policies}>{messageOf(error)} There is nothing left to do.</Notice>;
  }
  if (error instanceof ApiError && !error.retryable) {
    return <BrokenLink title="This link no longer works">{messageOf(error)}</BrokenLink>;
  }
  return (
    <LoadError title="Your address could not be confirmed just now" query={query}>
      The link still works.
    </LoadError>
  );
}

/** The result of a confirmation link. `token` is null if the URL contains none. */
export function ConfirmEmail({ token }: { token: string | null }) {
  return (
    <div className="page flex max-w-3xl flex-col gap-7 py-10">
      <h1 className="text-3xl">Email confirmation</h1>
      {token === null ? <BrokenLink title="This link is not complete" /> : <Confirmation token={token} />}
    </div>
  );
}

/** Sends the token of an emailed link once, because the first answer uses it up, even if its page is left meanwhile. */
const tokenQuery = <Answer,>(name: string, token: string, send: () => Promise<Answer>) =>
  queryOptions({
    queryKey: [name, token],
    queryFn: () => send(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const preferences = (
  <ButtonLink to="/profile" hash="notifications" variant="secondary">
    Notification preferences
  </ButtonLink>
);

function Outcome({ token }: { token: string }) {
  const query = useQuery(
    tokenQuery('unsubscribe', token, () => api.ask(profileApi.unsubscribe, { body: { token } })),
  );
  const { data, error } = query;
  if (data) return <Notice actions={preferences}>You will no longer get marketing emails from us.</Notice>;
  if (!error) return <Skeleton label="Unsubscribing" className="h-20" />;
  if (error instanceof ApiError && error.retryable) {
    return <LoadError title="That did not work just now" query={query} />;
  }
  return (
    <ErrorState title="This link is not complete" actions={preferences}>
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
