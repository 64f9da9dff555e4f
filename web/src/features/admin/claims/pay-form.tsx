import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { payoutAnswer } from '#domain/admin/claims-schema.ts';
import { formatAmount, formatUsd, grouped } from '#domain/money.ts';
import { MOST_DIRECT_CLAIMS } from '#domain/payouts/limits.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { PoolLines, Prepared } from '#web/features/admin/contract/prepared.tsx';
import { SendPrepared } from '#web/features/admin/contract/send-prepared.tsx';
import { type Mined, reportOf } from '#web/features/admin/contract/use-send.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi, deskCache } from '#web/features/admin/queries.ts';
import { deploymentQuery, networkIn } from '#web/lib/deployment.ts';
import { baseUnits } from '#web/ui/wallet-shows.tsx';
import { chainOfCall } from '#web/wallet/sending.ts';
import type { ActionFormProps } from './forms.tsx';
import { reportPayment, seenOf } from './queries.ts';

/** Decimals of a currency on the chain of a call, from this site's deployment; null while unknown. */
function useDecimals(call: ReadyCall, symbol: string): number | null {
  const { data } = useQuery(deploymentQuery);
  const network = data ? networkIn(data, chainOfCall(call)) : null;
  return network?.currencies.find((currency) => currency.symbol === symbol)?.decimals ?? null;
}

type Ready = z.output<typeof payoutAnswer>;

/** @param call_data whether it leaves as call data, to be carried out elsewhere */
const prepare = (claim: ActionFormProps['claim'], call_data?: boolean) =>
  adminApi.ask(claimsApi.preparePayout, { ...seenOf(claim), body: { call_data } });
const discard = ({ id }: ActionFormProps['claim']) =>
  adminApi.send(claimsApi.discardPayout, { id, query: { not_signed: 'true' } });

/** Pays an approved claim on chain, or announces the payout when it is beyond the day's allowance. */
export function PayForm(props: ActionFormProps) {
  return (
    <Prepared
      key={props.claim.id}
      prepare={() =>
        prepare(props.claim).catch(async (error: unknown) => {
          await props.decision.explain(error);
          throw error;
        })
      }
      failed="Failed to prepare the payout"
      discard={() => discard(props.claim)}
      onClose={props.onClose}
    >
      {(ready) => <SendPayout {...props} ready={ready} />}
    </Prepared>
  );
}

function SendPayout({ claim, decision, onClose, ready }: ActionFormProps & { ready: Ready }) {
  const decimals = useDecimals(ready, ready.currency);
  const usd = ready.usd ?? claim.decision?.payout_usd ?? 0;
  const amount = decimals === null ? null : formatAmount(ready.amount, decimals, ready.currency);
  const announcing = ready.step === 'announce';
  const { holder, remaining_cover: cover, promised_usd: promised } = claim.policy_facts;
  // What this claim was paid is no longer part of the cover.
  const left = Math.max(0, cover - promised - (claim.status === 'paid' ? 0 : usd));
  return (
    <SendPrepared
      call={ready}
      action={announcing ? `Announce ${formatUsd(usd)}` : `Pay ${formatUsd(usd)}`}
      note={amount === null || announcing ? null : baseUnits(amount)}
      handOver={() => prepare(claim, true)}
      discard={() => discard(claim)}
      onCancel={onClose}
      onDone={(message) => {
        void decision.finish(message);
        void deskCache.invalidateQueries({ queryKey: ['chain'] });
      }}
      report={(sent: Mined) =>
        reportPayment(
          claim,
          { payout_amount: usd, payment_method: 'blockchain', ...reportOf(sent) },
          announcing,
        )
      }
    >
      {(hasHappened) => (
        <>
          <h3 className="text-sm font-semibold tracking-normal">
            {announcing ? `Announce the payout of ${claim.claim_id}` : `Pay ${claim.claim_id}`}
          </h3>
          {announcing ? (
            <p className="text-[0.8125rem]">
              <strong>{formatUsd(usd)}</strong>{' '}
              {ready.claim_number > MOST_DIRECT_CLAIMS
                ? `is payout ${ready.claim_number} on this policy, and the registry pays ${MOST_DIRECT_CLAIMS} directly, so it is announced first`
                : 'exceeds what is left of today’s allowance, so it is announced first'}
              : no money moves now. Everyone can see the announcement and the guardian can veto it. After the
              contract’s delay it is paid to {claim.customer_name} ({shortAddress(holder)}) at that day’s
              rate.
            </p>
          ) : (
            <p className="text-[0.8125rem]">
              <strong>
                {formatUsd(usd)}
                {amount && ` = ${amount}`}
              </strong>
              {ready.rate && ` at ${grouped(ready.rate)} USD per ${ready.currency}`} to {claim.customer_name}{' '}
              (<span title={holder}>{shortAddress(holder)}</span>). Prepared until{' '}
              <ShortMoment at={ready.valid_until} />.
            </p>
          )}
          <PoolLines
            call={ready}
            currency={ready.currency}
            amount={announcing || hasHappened ? 0n : BigInt(ready.amount)}
            fromAllowance={announcing || hasHappened || claim.announced !== null ? 0 : usd}
          />
          <p className="figures text-[0.8125rem] text-muted">
            Cover left after all promised payouts: {formatUsd(left)}
          </p>
        </>
      )}
    </SendPrepared>
  );
}
