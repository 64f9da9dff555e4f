import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { PROMISES } from '../../../../../domain/promises.ts';
import { longMoment } from '../../../lib/format.ts';
import { messageOf } from '../../../lib/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { exactAmount } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { withdrawFromContract } from '../queries.ts';

interface WithdrawalProps {
  policy: PolicyDetailAnswer;
}

/** Offered as long as the holder can withdraw. */
export function WithdrawalCard({ policy, onWithdraw }: WithdrawalProps & { onWithdraw: () => void }) {
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

/** The second of the two steps: what it means, and the button that submits it. */
export function WithdrawalDialog({
  policy,
  open,
  onClose,
}: WithdrawalProps & { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const withdrawal = useMutation({
    mutationFn: () => withdrawFromContract(policy.id),
    onSuccess: () => {
      toast.success('We received your withdrawal', 'You stay covered until the premium is back.');
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
    },
  });
  const premium = exactAmount(BigInt(policy.paid_amount), policy.paid_decimals, policy.payment_currency);
  return (
    <Dialog open={open} onClose={onClose} title={`Withdraw from ${policy.policy_number}`}>
      <div className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] marker:text-muted">
          <li>
            You get the whole premium back, {premium}, within {PROMISES.refundBusinessDays} business days, to
            the wallet that holds this policy.
          </li>
          <li>
            You stay covered until it arrives. Then the policy ends, and you can no longer make a claim on it.
          </li>
          <li>An open claim is decided first. If a claim was paid, a person answers you.</li>
          <li>It is free and needs no signature. We confirm it by email and in your messages.</li>
        </ul>
        {withdrawal.isError && (
          <ErrorState title="Your withdrawal was not sent">{messageOf(withdrawal.error)}</ErrorState>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Keep the policy
          </Button>
          <Button variant="danger" busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
            Confirm withdrawal
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
