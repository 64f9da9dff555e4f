import { createFileRoute } from '@tanstack/react-router';
import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { MyPolicies, MyPoliciesHeading } from '#web/features/policy/list/my-policies.tsx';
import { pageTitle } from '#web/lib/title.ts';

interface Search {
  search?: string | undefined;
  type?: ProductKey | undefined;
  /** Checked by the page, which loads the statuses. */
  status?: string | undefined;
}

/** Checked by hand instead of with zod, because search parsers load with every page. */
function validateSearch({ search, type, status }: Record<string, unknown>): Search {
  return {
    search: typeof search === 'string' && search !== '' ? search : undefined,
    type: PRODUCT_KEYS.find((key) => key === type),
    status: typeof status === 'string' ? status : undefined,
  };
}

function MyPoliciesPage() {
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your policies" heading={<MyPoliciesHeading />}>
      <MyPolicies
        filters={{
          search: filters.search ?? '',
          type: filters.type ?? 'all',
          status: POLICY_STATUSES.find((key) => key === filters.status) ?? 'all',
        }}
        onFilter={(next) =>
          void navigate({
            replace: true,
            resetScroll: false,
            search: {
              search: next.search || undefined,
              type: next.type === 'all' ? undefined : next.type,
              status: next.status === 'all' ? undefined : next.status,
            },
          })
        }
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/my-policies')({
  validateSearch,
  head: pageTitle('My Policies'),
  component: MyPoliciesPage,
});
