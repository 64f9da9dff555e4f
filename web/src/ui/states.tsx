import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { isDeclined, messageOf } from '#web/lib/message-of.ts';
import { isOffline } from '#web/lib/network.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { FogPicture } from './drawings.tsx';
import { Skeleton } from './skeleton.tsx';

export interface LoadedProps<Data> {
  query: Read & { data: Data | undefined };
  name: string;
  failed: string;
  loading?: ReactNode;
  small?: boolean;
  /** Whether a failed refresh is said above what is there. */
  warns?: boolean;
  after?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a read answers; until then a skeleton, and after a failure the reason with a way to try again. */
export function Loaded<Data>({
  query,
  name,
  failed,
  loading = <Skeleton className="h-40" />,
  small = false,
  warns = false,
  after,
  children,
}: LoadedProps<Data>) {
  const { data, error } = query;
  return (
    <>
      {error && (warns || data === undefined) && (
        <LoadError title={failed} query={query} small={small} className={warns ? 'mb-3' : ''}>
          {after}
        </LoadError>
      )}
      {data === undefined && !error && (
        <div role="status" aria-label={`Loading ${name}`}>
          {loading}
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

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

export { Skeleton } from './skeleton.tsx';

interface StateProps {
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

export function EmptyState({ title, children, picture, actions, className }: StateProps) {
  return (
    <Card className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      {picture && <div className="mb-5 text-teal">{picture}</div>}
      <h2 className="text-lg">{title}</h2>
      {children && <div className="mt-2 max-w-md text-muted">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </Card>
  );
}

interface FailureProps extends Omit<StateProps, 'picture'> {
  error: Error | null;
  /** What to say when the customer said no in the wallet. */
  declined?: string;
}

export function Failure({ error, declined, children, ...state }: FailureProps) {
  if (declined && isDeclined(error)) return <Notice>{declined}</Notice>;
  return (
    error && (
      <ErrorState {...state}>
        {messageOf(error)}
        {children}
      </ErrorState>
    )
  );
}

type Tone = 'info' | 'good' | 'waiting' | 'danger';

const TONES: Record<Tone, string> = {
  info: 'border-line bg-sunken/70 text-ink',
  good: 'border-teal/35 bg-teal-soft text-ink [&>svg]:text-teal',
  waiting: 'border-amber/35 bg-amber-soft text-ink [&>svg]:text-amber',
  danger: 'border-coral/45 bg-coral-soft/55 text-ink [&>svg]:text-coral',
};

interface NoticeProps {
  tone?: Tone;
  children: ReactNode;
  actions?: ReactNode;
}

export function Notice({ tone = 'info', children, actions }: NoticeProps) {
  const Icon = tone === 'good' ? CircleCheck : Info;
  return (
    <div
      role="status"
      className={cn('flex gap-3 rounded-card border px-4 py-3 text-[0.9375rem]', TONES[tone])}
    >
      <Icon aria-hidden className="mt-0.5 size-[1.125rem] shrink-0" />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">{children}</div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
