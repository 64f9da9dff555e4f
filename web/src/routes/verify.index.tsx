import { createFileRoute } from '@tanstack/react-router';
import { VerifyScreen } from '../features/verify/verify-screen.tsx';
import { pageTitle } from '../lib/title.ts';

function VerifyPage() {
  const navigate = Route.useNavigate();
  const lookUp = (id: string, block: number | null) =>
    void navigate({
      to: '/verify/$quoteId',
      params: { quoteId: id },
      search: block === null ? {} : { block },
    });
  return <VerifyScreen id="" onLookUp={lookUp} />;
}

export const Route = createFileRoute('/verify/')({
  head: pageTitle('Verify a policy'),
  component: VerifyPage,
});
