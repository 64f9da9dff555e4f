import { useEffect, useRef } from 'react';
import { Stepper } from '#web/ui/stepper.tsx';
import { type Authorization, type PayStage, paySteps } from './pay-steps.ts';

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
