import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';

interface CardProps {
  policy: PolicyDetailAnswer;
  onWithdraw: () => void;
}

/** Offered as long as the holder can withdraw. */
export function WithdrawalCard({ policy, onWithdraw }: CardProps) {
  return (
    <Section title="Withdraw" className="print:hidden">
      <p className="mb-4 text-[0.9375rem] text-muted">
        Until {longMoment(policy.withdrawable_until ?? '')} you can withdraw from the contract without a
        reason and get the whole premium back.
      </p>
      <Button variant="secondary" size="small" onClick={onWithdraw}>
        Withdraw from contract here
      </Button>
    </Section>
  );
}
