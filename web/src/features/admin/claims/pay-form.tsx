import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { shortAddress } from '../../../../../domain/address.ts';
import type { payoutAnswer } from '../../../../../domain/admin/claims-schema.ts';
import { formatAmount, formatUsd } from '../../../../../domain/money.ts';
import { PoolLines } from '../contract/pool-lines.tsx';
import { Prepared } from '../contract/prepared.tsx';
import { SendPrepared } from '../contract/send-prepared.tsx';
import { useDecimals } from '../contract/use-decimals.ts';
import { ShortMoment } from '../parts/cells.tsx';
import type { ActionFormProps } from './forms.tsx';
import { preparePayout, reportPayment } from './queries.ts';

type Ready = z.output<typeof payoutAnswer>;

/** Pays an approved claim on chain, or proposes the payout when it is beyond the day's allowance. */
export function PayForm(props: ActionFormProps) {
  return (
    <Prepared
      key={props.claim.id}
      prepare={() => preparePayout(props.claim.id)}
      failed="Failed to prepare the payout"
      onClose={props.onClose}
    >
      {(ready) => <SendPayout {...props} ready={ready} />}
    </Prepared>
  );
}

function SendPayout({ claim, decision, onClose, ready }: ActionFormProps & { ready: Ready }) {
  const cache = useQueryClient();
  const decimals = useDecimals(ready.chain_id, ready.currency);
  const usd = ready.usd ?? claim.decision?.payout_usd ?? 0;
  const amount = decimals === null ? null : formatAmount(ready.amount, decimals, ready.currency);
  const proposing = ready.step === 'propose';
  const { holder, remaining_cover: left } = claim.policy_facts;
  return (
    <SendPrepared
      call={ready}
      action={proposing ? `Propose ${formatUsd(usd)}` : `Pay ${formatUsd(usd)}`}
      onCancel={onClose}
      onDone={() => {
        void decision.refresh();
        void cache.invalidateQueries({ queryKey: ['chain'] });
      }}
      {...(proposing
        ? {}
        : {
            report: (hash: string) =>
              reportPayment(claim.id, {
                payout_amount: usd,
                payment_method: 'blockchain',
                transaction_hash: hash,
              }),
          })}
    >
      <h3 className="text-sm font-semibold tracking-normal">
        {proposing ? `Propose the payout of ${claim.claim_id}` : `Pay ${claim.claim_id}`}
      </h3>
      {proposing ? (
        <p className="text-[0.8125rem]">
          <strong>{formatUsd(usd)}</strong> is beyond what is left of today’s allowance, so it is proposed
          first: no money moves now. Everyone can see the proposal and the guardian can veto it. After the
          contract’s delay it is paid to {claim.customer_name} ({shortAddress(holder)}) at that day’s rate.
        </p>
      ) : (
        <p className="text-[0.8125rem]">
          <strong>
            {formatUsd(usd)}
            {amount && ` = ${amount}`}
          </strong>
          {ready.rate && ` at ${ready.rate} USD per ${ready.currency}`} to {claim.customer_name} (
          <span title={holder}>{shortAddress(holder)}</span>). Prepared until{' '}
          <ShortMoment at={ready.valid_until} />.
        </p>
      )}
      <PoolLines
        chainId={ready.chain_id}
        contract={ready.to}
        currency={ready.currency}
        amount={proposing ? 0n : BigInt(ready.amount)}
        fromAllowance={proposing || claim.proposal !== null ? 0 : usd}
      />
      <p className="figures text-[0.8125rem] text-muted">
        Cover left after all that is promised: {formatUsd(left)}
      </p>
    </SendPrepared>
  );
}
