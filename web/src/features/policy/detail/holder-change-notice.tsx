import { CALLS } from '#domain/clear-signing/sentences.ts';
import { show } from '#domain/clear-signing/show.ts';
import { CONTESTED_DAYS, OBJECTION_DAYS } from '#domain/policy/holder-change.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { HolderChangeUnderWay } from '#domain/policy/service-schema.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { AddressText } from '#web/ui/values.tsx';
import { WalletShows } from '#web/ui/wallet-shows.tsx';
import { loadWallet } from '#web/wallet/load.ts';
import { UNTIL_CONFIRMED, useWalletStep, WalletStep } from '#web/wallet/wallet-step.tsx';

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
      {by} confirmed it, and it can take effect from{' '}
      <span className="whitespace-nowrap">{longMoment(at)}</span>.
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
      <p className="font-medium">You objected to moving this policy to another wallet</p>
      <NewHolder change={change} />
      <p className="mt-1">
        <Effect change={change} contested />{' '}
        {change.effective_at !== null &&
          'Either of them can stop it until then, and payouts are held for the holder. '}
        Until then you hold the policy.{' '}
        <ButtonLink
          to="/messages"
          search={{ compose: 1, policy: policy.id, subject: `Change of holder of ${policy.policy_number}` }}
          variant="link"
        >
          Write to us
        </ButtonLink>{' '}
        and tell us what happened.
      </p>
    </>
  );
}

export default function HolderChangeNotice({ policy }: { policy: PolicyDetailAnswer }) {
  const change = policy.holder_change;
  const step = useWalletStep<void>({
    wallet: async () =>
      (await loadWallet()).objectToHolderChange({
        holder: policy.wallet_address,
        chainId: policy.chain_id,
        contract: policy.contract,
        quoteId: policy.quote_id,
      }),
    touches: [['policies']],
    failed: 'Your objection was not recorded',
    onSuccess: () => toast.success('Objection recorded', 'You hold the policy.'),
  });
  if (change === null) return null;
  if (change.contested || step.isSuccess) {
    // Our records follow the chain; an objection revokes every confirmation.
    const known = change.contested ? change : { ...change, effective_at: null };
    return (
      <Notice tone="waiting">
        <Objected policy={policy} change={known} />
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="waiting">
        <p className="font-medium">A request was made to move this policy to another wallet</p>
        <NewHolder change={change} />
        <p className="mt-1">
          The request was made on {longDate(change.proposed_at)}. <Effect change={change} contested={false} />{' '}
          Otherwise it lapses on {longDate(change.lapses_at)}.
        </p>
        <p className="mt-1">
          If you did not ask for it, object: our administrator and our guardian must then both confirm it, and{' '}
          {CONTESTED_DAYS} more days must pass in which either can stop it. It takes one transaction from your
          wallet, which costs the network fee.
        </p>
      </Notice>
      <WalletStep
        step={step}
        shows={
          <WalletShows
            says="that you object to the change of holder"
            shown={show(CALLS.contestHolderChange, { quoteId: policy.quote_id }, [])}
          />
        }
        declined="You did not confirm, so you have not objected."
        then={UNTIL_CONFIRMED}
        variant="secondary"
        size="small"
        label="Object"
        onPress={step.ask}
      />
    </>
  );
}
