/** What the present holder of a policy is told while its holder is to change. */
import { CONTESTED_DAYS } from '../../../domain/policy/holder-change.ts';
import { policyNumber } from '../../../domain/policy/lifecycle.ts';
import { notify } from '../conversations/notices/notify.ts';
import type { Ctx } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import { momentText } from '../platform/pdf/format.ts';
import { type Holder, keyOf, threadOf } from './notices.ts';

/** A step of a change of holder. Times are ISO. */
export type HolderStep =
  | { step: 'proposed'; proposedAt: string; earliest: string; lapsesAt: string }
  /** `effectiveAt`: null while the other of two confirmations is missing. */
  | { step: 'confirmed'; effectiveAt: string | null; contested: boolean }
  | { step: 'contested' }
  | { step: 'stopped' };

const OBJECT =
  "If you did not ask for it, please object on the policy's page: then our administrator and our guardian must both confirm it, and it waits longer.";

function wordsOf(told: HolderStep, number: string, wallet: string): { subject: string; text: string } {
  const change = `change of the holder of policy ${number} to the wallet ${wallet}`;
  switch (told.step) {
    case 'proposed':
      return {
        subject: `Another wallet is to hold policy ${number}`,
        text: `A ${change} was proposed on ${momentText(told.proposedAt)}. It takes effect only after our administrator has confirmed it, on ${momentText(told.earliest)} at the earliest, and lapses on ${momentText(told.lapsesAt)}. ${OBJECT}`,
      };
    case 'confirmed':
      return confirmedWords(told, number, change);
    case 'contested':
      return {
        subject: `Your objection counts for policy ${number}`,
        text: `Your objection to the ${change} is recorded. You stay the holder unless our administrator and our guardian both confirm the change; then ${CONTESTED_DAYS} more days pass, in which either can stop it. Please write to us and tell us what happened.`,
      };
    case 'stopped':
      return {
        subject: `The change of the holder of policy ${number} was stopped`,
        text: `The ${change} was stopped. You stay the holder, and you do not need to do anything.`,
      };
  }
}

function confirmedWords(
  { effectiveAt, contested }: Extract<HolderStep, { step: 'confirmed' }>,
  number: string,
  change: string,
) {
  if (effectiveAt === null) {
    return {
      subject: `One of two has confirmed the change of the holder of policy ${number}`,
      text: `You objected to the ${change}. Now one of our administrator and our guardian has confirmed it. Without the confirmation of the other, you stay the holder. If this is not right, please write to us.`,
    };
  }
  const subject = `The change of the holder of policy ${number} is confirmed`;
  const when = `The ${change} is confirmed. It can take effect from ${momentText(effectiveAt)}.`;
  const text = contested
    ? `${when} You objected, so our administrator and our guardian have both confirmed it, and either can stop it until then. Meanwhile payouts on this policy are kept for its holder. If this is not right, please write to us at once.`
    : `${when} You can object until it has. ${OBJECT}`;
  return { subject, text };
}

/** Statements that tell the holder about a step by message, and by letter and push if they want those; once per event. */
export function notifyHolderStep(
  ctx: Ctx,
  to: Holder & { policyId: number; email: string | null },
  told: HolderStep & { newHolder: string; eventId: number },
): Promise<Statement[]> {
  const { wallet, quoteId, policyId, product, email } = to;
  return notify(ctx, {
    wallet,
    thread: threadOf(to),
    ...wordsOf(told, policyNumber(policyId), told.newHolder),
    key: keyOf(to, `holder-change:${told.eventId}`),
    path: `/policy/${policyId}?type=${product}`,
    letter: { kind: 'holder_change', email, quoteId, payload: {} },
  });
}
