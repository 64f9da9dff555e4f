import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { draftQuery } from '#web/features/payments/queries.ts';
import { deploymentQuery } from '#web/lib/deployment-query.ts';
import { emailOf } from '#web/lib/kept/email.ts';
import { readQuote } from '#web/state/purchase.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { NoQuote } from './no-quote.tsx';
import { PaidAlready } from './paid-already.tsx';
import { PaymentForm } from './payment-form.tsx';
import { SummaryCard } from './summary-card.tsx';
import { useSentAnywhere } from './use-other-tabs.ts';

/** Summary and payment of the stored quote. `signIn` is the card that asks for the session's signature. */
export function PaymentScreen({ signIn }: { signIn: ReactNode }) {
  const { wallet, signIn: session } = useSnapshot(walletSession);
  const [stored] = useState(readQuote);
  const deployment = useQuery(deploymentQuery);
  const known = emailOf(stored?.draftId);
  const draft = useQuery(draftQuery(stored?.draftId, session !== null));
  const sent = useSentAnywhere(stored, wallet?.address ?? null);
  // The form waits for its initial email address. Without one it can be typed.
  const [firstEmail, setFirstEmail] = useState<string | null>(known || null);
  if (firstEmail === null && draft.data) setFirstEmail(draft.data.email);
  const waiting = firstEmail === null && draft.isLoading;
  if (stored === null) return <NoQuote />;

  if (sent) return <Navigate to="/confirmation" replace />;
  const paid = draft.data?.paid;
  if (paid)
    return (
      <PaidAlready paid={paid} product={stored.details.insuranceTypeKey} storedQuoteId={stored.quoteId} />
    );
  return (
    <div className="page py-8">
      <PageHead title="Payment">
        Check what you are buying, choose how to pay, and confirm in your wallet.
      </PageHead>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_26rem]">
        <div className="flex min-w-0 flex-col gap-6 lg:order-2">
          {draft.isLoading ? (
            <Skeleton className="h-96" />
          ) : (
            <SummaryCard
              quote={stored}
              noClaims={draft.data?.noClaims ?? null}
              operator={deployment.data?.operator}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {session === null && signIn}
          {(deployment.isPending || waiting) && <Skeleton className="h-96" />}
          {deployment.isError && <LoadError title="The networks could not be loaded" query={deployment} />}
          {deployment.data && !waiting && (
            <PaymentForm
              key={`${wallet?.address} ${firstEmail ?? ''}`}
              firstEmail={firstEmail ?? ''}
              stored={stored}
              deployment={deployment.data}
              address={wallet?.address ?? null}
              walletName={wallet?.name ?? 'your wallet'}
              walletKind={wallet?.kind ?? null}
              walletChainId={wallet?.chainId ?? null}
              signedIn={session !== null}
            />
          )}
        </div>
      </div>
    </div>
  );
}
