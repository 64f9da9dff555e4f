import { createFileRoute, notFound } from '@tanstack/react-router';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { CertificateCard } from '#web/features/certificate/certificate-card.tsx';
import { POLICY_ACTIONS, type PolicyAction } from '#web/features/policy/detail/actions.ts';
import { PolicyDetail } from '#web/features/policy/detail/policy-detail.tsx';
import { ShareProof } from '#web/features/policy/share/share-proof.tsx';
import { RegistryCard } from '#web/features/verify/registry-card.tsx';
import { pageTitle } from '#web/lib/title.ts';

interface Search {
  type?: ProductKey | undefined;
  action?: PolicyAction | undefined;
}

function PolicyPage() {
  const { id } = Route.useParams();
  const { type, action } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn title="Sign in to see your policy" heading={<h1 className="text-3xl">Policy</h1>}>
      <PolicyDetail
        id={Number(id)}
        type={type ?? 'home'}
        action={action ?? null}
        onAction={(next) =>
          void navigate({ search: { type, action: next ?? undefined }, replace: true, resetScroll: false })
        }
        certificate={(policy) => (
          <CertificateCard
            policyId={policy.id}
            status={policy.status}
            email={policy.contact.email}
            wording={policy.wording_version}
          />
        )}
        registry={(policy) => <RegistryCard policy={policy} />}
        proof={(policy) => <ShareProof policy={policy} />}
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/policy/$id')({
  validateSearch: ({ type, action }: Record<string, unknown>): Search => ({
    type: PRODUCT_KEYS.find((key) => key === type),
    action: POLICY_ACTIONS.find((key) => key === action),
  }),
  beforeLoad: ({ params }) => {
    if (!/^\d{1,15}$/.test(params.id)) throw notFound();
  },
  head: pageTitle('Policy'),
  component: PolicyPage,
});
