import { conflict } from '#domain/errors.ts';
import type { Cancellation } from '#domain/policy/cancellation.ts';
import type { CancellationRequest } from '#domain/policy/consent.ts';
import type { CancellationAnswer } from '#domain/policy/service-schema.ts';
import { type Ctx, chainOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import type { Mark } from '#worker/platform/db/once.ts';
import { consentedUntil, presentCancellation } from '#worker/policies/cancellation.ts';
import { type Consent, verifiedConsent } from '#worker/policies/consent.ts';
import { changeEnding, type EndingRow } from '#worker/policies/endings/repository.ts';
import { guardPolicy, type PolicyRow } from '#worker/policies/repository.ts';
import { consented } from './notices.ts';
import { isLate } from './terms.ts';

/**
 * Whether an ending is a withdrawal that can't be refunded without a consent, because it took longer than the registry takes
 * rejections: its holder consents to the refund of the whole premium, as for a cancellation.
 */
export const needsConsent = (ctx: Ctx, row: PolicyRow, ending: EndingRow | null): ending is EndingRow =>
  ending?.kind === 'withdrawal' && isLate(ctx, row);

/** What such a withdrawal refunds. */
export const wholePremium = ({ quote }: Pick<PolicyRow, 'quote'>): Cancellation => ({
  kind: 'full',
  percent: 100,
  unusedDays: quote.days,
  refund: BigInt(quote.amount),
});

/** Records the actor's signed consent to the refund of their withdrawal. Consenting again changes nothing. */
export async function consentToWithdrawal(
  ctx: WalletCtx,
  row: PolicyRow,
  withdrawal: EndingRow,
  signed: CancellationRequest,
  mark: Mark,
): Promise<CancellationAnswer> {
  if (consentedUntil(withdrawal, nowIso(ctx))) return presentCancellation(row, withdrawal, null);
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
    conflict('This policy was just changed. Please review it and try again.'),
  );
  ctx.log.info('withdrawal_consented', { policy: policy.id });
  return presentCancellation(row, { ...withdrawal, ...consent }, null);
}

/** Statements that keep the holder's consent to the refund of a withdrawal. */
export const keepConsent = (
  ctx: Ctx,
  row: PolicyRow,
  withdrawal: EndingRow,
  consent: Consent,
): Statement[] => [
  changeEnding(ctx.db, withdrawal, consent),
  consented(ctx, row, { submitted_at: withdrawal.asked_at, valid_until: consent.consent_until }),
];
