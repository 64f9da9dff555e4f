import { createFileRoute } from '@tanstack/react-router';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { MyClaims, MyClaimsHeading } from '#web/features/claims/list/my-claims.tsx';
import { pageTitle } from '#web/lib/title.ts';

interface Search {
  search?: string | undefined;
  /** Checked by the page: search parsers load with every page and should import nothing else. */
  status?: string | undefined;
}

function MyClaimsPage() {
  const { search, status } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your claims" heading={<MyClaimsHeading />}>
      <MyClaims
        filters={{ search: search ?? '', status: CLAIM_STATUSES.find((key) => key === status) ?? 'all' }}
        onFilter={(next) =>
          void navigate({
            replace: true,
            resetScroll: false,
            search: {
              search: next.search || undefined,
              status: next.status === 'all' ? undefined : next.status,
            },
          })
        }
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/my-claims')({
  validateSearch: ({ search, status }: Record<string, unknown>): Search => ({
    // A typed `?search=7` arrives as a number.
    search:
      (typeof search === 'string' && search) || (typeof search === 'number' && String(search)) || undefined,
    status: typeof status === 'string' ? status : undefined,
  }),
  head: pageTitle('My Claims'),
  component: MyClaimsPage,
});
