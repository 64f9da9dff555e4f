import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { claimFilters } from '#web/features/claims/display.ts';
import { MyClaims, MyClaimsHeading } from '#web/features/claims/list/my-claims.tsx';
import { params } from '#web/lib/search-params.ts';
import { pageTitle } from '#web/lib/title.ts';

function MyClaimsPage() {
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your claims" heading={<MyClaimsHeading />}>
      <MyClaims
        filters={claimFilters(Route.useSearch())}
        onFilter={(filters) => void navigate({ search: filters, replace: true, resetScroll: false })}
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/my-claims')({
  validateSearch: params('search', 'status'),
  head: pageTitle('My Claims'),
  component: MyClaimsPage,
});
