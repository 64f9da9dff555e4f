import { Stepper } from '../../../ui/stepper.tsx';
import { type Authorization, type PayStage, paySteps } from './pay-steps.ts';

interface PayProgressProps {
  stage: PayStage;
  wallet: string;
  authorization: Authorization;
  /** The exact amount with its symbol. */
  amount: string;
}

/** Where to look while the wallet is open, and what follows. */
export function PayProgress({ stage, wallet, authorization, amount }: PayProgressProps) {
  return (
    <div role="status" className="rounded-card border border-line bg-sunken/60 p-5">
      <Stepper steps={paySteps(stage, authorization, wallet, amount)} label="Payment progress" />
    </div>
  );
}
