import { DAY_SECONDS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { formatAmount } from '#domain/money.ts';
import { type Cancellation, CONSENT_DAYS } from '#domain/policy/cancellation.ts';
import type { CancellationRequest } from '#domain/policy/consent.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import type { CancellationAnswer } from '#domain/policy/service-schema.ts';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { customerWrote, openThread } from '#worker/conversations/messages/post.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import { type Ctx, chainOf, isoOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import type { Mark } from '#worker/platform/db/once.ts';
import { dayText, momentText } from '#worker/platform/pdf/format.ts';
import { presentCancellation } from '#worker/policies/cancellation.ts';
import { verifiedConsent } from '#worker/policies/consent.ts';
import { keyOf, threadOf } from '#worker/policies/notices.ts';
import { contactAddress } from '#worker/policies/own.ts';
import { findByQuote, findContact, guardPolicy, type PolicyRow } from '#worker/policies/repository.ts';
import {
  findAccepted,
  guardSteps,
  insertLine,
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
  { policy }: PolicyRow,
  withdrawal: WithdrawalRow,
  { signature, valid_until }: { signature: string; valid_until: string },
): Statement[] => [
  guardSteps(ctx.db, withdrawal),
  updateWithdrawal(ctx.db, withdrawal, { consent_signature: signature, consent_valid_until: valid_until }),
  insertLine(ctx.db, {
    admin_id: 0,
    action: 'policy.withdrawal_consented',
    subject: `policy:${policy.id}`,
    after: JSON.stringify({ submitted_at: withdrawal.submitted_at, valid_until }),
    at: nowIso(ctx),
    request_id: ctx.requestId,
  }),
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
      ...(await notifyWithdrawal(ctx, row, presentWithdrawal(ctx, row, withdrawal), [], at)),
    ],
    () => false,
  );
}

const LIST = new Intl.ListFormat('en-US');

const VOID =
  'The contract is void from the time of your submission: it covers nothing anymore, and no claim on it is paid.';

function whatFollows({ quote }: PolicyRow, { state, refund_due_at: due }: WithdrawalAnswer): string {
  if (state === 'with_a_person') {
    return `Money on this policy was already paid or is on its way, so the premium cannot simply go back. A person looks at your withdrawal and answers within ${PROMISES.replyHours} hours.`;
  }
  const amount = formatAmount(quote.amount, quote.decimals, quote.currency);
  if (state === 'awaiting_consent') {
    return `Your cover began more than ${REJECTION_DAYS} days ago, so your whole premium of ${amount} can go back only with your consent. Please sign it on the policy's page: it is free, and it allows exactly this refund. ${VOID}`;
  }
  return `Your whole premium of ${amount} goes back to the wallet that holds the policy within ${PROMISES.refundBusinessDays} business days, by ${dayText(due ?? '')}, and we will write again when it is sent. ${VOID}`;
}

/**
 * Tells the holder what becomes of their withdrawal: in the policy's thread, and by letter if there is an address.
 * @param givenUp the numbers of the claims that it closes
 * @param step tells apart what is said again in the same state
 */
export async function notifyWithdrawal(
  ctx: Ctx,
  row: PolicyRow,
  withdrawal: WithdrawalAnswer,
  givenUp: readonly string[],
  step = 'received',
): Promise<Statement[]> {
  const { policy } = row;
  const number = policyNumber(policy.id);
  const { submitted_at: at, state } = withdrawal;
  const closed = givenUp.length === 0 ? '' : ` That includes ${LIST.format(givenUp)}.`;
  const contact = await findContact(ctx.db, policy.id);
  return notify(ctx, {
    wallet: policy.wallet,
    thread: threadOf(policy),
    subject: `Your withdrawal from ${number}`,
    text: `We received your withdrawal from the contract of policy ${number}. You submitted it on ${momentText(at)}. ${whatFollows(row, withdrawal)}${closed}`,
    key: keyOf(policy, `withdrawal:${at}:${state}:${step}`),
    path: '/messages',
    letter: {
      kind: 'withdrawal_recorded',
      email: contactAddress(row, contact?.email),
      quote_id: policy.quote_id,
      payload: {},
      reach: 'always',
    },
  });
}

/** The statement as the holder's own message, so that it waits in the inbox for a person. */
export function askPerson(ctx: Ctx, { policy }: PolicyRow, submittedAt: string): Statement[] {
  const text = `I withdraw from the contract of policy ${policyNumber(policy.id)}. Submitted on ${momentText(submittedAt)}.`;
  const dedupeKey = keyOf(policy, `withdrawal:${submittedAt}`);
  return [
    ...openThread(ctx, threadOf(policy), { sender: 'user', kind: 'message', text, dedupeKey }),
    customerWrote(ctx, dedupeKey),
  ];
}
