import { createFileRoute } from '@tanstack/react-router';
import { REFERENCE_TABS, type ReferenceTab, referenceMarkup } from '#web/features/api-reference/markup.ts';
import { ReferencePage } from '#web/features/api-reference/reference-page.tsx';
import { pageTitle } from '#web/lib/title.ts';

interface Search {
  tab?: ReferenceTab | undefined;
  search?: string | undefined;
}

function validateSearch({ tab, search }: Record<string, unknown>): Search {
  return {
    tab: (Object.keys(REFERENCE_TABS) as ReferenceTab[]).find((key) => key === tab && key !== 'endpoints'),
    search: typeof search === 'string' && search !== '' ? search : undefined,
  };
}

function ApiReferencePage() {
  const { tab = 'endpoints', search = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReferencePage
      markup={Route.useLoaderData()}
      tab={tab}
      text={search}
      onSearch={(text) => void navigate({ search: { search: text }, replace: true, resetScroll: false })}
    />
  );
}

export const Route = createFileRoute('/api-reference')({
  validateSearch,
  loader: referenceMarkup,
  staleTime: Number.POSITIVE_INFINITY,
  head: pageTitle('API reference'),
  component: ApiReferencePage,
});
