import { AppError } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { askForConfirmation } from '#worker/told/tell.ts';
import { recordStep, type Step } from './history.ts';
import { ownPolicy } from './own.ts';
import { sealField } from './private.ts';
import { guardPolicy, type PolicyRow, storeContact } from './repository.ts';

/** Sets who is paid if the holder can't be, encrypted at rest; null removes the entry. */
export const setBeneficiary = serve(policyApi.updateBeneficiary, async (ctx, input) => {
  const { id, beneficiary } = input;
  const row = await ownPolicy(ctx, id);
  const sealed =
    beneficiary === null
      ? null
      : await sealField(ctx.settings.detailsKeys, 'beneficiary', beneficiary, row.policy);
  const change = { beneficiary: sealed, updated_at: nowIso(ctx) };
  await store(ctx, row, 'policy_beneficiary_changed', [storeContact(ctx.db, id, change)]);
  return { beneficiary };
});

/** Sets what the holder calls the policy, encrypted at rest; null removes it. It leaves no line in the history. */
export const setNickname = serve(policyApi.updateNickname, async (ctx, input) => {
  const { id, nickname } = input;
  const { policy } = await ownPolicy(ctx, id);
  const sealed =
    nickname === null ? null : await sealField(ctx.settings.detailsKeys, 'nickname', nickname, policy);
  const change = { nickname: sealed, updated_at: nowIso(ctx) };
  await commit(ctx, [guardPolicy(ctx.db, policy), storeContact(ctx.db, id, change)], changedMeanwhile);
  return { nickname };
});

/**
 * Sets how to reach the holder about this policy. A new address must be confirmed. The insured details
 * stay as signed.
 */
export const setContact = serve(policyApi.updateContact, async (ctx, input) => {
  const { id, email, telephone } = input;
  const row = await ownPolicy(ctx, id);
  const sealed = await sealField(ctx.settings.detailsKeys, 'telephone', telephone, row.policy);
  const change = { email, telephone: sealed, updated_at: nowIso(ctx) };
  await store(ctx, row, 'policy_contact_changed', [
    storeContact(ctx.db, id, change),
    askForConfirmation(ctx, ctx.actor.wallet, email),
  ]);
  return { email, telephone };
});

async function store(
  ctx: WalletCtx,
  row: PolicyRow,
  kind: Step,
  statements: readonly Statement[],
): Promise<void> {
  const noted = recordStep(ctx, kind, row.policy, ctx.requestId);
  await commit(ctx, [guardPolicy(ctx.db, row.policy), ...statements, noted], changedMeanwhile);
}

function changedMeanwhile(): never {
  throw new AppError('conflict', 'This policy was just changed. Please review it and try again.');
}
