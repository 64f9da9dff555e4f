import { Stepper } from '../../ui/stepper.tsx';
import { type Authorisation, type PayStage, paySteps } from './pay-steps.ts';

interface PayProgressProps {
  stage: PayStage;
  wallet: string;
  authorisation: Authorisation;
  /** What is paid, exactly, with its symbol. */
  amount: string;
}

/** Where to look while the wallet is being asked, and what follows. */
export function PayProgress({ stage, wallet, authorisation, amount }: PayProgressProps) {
  return (
    <div role="status" className="rounded-card border border-line bg-sunken/60 p-5">
      <Stepper steps={paySteps(stage, authorisation, wallet, amount)} label="Payment progress" />
    </div>
  );
}
