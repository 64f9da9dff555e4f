import { createFileRoute } from '@tanstack/react-router';
import { SignInCard } from '#web/features/auth/sign-in-card.tsx';
import { PaymentScreen } from '#web/features/purchase/payment-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

export const Route = createFileRoute('/_wallet/payment')({
  head: pageTitle('Payment'),
  component: () => <PaymentScreen signIn={<SignInCard title="Sign in to pay" />} />,
});
