import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { FindPayment, FindPaymentHeading } from '#web/features/payments/find-payment.tsx';
import { pageTitle } from '#web/lib/title.ts';

interface Search {
  tx?: string | undefined;
  chain?: number | string | undefined;
}

function FindPaymentPage() {
  const { tx, chain } = Route.useSearch();
  return (
    <SignedIn title="Sign in to find your policy" heading={<FindPaymentHeading />}>
      <FindPayment tx={tx ?? ''} chain={chain ?? null} />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/find-payment')({
  validateSearch: ({ tx, chain }: Record<string, unknown>): Search => ({
    tx: typeof tx === 'string' ? tx.slice(0, 66) : undefined,
    chain: typeof chain === 'number' || typeof chain === 'string' ? chain : undefined,
  }),
  head: pageTitle('I paid, where is my policy?'),
  component: FindPaymentPage,
});
