import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatUsd } from '../../../../../domain/money.ts';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import type { CancellationPreview } from '../../../../../domain/policy/service-schema.ts';
import { PROMISES } from '../../../../../domain/promises.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { SUPPORT_EMAIL } from '../../../lib/env.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState, Notice, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { cancellationQuery, cancelPolicy } from '../queries.ts';
import { refundAmount } from './status-notice.tsx';

const KINDS = { full: 'The whole premium', pro_rata: 'The days that are left' } as const;

/** The refund preview. */
function Preview({ preview }: { preview: CancellationPreview & { kind: 'full' | 'pro_rata' } }) {
  const { kind, unused_days, days, refund_usd } = preview;
  return (
    <>
      <dl className="divide-y divide-line border-y border-line">
        <Fact label="You get back">{KINDS[kind]}</Fact>
        <Fact label="Days refunded">
          {unused_days} of {days}
        </Fact>
        <Fact label="Refund">
          <span className="font-semibold break-all">{refundAmount(preview)}</span>
          <span className="block text-sm text-muted">{formatUsd(refund_usd)} of the premium</span>
        </Fact>
      </dl>
      {preview.refund_amount === '0' && (
        <Notice tone="waiting">No whole day is left, so nothing would come back.</Notice>
      )}
      <p className="text-[0.9375rem]">
        We send the refund within {PROMISES.refundBusinessDays} business days, on chain, to the wallet that
        holds this policy. You stay covered until then, and the policy ends with it. The amount is the one
        shown here, whenever we send it.
      </p>
    </>
  );
}

interface CancelProps {
  policy: PolicyDetailAnswer;
  address: string;
  onClose: () => void;
}

function CancelForm({ policy, address, onClose }: CancelProps) {
  const queryClient = useQueryClient();
  const query = useQuery(cancellationQuery(address, policy.id));
  const cancel = useMutation({
    mutationFn: () => cancelPolicy(policy.id),
    onSuccess: () => {
      toast.success('Cancellation requested', 'You stay covered until the refund is paid.');
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['policies'] }),
  });
  const { data: preview } = query;
  const keep = (
    <Button variant="secondary" onClick={onClose}>
      Keep the policy
    </Button>
  );
  if (query.isError) {
    return (
      <ErrorState
        title="The refund could not be worked out"
        actions={
          <>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Try Again
            </Button>
            {keep}
          </>
        }
      >
        {messageOf(query.error)}
      </ErrorState>
    );
  }
  if (!preview) {
    return (
      <div role="status" aria-label="Working out the refund">
        <Skeleton className="h-48" />
      </div>
    );
  }
  if (!preview.possible || preview.kind === null) {
    return (
      <div className="flex flex-col gap-5">
        <Notice tone="waiting">{preview.problem ?? 'This policy cannot be canceled now.'}</Notice>
        <p className="text-sm text-muted">Questions? A person answers at {SUPPORT_EMAIL}.</p>
        <div className="flex justify-end">{keep}</div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Preview preview={{ ...preview, kind: preview.kind }} />
      {cancel.isError && (
        <ErrorState title="The policy was not canceled">{messageOf(cancel.error)}</ErrorState>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {keep}
        <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel policy
        </Button>
      </div>
    </div>
  );
}

/** Shows the refund of a cancellation and requests it only after that. */
export function CancelDialog({ open, ...props }: CancelProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={`Cancel ${props.policy.policy_number}`}>
      <CancelForm {...props} />
    </Dialog>
  );
}
