import { createFileRoute } from '@tanstack/react-router';
import { SignInCard } from '#web/features/auth/sign-in-card.tsx';
import { PaymentScreen } from '#web/features/purchase/payment-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

function PaymentPage() {
  const { draft } = Route.useSearch();
  return <PaymentScreen key={draft} draftId={draft} signIn={<SignInCard title="Sign in to pay" />} />;
}

export const Route = createFileRoute('/_wallet/payment')({
  validateSearch: (search: Record<string, unknown>): { draft?: string | undefined } => ({
    draft: typeof search.draft === 'string' ? search.draft : undefined,
  }),
  head: pageTitle('Payment'),
  component: PaymentPage,
});
