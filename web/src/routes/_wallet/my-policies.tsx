import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { policyFilters } from '#web/features/policy/list/filters.ts';
import { MyPolicies, MyPoliciesHeading } from '#web/features/policy/list/my-policies.tsx';
import { params } from '#web/lib/search-params.ts';
import { pageTitle } from '#web/lib/title.ts';

function MyPoliciesPage() {
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your policies" heading={<MyPoliciesHeading />}>
      <MyPolicies
        filters={policyFilters(Route.useSearch())}
        onFilter={(filters) => void navigate({ search: filters, replace: true, resetScroll: false })}
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/my-policies')({
  validateSearch: params('search', 'type', 'status'),
  head: pageTitle('My Policies'),
  component: MyPoliciesPage,
});
