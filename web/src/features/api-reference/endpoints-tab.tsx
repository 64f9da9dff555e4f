import { useQuery } from '@tanstack/react-query';

import { messageOf } from '../../lib/api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { groupsOf, search } from './openapi.ts';
import { openApiQuery } from './queries.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

interface EndpointsTabProps {
  text: string;
  onSearch: (text: string) => void;
}

/** Every operation, from the running server's own OpenAPI document. */
export function EndpointsTab({ text, onSearch }: EndpointsTabProps) {
  const { data, error, isFetching, refetch } = useQuery(openApiQuery);
  if (error && !data) {
    return (
      <LoadError title="The reference could not be loaded" small busy={isFetching} onRetry={refetch}>
        {messageOf(error)}
      </LoadError>
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading the reference" className="flex flex-col gap-3">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  }
  const groups = search(groupsOf(data), text);
  const count = groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchInput
          className="w-full sm:max-w-sm"
          aria-label="Search the calls"
          value={text}
          onChange={(event) => onSearch(event.target.value)}
          placeholder="Search path, method or words"
        />
        <p role="status" className="figures text-sm text-muted">
          {count} {count === 1 ? 'call' : 'calls'} · version {data.info.version}
        </p>
      </div>
      {groups.length === 0 && (
        <EmptyState
          title="No call matches"
          className="mt-6"
          actions={
            <Button variant="secondary" onClick={() => onSearch('')}>
              Show all calls
            </Button>
          }
        >
          Try a part of the path, such as “policy”, or a method.
        </EmptyState>
      )}
      {groups.map(({ tag, endpoints }) => (
        <section key={tag} aria-label={tag} className="mt-8">
          <h2 className="text-lg capitalize">{tag}</h2>
          <div className="mt-3 flex flex-col gap-2">
            {endpoints.map((endpoint) => (
              <EndpointCard key={endpoint.id} document={data} endpoint={endpoint} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
