import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { customerWrote } from '#worker/conversations/messages/write.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { recordStep } from '#worker/policies/history.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';
import { keyOf, sumOf, tellHolder, threadOf } from '#worker/policies/tell.ts';
import type { Act } from '#worker/told/acts.ts';
import { recordAct } from '#worker/told/record.ts';
import type { Changed } from '#worker/told/repository.ts';

/**
 * Tells the holder what becomes of their withdrawal.
 * @param givenUp the numbers of the claims that it closes
 * @param step tells apart what is said again in the same state
 */
export const tellWithdrawal = (
  ctx: Ctx,
  { policy, quote }: PolicyRow,
  { submitted_at, state, refund_due_at: due_at }: WithdrawalAnswer,
  givenUp: readonly string[],
  step = 'received',
): Statement[] =>
  tellHolder(ctx, 'withdrawal_recorded', policy, `withdrawal:${submitted_at}:${state}:${step}`, {
    submitted_at,
    state,
    due_at,
    premium: sumOf(quote, quote.amount),
    given_up: [...givenUp],
  });

/** Statements that record a withdrawal and tell its holder what becomes of it. */
export const receive = (
  ctx: Ctx,
  row: PolicyRow,
  withdrawal: WithdrawalAnswer,
  givenUp: readonly string[],
  { by, note }: { by: 'wallet' | 'link' | 'desk'; note: string | null },
): Statement[] => {
  const logged = { after: { ...withdrawal, by, note } };
  const byDesk = by === 'desk';
  return [
    recordStep(ctx, 'policy_withdrawal_received', row.policy, ctx.requestId, {}, byDesk ? {} : logged),
    ...(byDesk ? [recordOn(ctx, row, 'policy.withdrawal_accepted', logged)] : []),
    ...tellWithdrawal(ctx, row, withdrawal, givenUp),
  ];
};

/** Statement that records an act on a policy. */
const recordOn = (ctx: Ctx, { policy }: PolicyRow, action: Act, logged: Changed): Statement =>
  recordAct(ctx, { action, subject: `policy:${policy.id}`, ...logged });

/** Statement that records the holder's consent to the refund of a withdrawal. */
export const consented = (
  ctx: Ctx,
  row: PolicyRow,
  consent: { submitted_at: string; valid_until: string },
): Statement => recordOn(ctx, row, 'policy.withdrawal_consented', { after: consent });

/** Statements that hand a withdrawal to a person, because money was paid or is on its way. */
export const closing = (ctx: Ctx, row: PolicyRow, submittedAt: string): Statement[] => [
  recordStep(
    ctx,
    'policy_withdrawal_closed',
    row.policy,
    ctx.requestId,
    {},
    {
      after: { submitted_at: submittedAt },
    },
  ),
  ...askPerson(ctx, row, submittedAt),
];

/** The statement as the holder's own message, so that it waits in the inbox for a person. */
const askPerson = (ctx: Ctx, { policy }: PolicyRow, submittedAt: string): Statement[] =>
  customerWrote(ctx, {
    thread: threadOf(policy),
    text: `I withdraw from the contract of policy ${policyNumber(policy.id)}. Submitted on ${momentText(submittedAt)}.`,
    dedupeKey: keyOf(policy, `withdrawal:${submittedAt}`),
  });
