import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '../../features/auth/signed-in.tsx';
import { YourTurn } from '../../features/claims/list/your-turn.tsx';
import { AttemptNotice } from '../../features/payments/checkout/attempt-notice.tsx';
import { OwedPayments } from '../../features/payments/owed.tsx';
import { Dashboard, DashboardHeading } from '../../features/policy/list/dashboard.tsx';
import { QuoteCards } from '../../features/quote/quote-cards.tsx';
import { pageTitle } from '../../lib/title.ts';

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
