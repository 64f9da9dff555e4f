import { DAY_SECONDS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { type Cancellation, CONSENT_DAYS } from '#domain/policy/cancellation.ts';
import type { CancellationRequest } from '#domain/policy/consent.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import type { CancellationAnswer } from '#domain/policy/service-schema.ts';
import { type Ctx, chainOf, isoOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import type { Mark } from '#worker/platform/db/once.ts';
import { presentCancellation } from '#worker/policies/cancellation.ts';
import { verifiedConsent } from '#worker/policies/consent.ts';
import { findByQuote, guardPolicy, type PolicyRow } from '#worker/policies/repository.ts';
import { consented, tellWithdrawal } from './notices.ts';
import {
  findAccepted,
  guardSteps,
  updateWithdrawal,
  type WithdrawalRow,
  withoutConsent,
} from './repository.ts';
import { isLate, presentWithdrawal } from './terms.ts';

/**
 * A withdrawal whose claim took longer than the registry takes rejections: its holder consents to the refund of the whole
 * premium, as for a cancellation.
 */
interface LateWithdrawal {
  withdrawal: WithdrawalRow;
  /** The consent that we have, as far as it still holds. */
  consent: { amount: string; signature: string; valid_until: string } | null;
}

/** The policy's withdrawal that can't be refunded without a consent; null if there is none. */
export async function lateWithdrawal(ctx: Ctx, row: PolicyRow): Promise<LateWithdrawal | null> {
  if (row.policy.withdrawn_at === null || !isLate(ctx, row)) return null;
  const withdrawal = await findAccepted(ctx.db, row.policy.id);
  if (!withdrawal?.effective_at || withdrawal.closed_at !== null) return null;
  const { consent_signature: signature, consent_valid_until: validUntil } = withdrawal;
  const holds = signature !== null && validUntil !== null && validUntil > nowIso(ctx);
  return {
    withdrawal,
    consent: holds ? { amount: row.quote.amount, signature, valid_until: validUntil } : null,
  };
}

/** What such a withdrawal refunds. */
export const wholePremium = ({ quote }: Pick<PolicyRow, 'quote'>): Cancellation => ({
  kind: 'full',
  percent: 100,
  unusedDays: quote.days,
  refund: BigInt(quote.amount),
});

/** A consent to it, as a cancellation's holder sees theirs. */
export const presentConsent = (
  row: PolicyRow,
  { effective_at, submitted_at }: WithdrawalRow,
  { valid_until, signature }: { valid_until: string; signature: string },
): CancellationAnswer =>
  presentCancellation(
    row,
    {
      policy_id: row.policy.id,
      requested_at: effective_at ?? submitted_at,
      kind: 'full',
      unused_days: row.quote.days,
      amount: row.quote.amount,
      signature,
      valid_until,
      request_id: '',
    },
    null,
  );

/** Records the actor's signed consent to the refund of their withdrawal. Consenting again changes nothing. */
export async function consentToWithdrawal(
  ctx: WalletCtx,
  row: PolicyRow,
  { withdrawal, consent: before }: LateWithdrawal,
  signed: CancellationRequest,
  mark: Mark,
): Promise<CancellationAnswer> {
  if (before) return presentConsent(row, withdrawal, before);
  const { policy, quote } = row;
  const chain = chainOf(ctx, policy.chain_id);
  const consent = await verifiedConsent(ctx, chain, quote, BigInt(quote.amount), signed);
  await commit(
    ctx,
    [
      guardPolicy(ctx.db, policy),
      ...mark(`cancellation:${policy.id}`),
      ...keepConsent(ctx, row, withdrawal, consent),
    ],
    () => {
      throw new AppError('conflict', 'This policy was just changed. Please review it and try again.');
    },
  );
  ctx.log.info('withdrawal_consented', { policy: policy.id });
  return presentConsent(row, withdrawal, consent);
}

/** Statements that keep the holder's consent to the refund of a withdrawal. */
export const keepConsent = (
  ctx: Ctx,
  row: PolicyRow,
  withdrawal: WithdrawalRow,
  { signature, valid_until }: { signature: string; valid_until: string },
): Statement[] => [
  guardSteps(ctx.db, withdrawal),
  updateWithdrawal(ctx.db, withdrawal, { consent_signature: signature, consent_valid_until: valid_until }),
  consented(ctx, row, { submitted_at: withdrawal.submitted_at, valid_until }),
];

/** Asks for the consents that are missing, and again whenever one would have lapsed. */
export async function askForConsents(ctx: Ctx, limit: number): Promise<void> {
  const now = Math.floor(ctx.clock() / 1000);
  const waiting = await withoutConsent(
    ctx.db,
    {
      coverFrom: isoOf(now - REJECTION_DAYS * DAY_SECONDS),
      now: nowIso(ctx),
      askedBy: isoOf(now - CONSENT_DAYS * DAY_SECONDS),
    },
    limit,
  );
  for (const { withdrawal, quote_id } of waiting) await ask(ctx, withdrawal, quote_id);
}

async function ask(ctx: Ctx, withdrawal: WithdrawalRow, quoteId: string): Promise<void> {
  const row = await findByQuote(ctx.db, quoteId);
  if (!row || !isLate(ctx, row)) return;
  const at = nowIso(ctx);
  await commit(
    ctx,
    [
      guardSteps(ctx.db, withdrawal),
      guardPolicy(ctx.db, row.policy),
      updateWithdrawal(ctx.db, withdrawal, { consent_asked_at: at }),
      ...tellWithdrawal(ctx, row, presentWithdrawal(ctx, row, withdrawal), [], at),
    ],
    () => false,
  );
}
