import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import * as policyApi from '#domain/policy/api.ts';
import { CONSENT_DAYS } from '#domain/policy/cancellation.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { longMoment } from '#web/lib/format.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactAmount, Fact, FactList, Moment } from '#web/ui/values.tsx';

import { ConsentShows } from '#web/ui/wallet-shows.tsx';
import type { ConsentAsked } from '#web/wallet/consent.ts';
import { loadWallet } from '#web/wallet/load.ts';
import { useWalletStep, WalletStep } from '#web/wallet/wallet-step.tsx';
import { awaitsConsent, refundAmount } from './status-notice.tsx';

/** The refund of a cancellation now. It is requested each time, because it changes daily. */
const cancellationQuery = (address: string, id: number) =>
  queryOptions({
    queryKey: ['cancellation', address, id],
    queryFn: async ({ signal }) =>
      (await api.ask(
        policyApi.cancelPolicy,
        { id, query: { preview: 'true' } },
        { signal },
      )) as CancellationPreview,
    staleTime: 0,
    gcTime: 0,
    // Coming back from the wallet must not replace what is being signed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const KINDS = {
  full: { back: 'The whole premium', cover: 'Void from the beginning' },
  pro_rata: { back: 'The days that are left', cover: 'Ends with the refund' },
} as const;

type Offer = CancellationPreview & {
  kind: 'full' | 'pro_rata';
  consent: NonNullable<CancellationPreview['consent']>;
  valid_until: string;
};

function isOffer(preview: CancellationPreview): preview is Offer {
  const { possible, kind, consent, valid_until } = preview;
  return possible && kind !== null && consent !== null && valid_until !== null;
}

function Preview({ offer }: { offer: Offer }) {
  const { kind, percent, unused_days, days, refund_usd, refund_amount } = offer;
  const begun = unused_days < days;
  const part = kind === 'pro_rata' && percent !== null;
  const back = part ? `${percent}% of the ${begun ? 'days that are left' : 'premium'}` : KINDS[kind].back;
  return (
    <>
      <FactList className="border-y border-line">
        <Fact label="You get back">{back}</Fact>
        {(!part || begun) && <Fact label="Days refunded">{`${unused_days} of ${days}`}</Fact>}
        <Fact label="Refund">
          <span className="font-semibold break-all">{refundAmount(offer)}</span>
          <span className="block text-sm text-muted">{formatUsd(refund_usd)} of the premium</span>
        </Fact>
        <Fact label="Cover">{KINDS[kind].cover}</Fact>
      </FactList>
      {refund_amount === '0' && (
        <Notice tone="waiting">There isn’t a full day left, so nothing would come back.</Notice>
      )}
    </>
  );
}

function WhatYouSign({ offer, withdrawn }: { offer: Offer; withdrawn: boolean }) {
  const { kind, valid_until } = offer;
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] marker:text-muted">
      <li>
        Your wallet asks for one signature. It allows exactly this refund of this policy, until{' '}
        <Moment at={valid_until} />, and nothing else. It is free.
      </li>
      <li>
        We send the refund within {PROMISES.refundBusinessDays} business days, on chain, to the wallet that
        holds this policy. You stay covered until it arrives.
      </li>
      {kind === 'full' ? (
        <li>
          A full refund voids the cover from the beginning, as if it had never been in force. You can no
          longer make a claim on it.
        </li>
      ) : (
        <li>The cover ends with the refund. You can still claim for what happened before.</li>
      )}
      <li>
        Your signature lapses after {CONSENT_DAYS} days.{' '}
        {withdrawn
          ? 'If there is no refund by then, we ask you again. Your withdrawal still counts.'
          : 'If there is no refund by then, or you make a claim first, the request closes and your policy continues.'}
      </li>
    </ul>
  );
}

/** A consent that the server refused: what it said, and the refund that was signed. */
interface Outdated {
  message: string;
  amount: string;
}

/** After the refund was loaded again, whether it differs from the signed one. */
function OutdatedNotice({ outdated, offer }: { outdated: Outdated; offer: Offer }) {
  const { refund_amount, decimals, currency } = offer;
  if (refund_amount === outdated.amount) {
    return <Notice tone="waiting">{outdated.message} Your signature was not used.</Notice>;
  }
  return (
    <Notice tone="waiting">
      The refund has changed: it was {exactAmount(BigInt(outdated.amount), decimals, currency)} and is now{' '}
      {refundAmount(offer)}. Your signature was not used. Please check the refund and sign again.
    </Notice>
  );
}

