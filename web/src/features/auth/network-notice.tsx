import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { networkName, networkOf } from '#domain/chains.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { type DeployedNetwork, deploymentQuery, networkIn, networksOf } from '#web/lib/deployment.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { disconnectWallet, loadWallet } from '#web/wallet/load.ts';
import { NothingThere } from '#web/wallet/nothing-there.tsx';

/** Says when the wallet is on an unsupported chain. Reading never needs the right one. */
export default function NetworkNotice() {
  const { wallet } = useSnapshot(walletSession);
  const { data: deployment } = useQuery(deploymentQuery);
  const change = useMutation({
    mutationFn: async ({ ref }: DeployedNetwork) => (await loadWallet()).switchNetwork(ref),
    onSuccess: (_, { name }) => toast.success(`Switched to ${name}`),
    onError: (error) => toast.error(messageOf(error, 'Failed to switch network')),
  });
  const chainId = wallet?.chainId ?? null;
  // A wallet whose family has one network here is always on it.
  const home = deployment && wallet ? networksOf(deployment, wallet.kind)[0] : undefined;
  if (!deployment || !home || chainId === null || networkIn(deployment, chainId) !== null) return null;

  const closed = networkOf(chainId)?.stage === 'retired';

  return (
    <div className="page pt-6">
      <Notice
        tone="waiting"
        actions={
          <>
            <Button
              size="small"
              variant="secondary"
              busy={change.isPending}
              onClick={() => change.mutate(home)}
            >
              Switch to {home.name}
            </Button>
            <Button size="small" variant="quiet" onClick={() => void disconnectWallet()}>
              Disconnect
            </Button>
          </>
        }
      >
        Your wallet is on {networkName(chainId)},{' '}
        {closed ? 'which has closed down' : 'which we do not support'}. You can read everything; to pay,
        switch first.
        {change.isPending && <NothingThere />}
      </Notice>
    </div>
  );
}
