import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as policyApi from '#domain/policy/api.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { Replaced } from '#domain/policy/withdrawal-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactAmount } from '#web/ui/values.tsx';

interface WithdrawalProps {
  policy: PolicyDetailAnswer;
}

interface WithdrawalDialogProps extends WithdrawalProps {
  onClose: () => void;
  /** Opens the cancellation, which keeps the cover until its refund. */
  onCancel: () => void;
}

/** The claims on which nothing is paid then. */
function GivenUp({ policy: { open_claims: open } }: WithdrawalProps) {
  if (open.length === 0) return <li>We won’t pay any claim on it, or take another look at one.</li>;
  const numbers = new Intl.ListFormat('en-US').format(open.map(({ claim_number: number }) => number));
  return (
    <li className="font-medium">
      You give up {numbers}: {open.length === 1 ? 'this open claim is' : 'these open claims are'} closed, and
      nothing is paid on {open.length === 1 ? 'it' : 'them'}.
    </li>
  );
}

/** What becomes of the policy that a change of cover replaced. */
function Before({
  policy: { replaces, can_end_both: canEndBoth },
  replaced,
  onChoose,
}: WithdrawalProps & { replaced: Replaced; onChoose: (replaced: Replaced) => void }) {
  if (replaces === null) return null;
  const { policy_number: number, refund } = replaces;
  if (canEndBoth) {
    return (
      <Segments
        legend={`And ${number}, which this policy replaced?`}
        options={[
          { value: 'continues', label: `Back to ${number}` },
          { value: 'ends', label: 'End both' },
        ]}
        value={replaced}
        onChange={onChoose}
      />
    );
  }
  if (refund.state === 'sent')
    return <Notice>{number} has ended with its refund, so you are not covered then.</Notice>;
  return <Notice>{number}, which this policy replaced, continues and covers you again.</Notice>;
}

/** The second of the two steps: what it means, and the button that submits it. */
export default function WithdrawalDialog({ policy, onClose, onCancel }: WithdrawalDialogProps) {
  const queryClient = useQueryClient();
  const [replaced, setReplaced] = useState<Replaced>('continues');
  const withdrawal = useMutation({
    mutationFn: () => api.send(policyApi.withdrawFromContract, { id: policy.id, body: { replaced } }),
    onSuccess: () => {
      toast.success('We received your withdrawal', 'We’ve written to you about what happens next.');
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
    },
  });
  const premium = exactAmount(BigInt(policy.paid_amount), policy.paid_decimals, policy.payment_currency);
  return (
    <Dialog onClose={onClose} title={`Withdraw from ${policy.policy_number}`}>
      <div className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] marker:text-muted">
          <li>
            You get the whole premium back, {premium}, within {PROMISES.refundBusinessDays} business days, to
            the wallet that holds this policy.
          </li>
          <li>
            The contract is void from now on. It no longer covers anything, not even what has already
            happened.
          </li>
          <GivenUp policy={policy} />
          <li>It is free and needs no signature. We confirm it by email and in your messages.</li>
        </ul>
        <Before policy={policy} replaced={replaced} onChoose={setReplaced} />
        {withdrawal.isError && (
          <ErrorState title="Your withdrawal was not sent">{messageOf(withdrawal.error)}</ErrorState>
        )}
        <p className="text-[0.9375rem] text-muted">
          Did something happen that you want to claim?{' '}
          <Button variant="link" onClick={onCancel}>
            Cancel instead
          </Button>{' '}
          and stay covered until the refund.
        </p>
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
