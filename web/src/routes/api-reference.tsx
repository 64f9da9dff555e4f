import { createFileRoute, useRouter } from '@tanstack/react-router';
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
  const router = useRouter();
  return (
    <ReferencePage
      markup={Route.useLoaderData()}
      onRetry={() => void router.invalidate()}
      tab={tab}
      text={search}
      onSearch={(text) => void navigate({ search: { search: text }, replace: true, resetScroll: false })}
    />
  );
}

export const Route = createFileRoute('/api-reference')({
  validateSearch,
  // A page that can't be written ends the build; one that can't be loaded says so.
  loader: () => (import.meta.env.SSR ? referenceMarkup() : referenceMarkup().catch(() => null)),
  staleTime: Number.POSITIVE_INFINITY,
  head: pageTitle('API reference'),
  component: ApiReferencePage,
});
