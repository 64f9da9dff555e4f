import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { groupsOf, type OpenApi, search } from './openapi.ts';
import { openApiQuery } from './queries.ts';

interface EndpointsTabProps {
  text: string;
  onSearch: (text: string) => void;
}

export function EndpointsTab({ text, onSearch }: EndpointsTabProps) {
  return (
    <Loaded
      query={useQuery(openApiQuery)}
      name="the reference"
      failed="The reference could not be loaded"
      loading={<SkeletonRows count={6} className="h-14" />}
      small
    >
      {(reference) => <Endpoints reference={reference} text={text} onSearch={onSearch} />}
    </Loaded>
  );
}

function Endpoints({ reference, text, onSearch }: EndpointsTabProps & { reference: OpenApi }) {
  const groups = search(groupsOf(reference), text);
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
          {count} {count === 1 ? 'call' : 'calls'} · version {reference.info.version}
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
              <EndpointCard key={endpoint.id} document={reference} endpoint={endpoint} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
