import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#web/features/auth/signed-in.tsx';
import { YourTurn } from '#web/features/claims/list/your-turn.tsx';
import { Dashboard, DashboardHeading } from '#web/features/policy/list/dashboard.tsx';
import { AttemptNotice } from '#web/features/purchase/notices.tsx';
import { QuoteCards } from '#web/features/quote/quote-cards.tsx';
import { pageTitle } from '#web/lib/title.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

/** Few are owed anything, so the dashboard doesn't wait for it. */
const OwedPayments = lazyPart(
  () => import('#web/features/payments/owed-payments.tsx'),
  () => null,
);

function DashboardPage() {
  return (
    <SignedIn title="Sign in to see your policies" heading={<DashboardHeading />} after={<QuoteCards />}>
      <Dashboard
        notices={
          <>
            <AttemptNotice />
            <OwedPayments />
            <YourTurn />
          </>
        }
        between={<QuoteCards />}
      />
    </SignedIn>
  );
}

export const Route = createFileRoute('/_wallet/dashboard')({
  head: pageTitle('Dashboard'),
  component: DashboardPage,
});
