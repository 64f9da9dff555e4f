import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import { changedSince } from '#worker/admin/seen.ts';
import { handOut, type Wanted } from '#worker/admin/transfers/hand-out.ts';
import { discardAt, reportRefund } from '#worker/admin/transfers/sent.ts';
import { type AdminCtx, chainOf } from '#worker/platform/context.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { requestOf } from '#worker/policies/cancellation.ts';
import { findEnding } from '#worker/policies/endings/repository.ts';
import { guardPolicy } from '#worker/policies/repository.ts';
import { policyById } from '#worker/policies/sold.ts';
import { needsConsent } from '#worker/policies/withdrawals/consent.ts';
import { type PreparedRefund, prepareRefund } from '#worker/settlement/refunds/prepare.ts';

/**
 * Prepares the refund of a policy for the underwriter: of its rejection, or else of the cancellation asked for. 409 when
 * somebody decided about the policy meanwhile.
 */
export const preparePolicyRefund = serve(adminPoliciesApi.prepareRefund, (ctx, input) =>
  handOut(ctx, () => wantedRefund(ctx, input)),
);

export async function wantedRefund(
  ctx: AdminCtx,
  { id, outcome, call_data = false }: InputOf<typeof adminPoliciesApi.prepareRefund>,
): Promise<Wanted<PreparedRefund>> {
  const row = await policyById(ctx, id);
  const { policy } = row;
  const asked = await findEnding(ctx.db, id);
  // A withdrawal is refunded as a rejection, as long as the registry takes it.
  const isCanceled = requestOf(asked) !== null || needsConsent(ctx, row, asked);
  const due = outcome ?? (isCanceled ? 'cancelled' : 'rejected');
  const { chain_id, quote_id } = policy;
  return {
    about: { policy_id: id },
    chain: chainOf(ctx, chain_id),
    quote_id,
    callData: call_data,
    prepare: () => prepareRefund(ctx, { policyId: id, outcome: due }),
    isSame: (before) => before.outcome === due,
    logged: ({ amount, currency }) => ({ outcome: due, amount, currency }),
    guards: [guardPolicy(ctx.db, policy)],
    changed: () => changedSince('policy'),
  };
}

/** Discards the refund that was prepared for a policy and certainly not sent, so that it can be prepared again. */
export const discardPolicyRefund = serve(adminPoliciesApi.discardRefund, async (ctx, { id, not_signed }) =>
  discardAt(ctx, (await policyById(ctx, id)).policy, 'refund', not_signed),
);

/** Records the refund of a policy by its transaction. */
export const reportPolicyRefund = serve(adminPoliciesApi.confirmRefund, async (ctx, { id, ...sent }) =>
  reportRefund(ctx, (await policyById(ctx, id)).policy, { policyId: id }, sent),
);
