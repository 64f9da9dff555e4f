import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { METHOD_LABELS } from '#domain/claims/schema.ts';
import { conflict } from '#domain/errors.ts';
import { presentForDesk } from '#worker/admin/claims/present.ts';
import { requireOtherPerson } from '#worker/admin/second-person/allowed.ts';
import { changedSince, requireSeen } from '#worker/admin/seen.ts';
import { handOut, type Wanted } from '#worker/admin/transfers/hand-out.ts';
import { discardAt } from '#worker/admin/transfers/sent.ts';
import { announcementOf, type ClaimRow, claimById, recordedNumber } from '#worker/claims/desk.ts';
import { guardClaim } from '#worker/claims/repository.ts';
import { type AdminCtx, chainOf, isoOf } from '#worker/platform/context.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { type PreparedPayout, preparePayout } from '#worker/settlement/payouts/payout.ts';
import { unreachable } from '#worker/settlement/registry/refusal.ts';
import { payableUsd, requirePayable } from './payable.ts';

/**
 * Prepares the payout of an approved claim as a transaction for the claims role; under a repeated key it is the first one.
 * 409 while the registry shows an unrecorded payout on the policy, since it may be for this claim, which would be paid twice;
 * when the claim is not as the caller saw it; and while a payout of another claim of the policy may still arrive.
 */
export const prepareClaimPayout = serve(adminClaimsApi.preparePayout, (ctx, input) =>
  handOut(ctx, () => wantedPayout(ctx, input)),
);

export async function wantedPayout(
  ctx: AdminCtx,
  { id, ifMatch, call_data = false }: InputOf<typeof adminClaimsApi.preparePayout>,
): Promise<Wanted<PreparedPayout>> {
  const row = await claimById(ctx, id);
  requireSeen(row.claim, ifMatch, 'claim');
  const { claim, other, policy } = row;
  const usd = payableUsd(row);
  if (other) {
    throw conflict(
      `This claim is set to be paid by ${METHOD_LABELS[other.method]}. Withdraw that payment first to pay it on chain.`,
    );
  }
  const { incident_at } = claim;
  await requireOtherPerson(ctx, row, usd);
  const payable = await requirePayable(ctx, row);
  await requireRecorded(ctx, row);
  return {
    about: { claim_id: id, policy_id: claim.policy_id },
    quote_id: policy.quote_id,
    callData: call_data,
    chain: chainOf(ctx, policy.chain_id),
    payout: { usd, incidentAt: incident_at },
    prepare: () => prepare(ctx, row, usd),
    isSame: () => true,
    logged: ({ amount, currency, claim_number: number }) => ({ usd, amount, currency, number }),
    announcedUntil: () => announcedUntil(ctx, row),
    guards: [guardClaim(ctx.db, claim), ...payable],
    changed: () => changedSince('claim'),
  };
}

async function prepare(ctx: AdminCtx, row: ClaimRow, usd: number): Promise<PreparedPayout> {
  const { policy_id, incident_at } = row.claim;
  const ready = await preparePayout(ctx, { policyId: policy_id, usd, incidentAt: incident_at });
  requireEqual(ready.claim_number - 1, await recordedNumber(ctx, row));
  return ready;
}

/** 409 unless the registry counts as many payouts on the policy as are confirmed here. */
async function requireRecorded(ctx: AdminCtx, row: ClaimRow): Promise<void> {
  const { policy, quote } = row;
  const registered = { id: policy.quote_id, contract: quote.contract };
  const [entry, recorded] = await Promise.all([
    chainOf(ctx, policy.chain_id)
      .registered(registered)
      .catch((error: unknown) => {
        throw unreachable(ctx, error);
      }),
    recordedNumber(ctx, row),
  ]);
  requireEqual(entry?.claims ?? 0, recorded);
}

function requireEqual(counted: number, recorded: number): void {
  if (counted === recorded) return;
  const what =
    counted > recorded
      ? 'The registry shows a payout on this policy that is not confirmed here yet.'
      : 'The network has replaced its latest blocks, and a payout on this policy is no longer among them.';
  throw conflict(`${what} Please try again in a few minutes.`);
}

/** Until when this very claim can be paid as announced; null if the chain shows no announcement of it. */
async function announcedUntil(ctx: AdminCtx, row: ClaimRow): Promise<string | null> {
  const announced = await announcementOf(ctx, row).catch((error: unknown) => {
    throw unreachable(ctx, error);
  });
  return announced && isoOf(announced.lapsesAt);
}

/** Discards the payout that was prepared for a claim and certainly not sent, so that it can be prepared again. */
export const discardClaimPayout = serve(adminClaimsApi.discardPayout, async (ctx, { id, not_signed }) => {
  await discardAt(ctx, (await claimById(ctx, id)).policy, 'payout', not_signed);
  return presentForDesk(ctx, await claimById(ctx, id));
});
