import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { hasContract } from '../../../../../domain/chains.ts';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState, Notice } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { loadWallet } from '../../../wallet/load.ts';
import { isRefused } from '../../../wallet/use-consent.ts';
import { withdrawCancellation } from '../queries.ts';

/** The consent of a requested cancellation that its holder can still withdraw; null if there is none. */
export function withdrawable({ cancellation, contract, chain_id }: PolicyDetailAnswer) {
  const waits = cancellation !== null && cancellation.refunded_at === null;
  return waits && (contract !== null || !hasContract(chain_id)) ? cancellation : null;
}

function Failure({ error }: { error: Error }) {
  if (isRefused(error)) {
    return <Notice>You did not confirm, so nothing has changed. Your request goes on.</Notice>;
  }
  return <ErrorState title="Your consent was not withdrawn">{messageOf(error)}</ErrorState>;
}

/**
 * Takes back the consent of a requested cancellation: with a transaction of the holder's wallet where the contract keeps
 * it, otherwise by a request to us.
 */
export function WithdrawCard({ policy, validUntil }: { policy: PolicyDetailAnswer; validUntil: string }) {
  const queryClient = useQueryClient();
  const { wallet } = useSnapshot(walletSession);
  const onChain = hasContract(policy.chain_id);
  const withdrawal = useMutation({
    mutationFn: async () => {
      if (!onChain) return withdrawCancellation(policy.id);
      await (await loadWallet()).revokeConsent({
        holder: policy.wallet_address,
        chainId: policy.chain_id,
        contract: policy.contract,
        quoteId: policy.quote_id,
        validUntil,
      });
    },
    onSuccess: () => {
      toast.success('Consent withdrawn', 'Your policy goes on.');
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
    },
  });
  return (
    <Card className="flex flex-col items-start gap-4 p-6">
      <h2 className="text-lg">Changed your mind?</h2>
      {withdrawal.isSuccess ? (
        <Notice>
          {onChain
            ? 'Your consent is withdrawn on chain, so nobody can cancel this policy with it. The request closes by itself within minutes, and your policy goes on.'
            : 'Your consent is withdrawn and the request is closed. Your policy goes on.'}
        </Notice>
      ) : (
        <>
          <p className="text-[0.9375rem] text-muted">
            Withdraw your consent to the refund, and your policy goes on.{' '}
            {onChain && 'It takes one transaction of your wallet, which costs the network’s fee. '}A refund
            that arrives first still counts.
          </p>
          {withdrawal.isError && <Failure error={withdrawal.error} />}
          {withdrawal.isPending && onChain && (
            <p role="status" className="text-sm text-muted">
              Confirm in {wallet?.name ?? 'your wallet'}, then wait until the network has it.
            </p>
          )}
          <Button
            variant="secondary"
            size="small"
            busy={withdrawal.isPending}
            onClick={() => withdrawal.mutate()}
          >
            Withdraw consent
          </Button>
        </>
      )}
    </Card>
  );
}
