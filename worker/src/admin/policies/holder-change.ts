import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import type { Chain, ChainEvent, HolderStep } from '#worker/platform/chain/chain.ts';
import { type AdminCtx, chainOf } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';
import { policyById } from '#worker/policies/sold.ts';
import { prepared } from '#worker/settlement/registry/refusal.ts';
import { verifyChange } from '#worker/settlement/registry/verify.ts';
import { recordAct } from '#worker/told/record.ts';

const registeredOf = ({ policy, quote }: PolicyRow) => ({ id: policy.quote_id, contract: quote.contract });

/** The policy's chain. 409 if no policy changes its holder there. */
function changingChain(ctx: AdminCtx, { policy }: PolicyRow): Chain {
  const chain = chainOf(ctx, policy.chain_id);
  if (chain.changesHolder) return chain;
  throw conflict('This network does not offer that.');
}

/**
 * Prepares a step of a change of holder, simulated for the roles that may send it. 409 with the reason when the contract
 * would refuse it, and for a proposal while an ending is open.
 */
export const prepareHolderChange = serve(
  adminPoliciesApi.prepareHolderChange,
  async (ctx, { id, step, new_holder: named }) => {
    const row = await policyById(ctx, id);
    const chain = changingChain(ctx, row);
    // Every ending that is open owes a refund.
    if (step === 'propose' && row.policy.refund_since !== null) {
      throw conflict(
        'A refund of this policy is owed, so no change of its holder is proposed until that is sent or closed.',
      );
    }
    const names = step === 'propose' || step === 'confirm';
    const newHolder = named?.trim() ?? '';
    if (names && keyOfAddress(newHolder) === null) {
      throw fieldError('new_holder', "Please enter the new holder's wallet address.");
    }
    const call = await prepared(ctx, () => chain.prepareHolderStep(registeredOf(row), step, newHolder));
    const { roles } = call;
    const after = { step, ...(names ? { new_holder: keyOfAddress(newHolder) } : {}) };
    await ctx.db.batch([
      recordAct(ctx, { action: 'policy.holder_change_prepared', subject: `policy:${id}`, after }),
    ]);
    return { ...call, step, roles: [...roles] };
  },
);

/** The event that each step leaves. */
const EVENTS = {
  propose: 'holder_change_proposed',
  confirm: 'holder_change_confirmed',
  stop: 'holder_change_stopped',
  complete: 'holder_changed',
} as const satisfies Record<HolderStep, ChainEvent['kind']>;

/**
 * Records a step from its transaction's events, so that the queue shows it at once: 200 once its event is confirmed, 202
 * before, 422 for any other transaction.
 */
export const reportHolderChange = serve(
  adminPoliciesApi.confirmHolderChange,
  async (ctx, { id, step, transaction_hash: hash }) => {
    const row = await policyById(ctx, id);
    const chain = changingChain(ctx, row);
    const txHash = hash.toLowerCase();
    const { status, message } = await verifyChange(
      ctx,
      chain,
      { txHash },
      (event) => event.kind === EVENTS[step] && event.quote_id === row.policy.quote_id,
    );
    if (status === 200) {
      const noted = recordAct(ctx, {
        action: `policy.holder_change_${step}`,
        subject: `policy:${id}`,
        key: txHash,
        after: { tx_hash: txHash },
      });
      // Reporting it again leaves no second line.
      await commit(ctx, [noted], () => false);
    }
    return reply({ status, data: { step, confirmed: status === 200 }, message });
  },
);
