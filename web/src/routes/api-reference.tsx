import { createFileRoute } from '@tanstack/react-router';
import { ReferencePage } from '../features/api-reference/reference-page.tsx';
import { REFERENCE_TABS, type ReferenceTab } from '../features/api-reference/tabs.ts';
import { pageTitle } from '../lib/title.ts';

interface Search {
  tab?: ReferenceTab | undefined;
  search?: string | undefined;
}

function validateSearch({ tab, search }: Record<string, unknown>): Search {
  return {
    tab: REFERENCE_TABS.find((key) => key === tab && key !== 'endpoints'),
    search: typeof search === 'string' && search !== '' ? search : undefined,
  };
}

function ApiReferencePage() {
  const { tab, search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const show = (next: Search) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <ReferencePage
      tab={tab ?? 'endpoints'}
      text={search ?? ''}
      onTab={(next) => show({ search, tab: next === 'endpoints' ? undefined : next })}
      onSearch={(text) => show({ tab, search: text || undefined })}
    />
  );
}

export const Route = createFileRoute('/api-reference')({
  validateSearch,
  head: pageTitle('API reference'),
  component: ApiReferencePage,
});
