import { createFileRoute } from '@tanstack/react-router';
import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { MyPolicies, MyPoliciesHeading } from '#web/features/policy/list/my-policies.tsx';
import { params } from '#web/lib/search-params.ts';
import { pageTitle } from '#web/lib/title.ts';

function MyPoliciesPage() {
  const { search, type, status } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your policies" heading={<MyPoliciesHeading />}>
      <MyPolicies
        filters={{
          search: search?.toString(),
          type: PRODUCT_KEYS.find((key) => key === type),
          status: POLICY_STATUSES.find((key) => key === status),
        }}
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
