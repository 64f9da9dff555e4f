import { formatAmount } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { customerWrote, openThread } from '#worker/conversations/messages/post.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { dayText, momentText } from '#worker/platform/pdf/format.ts';
import { keyOf, threadOf } from '#worker/policies/notices.ts';
import { contactAddress } from '#worker/policies/own.ts';
import { findContact, type PolicyRow } from '#worker/policies/repository.ts';

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
