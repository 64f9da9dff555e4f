import { hasContract } from '#domain/chains.ts';
import { CALLS } from '#domain/clear-signing/sentences.ts';
import { show } from '#domain/clear-signing/show.ts';
import * as policyApi from '#domain/policy/api.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { WalletShows } from '#web/ui/wallet-shows.tsx';
import { loadWallet } from '#web/wallet/load.ts';
import { UNTIL_CONFIRMED, useWalletStep, WalletStep } from '#web/wallet/wallet-step.tsx';

/** The consent of a requested cancellation that its holder can still withdraw; null if there is none. */
export function withdrawable({ cancellation, contract, chain_id }: PolicyDetailAnswer) {
  const waits = cancellation !== null && cancellation.refunded_at === null;
  return waits && (contract !== null || !hasContract(chain_id)) ? cancellation : null;
}

const seconds = (time: string) => BigInt(Math.floor(Date.parse(time) / 1000));

/**
 * Withdraws the consent of a requested cancellation: with a transaction of the holder's wallet where the contract keeps
 * it, otherwise by a request to us.
 */
export function WithdrawCard({ policy, validUntil }: { policy: PolicyDetailAnswer; validUntil: string }) {
  const onChain = hasContract(policy.chain_id);
  const revoke = async () =>
    (await loadWallet()).revokeConsent({
      holder: policy.wallet_address,
      chainId: policy.chain_id,
      contract: policy.contract,
      quoteId: policy.quote_id,
      validUntil,
    });
  const withdraw = async () => {
    await api.send(policyApi.withdrawCancellation, { id: policy.id });
  };
  const step = useWalletStep<void>({
    wallet: onChain ? revoke : null,
    ...(!onChain && { send: withdraw }),
    touches: [['policies']],
    failed: 'Your consent was not withdrawn',
    onSuccess: () => toast.success('Consent withdrawn', 'Your policy continues.'),
  });
  return (
    <Card className="flex flex-col items-start gap-4 p-6">
      <h2 className="text-lg">Changed your mind?</h2>
      {step.isSuccess ? (
        <Notice>
          {onChain
            ? 'Your consent is withdrawn on chain, so nobody can cancel this policy with it. The request will close automatically within minutes, and your policy continues.'
            : 'Your consent is withdrawn and the request is closed. Your policy continues.'}
        </Notice>
      ) : (
        <>
          <p className="text-[0.9375rem] text-muted">
            {policy.replaced_by
              ? `Withdraw your consent to the refund. ${policy.replaced_by.policy_number} covers you all the same.`
              : 'Withdraw your consent to the refund, and your policy continues.'}{' '}
            {onChain && 'It takes one transaction from your wallet, which costs the network fee. '}A refund
            that arrives first still counts.
          </p>
          <WalletStep
            step={step}
            shows={
              onChain && (
                <WalletShows
                  says="that you withdraw your consent to the refund"
                  shown={show(
                    CALLS.revokeConsent,
                    { quoteId: policy.quote_id, validUntil: seconds(validUntil) },
                    [],
                  )}
                />
              )
            }
            declined="You did not confirm, so nothing has changed. Your request is still open."
            then={UNTIL_CONFIRMED}
            variant="secondary"
            size="small"
            label="Withdraw consent"
            onPress={step.ask}
          />
        </>
      )}
    </Card>
  );
}
