import type { PolicyStatus } from '../../../../domain/policy/lifecycle.ts';
import { Card } from '../../ui/card.tsx';
import { CertificateActions } from './certificate-actions.tsx';

interface CertificateCardProps {
  policyId: number;
  status: PolicyStatus;
  /** The address to send to; empty if unknown. */
  email: string;
}

/** The policy's documents. Only cover that took effect has a certificate. */
export function CertificateCard({ policyId, status, email }: CertificateCardProps) {
  const none = status === 'pending' || status === 'rejected';
  return (
    <Card className="p-6">
      <h2 className="text-lg">Documents</h2>
      <p className="mt-1 mb-4 text-[0.9375rem] text-muted">
        {status === 'pending' && 'The certificate is here as soon as the policy is active.'}
        {status === 'rejected' && 'There is no certificate, because the policy was not accepted.'}
        {!none && 'The certificate proves what is insured, also without us.'}
      </p>
      {!none && <CertificateActions policyId={policyId} email={email} />}
    </Card>
  );
}
