import type { ReactNode } from 'react';
import { LoadError, type Read } from './load-error.tsx';
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
