import { AppError } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import type { CancellationRequest } from '#domain/policy/consent.ts';
import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import type { CancellationAnswer, CancellationPreview } from '#domain/policy/service-schema.ts';
import { chainOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { countClaims, insertCancellation } from '#worker/policies/cancellations/repository.ts';
import {
  consentToWithdrawal,
  lateWithdrawal,
  presentConsent,
  wholePremium,
} from '#worker/policies/withdrawals/consent.ts';
import { cancellationOf, presentCancellation, refundDue, refundUsd } from './cancellation.ts';
import { consentOffer, verifiedConsent } from './consent.ts';
import { recordStep } from './history.ts';
import { ownPolicy } from './own.ts';
import { findCancellation, findService, guardPolicy } from './repository.ts';
import { sumOf, tellHolder } from './tell.ts';

const ASKED = 'You have already asked to cancel this policy. You stay covered until the refund is paid.';
const CONSENTED = 'You have already agreed to this refund. You stay covered until it is paid.';

/** What canceling the actor's policy now would refund, and what to sign for it. Changes nothing. */
export async function previewCancellation(ctx: WalletCtx, id: number): Promise<CancellationPreview> {
  const row = await ownPolicy(ctx, id);
  const { quote } = row;
  const asked = await findCancellation(ctx.db, id);
  const over = TRANSITIONS[row.policy.status].length === 0;
  const claims = await countClaims(ctx.db, id);
  const late = await lateWithdrawal(ctx, row);
  const now = late
    ? late.consent
      ? { problem: CONSENTED }
      : wholePremium(row)
    : asked && !over && row.policy.withdrawn_at === null
      ? { problem: ASKED }
      : cancellationOf(row, claims, ctx.clock());
  const shared = { days: quote.days, currency: quote.currency, decimals: quote.decimals };
  if ('problem' in now) {
    const nothing = { kind: null, percent: null, unused_days: 0, refund_amount: '0', refund_usd: 0 };
    return {
      possible: false,
      problem: now.problem,
      ...nothing,
      ...shared,
      consent: null,
      valid_until: null,
    };
  }
  return {
    possible: true,
    problem: null,
    kind: now.kind,
    percent: now.percent,
    unused_days: now.unusedDays,
    refund_amount: now.refund.toString(),
    refund_usd: refundUsd(row, now.refund),
    ...shared,
    ...consentOffer(ctx, chainOf(ctx, quote.chain_id), quote, now.refund),
  };
}

/**
 * Records the actor's signed consent to the refund as it stands at this moment: waiting for it costs nothing. Asking
 * again changes nothing. The policy continues until the refund's event. Also records the consent that a late withdrawal
 * needs. 409 when it cannot be canceled, 422 when the signature is not the actor's under today's refund.
 */
export function requestCancellation(
  ctx: WalletCtx,
  id: number,
  consent: CancellationRequest,
): Promise<CancellationAnswer> {
  return once(ctx, {
    read: async () => {
      const row = await ownPolicy(ctx, id);
      const late = await lateWithdrawal(ctx, row);
      if (late?.consent) return presentConsent(row, late.withdrawal, late.consent);
      const { cancellation, refund } = await findService(ctx.db, row.policy);
      return cancellation && presentCancellation(row, cancellation, refund);
    },
    write: (mark) => write(ctx, id, consent, mark),
  });
}

async function write(
  ctx: WalletCtx,
  id: number,
  consent: CancellationRequest,
  mark: Mark,
): Promise<CancellationAnswer> {
  const row = await ownPolicy(ctx, id);
  const late = await lateWithdrawal(ctx, row);
  if (late) return consentToWithdrawal(ctx, row, late, consent, mark);
  const { cancellation: before, refund } = await findService(ctx.db, row.policy);
  if (before && row.policy.withdrawn_at === null) return presentCancellation(row, before, refund);
  const claims = await countClaims(ctx.db, id);
  const now = cancellationOf(row, claims, ctx.clock());
  if ('problem' in now) throw new AppError('conflict', now.problem);
  const asked = {
    policy_id: id,
    requested_at: nowIso(ctx),
    kind: now.kind,
    unused_days: now.unusedDays,
    amount: now.refund.toString(),
    ...(await verifiedConsent(ctx, chainOf(ctx, row.quote.chain_id), row.quote, now.refund, consent)),
    request_id: ctx.requestId,
  };
  const done = await commit(
    ctx,
    [
      guardPolicy(ctx.db, row.policy),
      ...mark(`cancellation:${id}`),
      insertCancellation(ctx.db, asked),
      recordStep(ctx, 'policy_cancellation_requested', row.policy, ctx.requestId),
      ...tellHolder(ctx, 'cancellation_received', row.policy, `cancellation:${asked.requested_at}`, {
        refund: sumOf(row.quote, asked.amount),
        due_at: refundDue(asked.requested_at),
      }),
    ],
    async () => {
      const winner = await findCancellation(ctx.db, id);
      if (winner) return presentCancellation(row, winner, null);
      throw new AppError('conflict', 'This policy was just changed. Please review it and try again.');
    },
  );
  if (done !== true) return done;
  ctx.log.info('cancellation_requested', { policy: id, kind: now.kind });
  return presentCancellation(row, asked, null);
}

export const cancelPolicy = serve(policyApi.cancelPolicy, (ctx, { id, preview, ...consent }) =>
  preview === 'true' ? previewCancellation(ctx, id) : requestCancellation(ctx, id, consent),
);
