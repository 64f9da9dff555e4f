import { useEffect, useRef } from 'react';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyDetails } from '#web/ui/copy.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import type { PayFailure } from './pay-failure.ts';
import { type Authorization, type PayStage, paySteps } from './pay-steps.ts';

export function PayFailureCard({ failure }: { failure: PayFailure }) {
  return (
    <ErrorState
      title={failure.nothingSent ? 'The payment was not sent' : 'The wallet did not answer as expected'}
      actions={
        <>
          {!failure.nothingSent && (
            <ButtonLink to="/find-payment" size="small">
              I paid, where is my policy?
            </ButtonLink>
          )}
          <CopyDetails text={failure.details} />
          <ButtonLink to="/support" variant="secondary" size="small">
            Contact support
          </ButtonLink>
        </>
      }
    >
      <p>{failure.message}</p>
      <p className="mt-1">
        {failure.nothingSent
          ? 'This attempt has taken no premium. You can try again; the quote is still here.'
          : 'We cannot see whether it sent the premium. Check your wallet first: if it did, your policy will appear under My Policies; do not pay again.'}
      </p>
    </ErrorState>
  );
}

interface PayProgressProps {
  stage: PayStage;
  wallet: string;
  authorization: Authorization;
  amount: string;
}

export function PayProgress({ stage, wallet, authorization, amount }: PayProgressProps) {
  const box = useRef<HTMLDivElement>(null);
  // The steps push the button down, often below the window's edge.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} role="status" className="scroll-mb-24 rounded-card border border-line bg-sunken/60 p-5">
      <Stepper steps={paySteps(stage, authorization, wallet, amount)} label="Payment progress" />
    </div>
  );
}
