import { createFileRoute } from '@tanstack/react-router';
import { VerifyScreen } from '../features/verify/verify-screen.tsx';
import { pageTitle } from '../lib/title.ts';

function VerifyPage() {
  const { quoteId } = Route.useParams();
  const navigate = Route.useNavigate();
  const lookUp = (id: string) => void navigate({ to: '/verify/$quoteId', params: { quoteId: id } });
  return <VerifyScreen id={quoteId} onLookUp={lookUp} />;
}

export const Route = createFileRoute('/verify/$quoteId')({
  head: pageTitle('Verify a policy'),
  component: VerifyPage,
});