interface CancelProps {
  policy: PolicyDetailAnswer;
  address: string;
  onClose: () => void;
  /** Opens the withdrawal, which gives back more within its days. */
  onWithdraw: () => void;
}

interface OfferedProps extends CancelProps {
  offer: Offer;
  renewing: boolean;
  keep: ReactNode;
}

function Offered({ policy, address, onClose, onWithdraw, offer, renewing, keep }: OfferedProps) {
  const queryClient = useQueryClient();
  const withdrawn = awaitsConsent(policy);
  const [outdated, setOutdated] = useState<Outdated | null>(null);
  const step = useWalletStep({
    wallet: async (asked: ConsentAsked) => (await loadWallet()).signConsent(asked),
    send: (signature, { validUntil }) =>
      api.ask(policyApi.cancelPolicy, { id: policy.id, body: { signature, valid_until: validUntil } }),
    touches: [['policies']],
    failed: withdrawn ? 'We do not have your signature yet' : 'The policy was not canceled',
    onSuccess: (_, shown) => {
      toast.success(
        withdrawn ? 'We have your signature' : 'Cancellation requested',
        'You stay covered until the refund arrives.',
      );
      if (shown) onClose();
    },
    onError: (error, { refund }) => {
      if (!(error instanceof ApiError) || error.status !== 422) return;
      setOutdated({ message: error.message, amount: refund });
      void queryClient.invalidateQueries({ queryKey: cancellationQuery(address, policy.id).queryKey });
    },
  });

  function sign(): void {
    setOutdated(null);
    step.ask({
      holder: policy.wallet_address,
      chainId: policy.chain_id,
      quoteId: policy.quote_id,
      refund: offer.refund_amount,
      validUntil: offer.valid_until,
      request: offer.consent,
    });
  }

  return (
    <div className="flex flex-col gap-5">
      {policy.withdrawable_until !== null && (
        <Notice
          actions={
            <Button variant="secondary" size="small" onClick={onWithdraw}>
              Withdraw from contract here
            </Button>
          }
        >
          Until {longMoment(policy.withdrawable_until)} you can withdraw from the contract instead and get the
          whole premium back.
        </Notice>
      )}
      <Preview offer={offer} />
      <WhatYouSign offer={offer} withdrawn={withdrawn} />
      <WalletStep
        step={{ ...step, busy: step.busy || renewing }}
        shows={
          <ConsentShows
            request={offer.consent}
            quoteId={policy.quote_id}
            refund={offer.refund_amount}
            validUntil={offer.valid_until}
            currency={{ symbol: offer.currency, decimals: offer.decimals }}
          />
        }
        instead={outdated && !step.busy && !renewing && <OutdatedNotice outdated={outdated} offer={offer} />}
        declined={
          withdrawn
            ? 'You did not sign, so nothing has changed. You can sign at any time.'
            : 'You did not sign, so nothing has changed. Your policy continues as before.'
        }
        then={withdrawn ? '.' : '. Closing this window keeps the policy.'}
        beside={keep}
        variant={withdrawn ? 'primary' : 'danger'}
        label={withdrawn ? 'Sign to get it back' : 'Sign and cancel'}
        onPress={sign}
      />
    </div>
  );
}

function CancelForm(props: CancelProps) {
  const { policy, address, onClose } = props;
  const query = useQuery(cancellationQuery(address, policy.id));
  const { data: preview } = query;
  const keep = (
    <Button variant="secondary" onClick={onClose}>
      {awaitsConsent(policy) ? 'Not now' : 'Keep the policy'}
    </Button>
  );
  if (query.isError) {
    return (
      <ErrorState
        title="The refund could not be calculated"
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
  if (!preview) return <Skeleton label="Calculating the refund" className="h-48" />;
  if (!isOffer(preview)) {
    return (
      <div className="flex flex-col gap-5">
        <Notice tone="waiting">{preview.problem ?? 'This policy cannot be canceled now.'}</Notice>
        <p className="text-sm text-muted">Questions? A person answers at {SUPPORT_EMAIL}.</p>
        <div className="flex justify-end">{keep}</div>
      </div>
    );
  }
  return <Offered {...props} offer={preview} renewing={query.isFetching} keep={keep} />;
}

/** Shows the refund of a cancellation, and asks for the holder's signature only after that. */
export default function CancelDialog(props: CancelProps) {
  return (
    <Dialog
      onClose={props.onClose}
      title={
        awaitsConsent(props.policy)
          ? `Agree to the refund of ${props.policy.policy_number}`
          : `Cancel ${props.policy.policy_number}`
      }
    >
      <CancelForm {...props} />
    </Dialog>
  );
}
