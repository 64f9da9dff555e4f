import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import { CONTESTED_DAYS, OBJECTION_DAYS } from '../../../../../domain/policy/holder-change.ts';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import type { HolderChangeUnderWay } from '../../../../../domain/policy/service-schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { AddressText } from '../../../ui/chain.tsx';
import { ErrorState, Notice } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { loadWallet } from '../../../wallet/load.ts';
import { isRefused } from '../../../wallet/use-consent.ts';

function Moment({ at }: { at: string }) {
  return <span className="whitespace-nowrap">{longMoment(at)}</span>;
}

/** When the change can take effect, in a sentence. */
function Effect({ change, contested }: { change: HolderChangeUnderWay; contested: boolean }) {
  const { effective_at: at } = change;
  if (at === null) {
    return contested
      ? `It takes effect only if our administrator and our guardian both confirm it, and ${CONTESTED_DAYS} days after that.`
      : `It takes effect only after our administrator has confirmed it, and ${OBJECTION_DAYS} days after that.`;
  }
  const by = contested ? 'Our administrator and our guardian have both' : 'Our administrator has';
  if (Date.parse(at) <= Date.now()) return `${by} confirmed it, and it can take effect at any moment.`;
  return (
    <>
      {by} confirmed it, and it can take effect from <Moment at={at} />.
    </>
  );
}

function NewHolder({ change }: { change: HolderChangeUnderWay }) {
  return (
    <p className="mt-1">
      New holder: <AddressText address={change.new_holder} />
    </p>
  );
}

function Objected({ policy, change }: { policy: PolicyDetailAnswer; change: HolderChangeUnderWay }) {
  return (
    <>
      <p className="font-medium">You objected to a change of this policy’s holder</p>
      <NewHolder change={change} />
      <p className="mt-1">
        <Effect change={change} contested />{' '}
        {change.effective_at !== null &&
          'Either of them can stop it until then, and payouts are kept for the holder. '}
        Until then you hold the policy.{' '}
        <Link
          to="/messages"
          search={{ compose: 1, policy: policy.id, subject: `Change of holder of ${policy.policy_number}` }}
          className={buttonClass({ variant: 'link', size: 'inline' })}
        >
          Write to us
        </Link>{' '}
        and tell us what happened.
      </p>
    </>
  );
}

/** A change of the policy's holder that is under way, and the present holder's way to object to it. */
export function HolderChangeNotice({ policy }: { policy: PolicyDetailAnswer }) {
  const queryClient = useQueryClient();
  const { wallet } = useSnapshot(walletSession);
  const change = policy.holder_change;
  const objection = useMutation({
    mutationFn: async () =>
      (await loadWallet()).objectToHolderChange({
        holder: policy.wallet_address,
        chainId: policy.chain_id,
        contract: policy.contract,
        quoteId: policy.quote_id,
      }),
    onSuccess: () => {
      toast.success('Objection recorded', 'You hold the policy.');
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
    },
  });
  if (change === null) return null;
  if (change.contested) {
    return (
      <Notice tone="waiting">
        <Objected policy={policy} change={change} />
      </Notice>
    );
  }
  if (objection.isSuccess) {
    // Our records follow the chain; an objection takes every confirmation back.
    return (
      <Notice tone="waiting">
        <Objected policy={policy} change={{ ...change, effective_at: null }} />
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="waiting"
        actions={
          <Button
            variant="secondary"
            size="small"
            busy={objection.isPending}
            onClick={() => objection.mutate()}
          >
            Object
          </Button>
        }
      >
        <p className="font-medium">Another wallet is to hold this policy</p>
        <NewHolder change={change} />
        <p className="mt-1">
          A change of its holder was proposed on {longDate(change.proposed_at)}.{' '}
          <Effect change={change} contested={false} /> Otherwise it lapses on {longDate(change.lapses_at)}.
        </p>
        <p className="mt-1">
          If you did not ask for it, object: then our administrator and our guardian must both confirm it, and{' '}
          {CONTESTED_DAYS} more days pass in which either can stop it. It takes one transaction of your
          wallet, which costs the network’s fee.
        </p>
        {objection.isPending && (
          <p className="mt-1 text-sm">
            Confirm in {wallet?.name ?? 'your wallet'}, then wait until the network has it.
          </p>
        )}
      </Notice>
      {objection.isError && <Failure error={objection.error} />}
    </>
  );
}

function Failure({ error }: { error: Error }) {
  if (isRefused(error)) return <Notice>You did not confirm, so you have not objected.</Notice>;
  return <ErrorState title="Your objection was not recorded">{messageOf(error)}</ErrorState>;
}
