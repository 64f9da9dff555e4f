import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimDetail, payoutAnswer } from '#domain/admin/claims-schema.ts';
import { formatAmount, formatUsd, grouped } from '#domain/money.ts';
import { MOST_DIRECT_CLAIMS } from '#domain/payouts/limits.ts';
import { type Sending, type Shown, sendingOf } from '#web/features/admin/kit/sending.tsx';
import { reportOf } from '#web/features/admin/kit/use-send.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { baseUnits } from '#web/ui/wallet-shows.tsx';
import { reportPayment, seenOf } from './queries.ts';

export type Payout = z.output<typeof payoutAnswer>;

/** Pays an approved claim on chain, or announces the payout when it is beyond the day's allowance. */
export const PAYOUT: Sending<AdminClaimDetail, Payout> = {
  prepare: (claim, call_data) =>
    adminApi.ask(claimsApi.preparePayout, { ...seenOf(claim), body: { call_data } }),
  failed: 'Failed to prepare the payout',
  discard: ({ id }) => adminApi.send(claimsApi.discardPayout, { id, query: { not_signed: 'true' } }),
  report: (claim, sent, ready) =>
    reportPayment(
      claim,
      { payout_amount: dollars(claim, ready), payment_method: 'blockchain', ...reportOf(sent) },
      ready.step === 'announce',
    ),
  shown: shownPayout,
};

export const PayForm = sendingOf(PAYOUT);

const dollars = (claim: AdminClaimDetail, { usd }: Payout) => usd ?? claim.decision?.payout_usd ?? 0;

function shownPayout(claim: AdminClaimDetail, ready: Payout, decimals: number | null): Shown {
  const usd = dollars(claim, ready);
  const amount = decimals === null ? null : formatAmount(ready.amount, decimals, ready.currency);
  const { holder, remaining_cover: cover, promised_usd: promised } = claim.policy_facts;
  // What this claim was paid is no longer part of the cover.
  const left = Math.max(0, cover - promised - (claim.status === 'paid' ? 0 : usd));
  const after = `Cover left after all promised payouts: ${formatUsd(left)}`;
  if (ready.step === 'announce') {
    return {
      title: `Announce the payout of ${claim.claim_id}`,
      action: `Announce ${formatUsd(usd)}`,
      text: (
        <>
          <strong>{formatUsd(usd)}</strong>{' '}
          {ready.claim_number > MOST_DIRECT_CLAIMS
            ? `is payout ${ready.claim_number} on this policy, and the registry pays ${MOST_DIRECT_CLAIMS} directly, so it is announced first`
            : 'exceeds what is left of today’s allowance, so it is announced first'}
          : no money moves now. Everyone can see the announcement and the guardian can veto it. After the
          contract’s delay it is paid to {claim.customer_name} ({shortAddress(holder)}) at that day’s rate.
        </>
      ),
      pool: { currency: ready.currency, amount: '0' },
      after,
    };
  }
  return {
    title: `Pay ${claim.claim_id}`,
    action: `Pay ${formatUsd(usd)}`,
    note: amount === null ? null : baseUnits(amount),
    text: (
      <>
        <strong>
          {formatUsd(usd)}
          {amount && ` = ${amount}`}
        </strong>
        {ready.rate && ` at ${grouped(ready.rate)} USD per ${ready.currency}`} to {claim.customer_name} (
        <span title={holder}>{shortAddress(holder)}</span>). Prepared until{' '}
        <ShortMoment at={ready.valid_until} />.
      </>
    ),
    pool: {
      currency: ready.currency,
      amount: ready.amount,
      fromAllowance: claim.announced === null ? usd : 0,
    },
    after,
  };
}
