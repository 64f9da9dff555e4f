import { formatUsd } from '#domain/money.ts';
import { Button } from '#web/ui/button.tsx';
import { StepBar } from '#web/ui/step-bar.tsx';
import { estimate } from './claim-form.ts';
import type { ClaimState } from './use-claim-form.ts';

interface ClaimBarProps {
  claim: ClaimState;
  /** Whether the next screen is the review, or this one is. */
  stage: 'asking' | 'last' | 'review';
  failure: string | null;
  busy: boolean;
  onSend: () => void;
}

/** The largest possible payout in whole US dollars, or null while it isn't known. */
function payoutOf({ chosen, cents, chosenLeft, missing }: ClaimState): number | null {
  if (chosen === null || cents === null || missing.has('claim_amount')) return null;
  return estimate(chosen.deductible, cents, chosenLeft, Date.now()).payout;
}

/** At the bottom of a phone's claim: what would be paid, what is missing, and the way on. */
export function ClaimBar({ claim, stage, failure, busy, onSend }: ClaimBarProps) {
  const payout = payoutOf(claim);
  const left = claim.missing.size;
  const fields = left > 0 && `${left} ${left === 1 ? 'field' : 'fields'} left`;
  const most = payout !== null && (fields ? 'at most' : 'paid at most');
  return (
    <StepBar
      figure={payout === null ? 'No amount yet' : formatUsd(payout)}
      note={[most, fields].filter(Boolean).join(' · ')}
      failure={
        failure && (
          <p role="alert" className="mb-3 text-sm text-coral">
            {failure}
          </p>
        )
      }
    >
      {stage === 'review' ? (
        <Button size="large" busy={busy} onClick={onSend} className="px-4!">
          {busy ? 'Submitting...' : 'Submit Claim'}
        </Button>
      ) : (
        <Button type="submit" size="large" className="min-w-36 px-4!">
          {stage === 'last' ? 'Continue to Review' : 'Continue'}
        </Button>
      )}
    </StepBar>
  );
}
