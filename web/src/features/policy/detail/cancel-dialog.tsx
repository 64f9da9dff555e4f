import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatUsd } from '../../../../../domain/money.ts';
import { CONSENT_DAYS } from '../../../../../domain/policy/cancellation.ts';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import type { CancellationPreview } from '../../../../../domain/policy/service-schema.ts';
import { PROMISES } from '../../../../../domain/promises.ts';
import { ApiError, messageOf } from '../../../lib/api/errors.ts';
import { SUPPORT_EMAIL } from '../../../lib/env.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { exactAmount } from '../../../ui/money.tsx';
import { ErrorState, Notice, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import type { ConsentAsked } from '../../../wallet/consent.ts';
import { isRefused, useConsent } from '../../../wallet/use-consent.ts';
import { cancellationQuery, cancelPolicy } from '../queries.ts';
import { refundAmount } from './status-notice.tsx';

const KINDS = {
  full: { back: 'The whole premium', cover: 'Void from its beginning' },
  pro_rata: { back: 'The days that are left', cover: 'Ends with the refund' },
} as const;

/** A preview of a cancellation that can be requested. */
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
  const { kind, unused_days, days, refund_usd, refund_amount } = offer;
  return (
    <>
      <dl className="divide-y divide-line border-y border-line">
        <Fact label="You get back">{KINDS[kind].back}</Fact>
        <Fact label="Days refunded">
          {unused_days} of {days}
        </Fact>
        <Fact label="Refund">
          <span className="font-semibold break-all">{refundAmount(offer)}</span>
          <span className="block text-sm text-muted">{formatUsd(refund_usd)} of the premium</span>
        </Fact>
        <Fact label="Cover">{KINDS[kind].cover}</Fact>
      </dl>
      {refund_amount === '0' && (
        <Notice tone="waiting">No whole day is left, so nothing would come back.</Notice>
      )}
    </>
  );
}

/** What the signature means, before the wallet is asked for it. */
function WhatYouSign({ offer }: { offer: Offer }) {
  const { kind, valid_until } = offer;
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] marker:text-muted">
      <li>
        Your wallet asks for one signature. It allows exactly this refund of this policy, until{' '}
        <span title={longMoment(valid_until)}>{longDate(valid_until)}</span>, and nothing else. It is free.
      </li>
      <li>
        We send the refund within {PROMISES.refundBusinessDays} business days, on chain, to the wallet that
        holds this policy. You stay covered until it arrives.
      </li>
      {kind === 'full' ? (
        <li>
          A full refund voids the cover from its beginning, as if it had never been in force. Nothing can be
          claimed on it any more.
        </li>
      ) : (
        <li>The cover ends with the refund. What happened before can still be claimed.</li>
      )}
      <li>
        Your signature lapses after {CONSENT_DAYS} days. Without a refund until then, or if you make a claim
        first, the request closes and your policy goes on.
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

/** What happened to the signature, if it did not lead to a request. */
function SignFailure({ error }: { error: Error }) {
  if (isRefused(error)) {
    return <Notice>You did not sign, so nothing has changed. Your policy goes on as before.</Notice>;
  }
  return <ErrorState title="The policy was not canceled">{messageOf(error)}</ErrorState>;
}

interface CancelProps {
  policy: PolicyDetailAnswer;
  address: string;
  onClose: () => void;
}

interface OfferedProps extends CancelProps {
  offer: Offer;
  /** Whether the refund is being worked out again. */
  renewing: boolean;
  keep: ReactNode;
}

function Offered({ policy, address, onClose, offer, renewing, keep }: OfferedProps) {
  const queryClient = useQueryClient();
  const { wallet } = useSnapshot(walletSession);
  const [outdated, setOutdated] = useState<Outdated | null>(null);
  const consent = useConsent({
    send: (signed) => cancelPolicy(policy.id, signed),
    onSuccess: (_, shown) => {
      toast.success('Cancellation requested', 'You stay covered until the refund arrives.');
      if (shown) onClose();
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
    },
    onError: (error, asked, shown) => {
      if (!shown && !isRefused(error)) toast.info('The policy was not canceled', messageOf(error));
      if (!(error instanceof ApiError)) return;
      if (error.status === 422) {
        setOutdated({ message: error.message, amount: asked.refund });
        void queryClient.invalidateQueries({ queryKey: cancellationQuery(address, policy.id).queryKey });
      }
      // The answer may have been lost after the request was recorded.
      void queryClient.invalidateQueries({ queryKey: ['policies'] });
    },
  });

  function sign(): void {
    setOutdated(null);
    const asked: ConsentAsked = {
      holder: policy.wallet_address,
      chainId: policy.chain_id,
      quoteId: policy.quote_id,
      refund: offer.refund_amount,
      validUntil: offer.valid_until,
      request: offer.consent,
    };
    consent.ask(asked);
  }

  const working = consent.stage !== 'ready' || renewing;
  return (
    <div className="flex flex-col gap-5">
      <Preview offer={offer} />
      <WhatYouSign offer={offer} />
      {outdated && !working && <OutdatedNotice outdated={outdated} offer={offer} />}
      {consent.error && !outdated && !working && <SignFailure error={consent.error} />}
      {consent.stage === 'in_wallet' && (
        <p role="status" className="text-sm text-muted">
          Confirm in {wallet?.name ?? 'your wallet'}. Closing this window keeps the policy.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {keep}
        <Button variant="danger" busy={working} onClick={sign}>
          Sign and cancel
        </Button>
      </div>
    </div>
  );
}

function CancelForm(props: CancelProps) {
  const { policy, address, onClose } = props;
  const query = useQuery(cancellationQuery(address, policy.id));
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
export function CancelDialog({ open, ...props }: CancelProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={`Cancel ${props.policy.policy_number}`}>
      <CancelForm {...props} />
    </Dialog>
  );
}
