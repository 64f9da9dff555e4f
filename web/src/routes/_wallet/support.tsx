import { createFileRoute } from '@tanstack/react-router';
import { SignInCard } from '#web/features/auth/sign-in-card.tsx';
import { supportSearch } from '#web/features/help/search.ts';
import { SupportScreen } from '#web/features/help/support-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

function SupportPage() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SupportScreen
      view={view}
      onView={(search) => void navigate({ search, replace: true, resetScroll: false })}
      signIn={(title) => <SignInCard title={title} />}
    />
  );
}

export const Route = createFileRoute('/_wallet/support')({
  validateSearch: supportSearch,
  head: pageTitle('Support'),
  component: SupportPage,
});
