import { conflict } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import type { CancellationRequest } from '#domain/policy/consent.ts';
import type { CancellationAnswer, CancellationPreview } from '#domain/policy/service-schema.ts';
import { chainOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { countClaims, findEnding, insertEnding } from '#worker/policies/endings/repository.ts';
import { consentToWithdrawal, needsConsent, wholePremium } from '#worker/policies/withdrawals/consent.ts';
import {
  cancellationOf,
  consentedUntil,
  presentCancellation,
  refundDue,
  refundUsd,
  requestOf,
} from './cancellation.ts';
import { consentOffer, verifiedConsent } from './consent.ts';
import { recordStep } from './history.ts';
import { ownPolicy } from './own.ts';
import { findService, guardPolicy } from './repository.ts';
import { sumOf, tellHolder } from './tell.ts';

const ASKED = 'You have already asked to cancel this policy. You stay covered until the refund is paid.';
const CONSENTED = 'You have already agreed to this refund. You stay covered until it is paid.';

/** What canceling the actor's policy now would refund, and what to sign for it. Changes nothing. */
export async function previewCancellation(ctx: WalletCtx, id: number): Promise<CancellationPreview> {
  const row = await ownPolicy(ctx, id);
  const { quote } = row;
  const asked = await findEnding(ctx.db, id);
  const claims = await countClaims(ctx.db, id);
  const now = needsConsent(ctx, row, asked)
    ? consentedUntil(asked, nowIso(ctx))
      ? { problem: CONSENTED }
      : wholePremium(row)
    : requestOf(asked)?.closed_at === null
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
      const { ending, refund } = await findService(ctx.db, row.policy);
      return ending && ending.kind !== 'rejection' ? presentCancellation(row, ending, refund) : null;
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
  const { ending: before, refund } = await findService(ctx.db, row.policy);
  const request = requestOf(before);
  if (needsConsent(ctx, row, before)) return consentToWithdrawal(ctx, row, before, consent, mark);
  if (request) return presentCancellation(row, request, refund);
  const claims = await countClaims(ctx.db, id);
  const now = cancellationOf(row, claims, ctx.clock());
  if ('problem' in now) throw conflict(now.problem);
  const at = nowIso(ctx);
  const amount = now.refund.toString();
  const asked = {
    policy_id: id,
    kind: 'cancellation' as const,
    asked_at: at,
    due_from: at,
    unused_days: now.unusedDays,
    amount,
    ...(await verifiedConsent(ctx, chainOf(ctx, row.quote.chain_id), row.quote, now.refund, consent)),
  };
  const done = await commit(
    ctx,
    [
      guardPolicy(ctx.db, row.policy),
      ...mark(`cancellation:${id}`),
      ...insertEnding(ctx.db, asked),
      recordStep(ctx, 'policy_cancellation_requested', row.policy, ctx.requestId),
      ...tellHolder(ctx, 'cancellation_received', row.policy, `cancellation:${at}`, {
        refund: sumOf(row.quote, amount),
        due_at: refundDue(at),
      }),
    ],
    async () => {
      const winner = requestOf(await findEnding(ctx.db, id));
      if (winner) return presentCancellation(row, winner, null);
      throw conflict('This policy was just changed. Please review it and try again.');
    },
  );
  if (done !== true) return done;
  ctx.log.info('cancellation_requested', { policy: id, kind: now.kind });
  return presentCancellation(row, asked, null);
}

export const cancelPolicy = serve(policyApi.cancelPolicy, (ctx, { id, preview, ...consent }) =>
  preview === 'true' ? previewCancellation(ctx, id) : requestCancellation(ctx, id, consent),
);
