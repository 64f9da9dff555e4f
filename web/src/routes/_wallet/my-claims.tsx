import { createFileRoute } from '@tanstack/react-router';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { MyClaims, MyClaimsHeading } from '#web/features/claims/list/my-claims.tsx';
import { params } from '#web/lib/search-params.ts';
import { pageTitle } from '#web/lib/title.ts';

function MyClaimsPage() {
  const { search, status } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your claims" heading={<MyClaimsHeading />}>
      <MyClaims
        filters={{ search: search?.toString(), status: CLAIM_STATUSES.find((key) => key === status) }}
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
