import { createFileRoute } from '@tanstack/react-router';
import { KeepAnswers } from '#web/features/account/keep-answers.tsx';
import { SignInCard } from '#web/features/auth/sign-in-card.tsx';
import { CertificateActions } from '#web/features/certificate/certificate-actions.tsx';
import OwedPayments from '#web/features/payments/owed-payments.tsx';
import { ConfirmationScreen } from '#web/features/purchase/confirmation-screen.tsx';
import { pageTitle } from '#web/lib/title.ts';

function ConfirmationPage() {
  return (
    <ConfirmationScreen
      signIn={<SignInCard title="Sign in to see your policy" />}
      owed={(payment) => <OwedPayments payment={payment} />}
      keepAnswers={(address) => <KeepAnswers address={address} />}
      certificate={(policyId, email, beside) => (
        <CertificateActions policyId={policyId} email={email} beside={beside} />
      )}
    />
  );
}

export const Route = createFileRoute('/_wallet/confirmation')({
  head: pageTitle('Confirmation'),
  component: ConfirmationPage,
});
