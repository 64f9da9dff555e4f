import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '#web/features/audit/audit-screen.tsx';
import { AUDIT_TABS, type AuditTab } from '#web/features/audit/tabs.ts';
import { pageTitle } from '#web/lib/title.ts';

interface Search {
  tab?: AuditTab | undefined;
  show?: 'all' | undefined;
}

/** Reads the search here, with the lazy page, because a route's own check loads with every page. */
function searchOf({ tab, show }: Record<string, unknown>): Search {
  return { tab: AUDIT_TABS.find((key) => key === tab), show: show === 'all' ? 'all' : undefined };
}

function AuditPage() {
  const { tab, show } = searchOf(Route.useSearch());
  const navigate = Route.useNavigate();
  const go = (next: Search) => void navigate({ search: next as never, replace: true, resetScroll: false });
  return (
    <AuditScreen
      tab={tab ?? AUDIT_TABS[0]}
      show={show ?? 'differences'}
      onTab={(next) => go({ show, tab: next === AUDIT_TABS[0] ? undefined : next })}
      onShow={(next) => go({ tab, show: next === 'all' ? 'all' : undefined })}
    />
  );
}

export const Route = createFileRoute('/audit')({ head: pageTitle('Audit'), component: AuditPage });
