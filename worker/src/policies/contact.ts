import { conflict } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { askForConfirmation } from '#worker/told/tell.ts';
import { recordStep } from './history.ts';
import { ownPolicy } from './own.ts';
import { sealField } from './private.ts';
import { guardPolicy, type PolicyRow, storeContact } from './repository.ts';

/** Changes what the holder added to their own policy, unless it changes at the same time. 409 after three tries. */
const changeOwnPolicy = (
  ctx: WalletCtx,
  id: number,
  decide: (row: PolicyRow) => Promise<readonly Statement[]>,
) =>
  changeRow(ctx, {
    read: () => ownPolicy(ctx, id),
    decide: async (row) => [guardPolicy(ctx.db, row.policy), ...(await decide(row))],
    conflict: () => conflict('This policy was just changed. Please review it and try again.'),
  });

/** Sets who is paid if the holder can't be, encrypted at rest; null removes the entry. */
export const setBeneficiary = serve(policyApi.updateBeneficiary, async (ctx, { id, beneficiary }) => {
  await changeOwnPolicy(ctx, id, async ({ policy }) => {
    const ring = ctx.settings.detailsKeys;
    const sealed = beneficiary === null ? null : await sealField(ring, 'beneficiary', beneficiary, policy);
    return [
      storeContact(ctx.db, id, { beneficiary: sealed, updated_at: nowIso(ctx) }),
      recordStep(ctx, 'policy_beneficiary_changed', policy, ctx.requestId),
    ];
  });
  return { beneficiary };
});

/** Sets what the holder calls the policy, encrypted at rest; null removes it. It leaves no line in the history. */
export const setNickname = serve(policyApi.updateNickname, async (ctx, { id, nickname }) => {
  await changeOwnPolicy(ctx, id, async ({ policy }) => {
    const ring = ctx.settings.detailsKeys;
    const sealed = nickname === null ? null : await sealField(ring, 'nickname', nickname, policy);
    return [storeContact(ctx.db, id, { nickname: sealed, updated_at: nowIso(ctx) })];
  });
  return { nickname };
});

/**
 * Sets how to reach the holder about this policy. A new address must be confirmed. The insured details
 * stay as signed.
 */
export const setContact = serve(policyApi.updateContact, async (ctx, { id, email, telephone }) => {
  await changeOwnPolicy(ctx, id, async ({ policy }) => {
    const sealed = await sealField(ctx.settings.detailsKeys, 'telephone', telephone, policy);
    return [
      storeContact(ctx.db, id, { email, telephone: sealed, updated_at: nowIso(ctx) }),
      askForConfirmation(ctx, ctx.actor.wallet, email),
      recordStep(ctx, 'policy_contact_changed', policy, ctx.requestId),
    ];
  });
  return { email, telephone };
});
