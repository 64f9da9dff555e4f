import type { PolicyStatus } from '#domain/policy/lifecycle.ts';
import { Fold } from '#web/ui/fold.tsx';
import { IpidLink } from '#web/ui/offer-notes.tsx';
import { CertificateActions } from './certificate-actions.tsx';

interface CertificateCardProps {
  policyId: number;
  status: PolicyStatus;
  /** The address to send to; empty if unknown. */
  email: string;
  /** Version of the accepted wording. */
  wording: string;
}

/** The policy's documents. Only cover that took effect has a certificate. */
export function CertificateCard({ policyId, status, email, wording }: CertificateCardProps) {
  const none = status === 'pending' || status === 'rejected';
  return (
    <Fold title="Certificate and documents">
      <p className="mb-4 text-[0.9375rem] text-muted">
        {status === 'pending' && 'The certificate will be here as soon as the policy is active.'}
        {status === 'rejected' && 'There is no certificate, because the policy was not accepted.'}
        {!none && 'The certificate proves what is insured, even without us.'}
      </p>
      {!none && <CertificateActions policyId={policyId} email={email} />}
      <p className="mt-4">
        <IpidLink version={wording} />
      </p>
    </Fold>
  );
}
