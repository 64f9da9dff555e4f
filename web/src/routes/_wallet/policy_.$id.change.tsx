import { createFileRoute, notFound } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { ChangeScreen } from '#web/features/purchase/change-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

function ChangePage() {
  const { id } = Route.useParams();
  return (
    <SignedIn title="Sign in to change your cover" heading={<h1 className="text-3xl">Change your cover</h1>}>
      <ChangeScreen id={Number(id)} />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/policy_/$id/change')({
  beforeLoad: ({ params }) => {
    if (!/^\d{1,15}$/.test(params.id)) throw notFound();
  },
  head: pageTitle('Change your cover'),
  component: ChangePage,
});
