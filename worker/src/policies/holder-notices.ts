/** What the present holder of a policy is told while its holder is to change. */
import { CONTESTED_DAYS } from '#domain/policy/holder-change.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import { reachOf } from '#worker/identity/account/reach.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { type Holder, keyOf, ofEvent, threadOf } from './notices.ts';

/** A step of a change of holder. Times are ISO. */
export type HolderStep =
  | { step: 'proposed'; proposedAt: string; earliest: string; lapsesAt: string }
  /** `effectiveAt`: null while the other of two confirmations is missing. */
  | { step: 'confirmed'; effectiveAt: string | null; contested: boolean }
  | { step: 'contested' }
  | { step: 'stopped' };

const OBJECT =
  "If you did not ask for it, please object on the policy's page. Our administrator and our guardian must then both confirm it, and the waiting period gets longer.";

function wordsOf(told: HolderStep, number: string, wallet: string): { subject: string; text: string } {
  const change = `request to move policy ${number} to the wallet ${wallet}`;
  switch (told.step) {
    case 'proposed':
      return {
        subject: `A request was made to move policy ${number} to another wallet`,
        text: `A ${change} was made on ${momentText(told.proposedAt)}. The move takes effect only after our administrator has confirmed it, on ${momentText(told.earliest)} at the earliest. Otherwise the request lapses on ${momentText(told.lapsesAt)}. ${OBJECT}`,
      };
    case 'confirmed':
      return confirmedWords(told, number, change);
    case 'contested':
      return {
        subject: `We recorded your objection for policy ${number}`,
        text: `Your objection to the ${change} is recorded. You stay the holder unless our administrator and our guardian both confirm the move. Then ${CONTESTED_DAYS} more days must pass, during which either can stop it. Please write to us and tell us what happened.`,
      };
    case 'stopped':
      return {
        subject: `The move of policy ${number} to another wallet was stopped`,
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
      subject: `The move of policy ${number} to another wallet has one of two confirmations`,
      text: `You objected to the ${change}. Our administrator or our guardian has now confirmed it. Unless both confirm it, you stay the holder. If this is not right, please write to us.`,
    };
  }
  const subject = `The move of policy ${number} to another wallet is confirmed`;
  const when = `The ${change} is confirmed. It can take effect from ${momentText(effectiveAt)}.`;
  const text = contested
    ? `${when} You objected, so our administrator and our guardian have both confirmed it, and either can stop it until then. In the meantime, payouts on this policy are held for its holder. If this is not right, please write to us at once.`
    : `${when} You can object until then. ${OBJECT}`;
  return { subject, text };
}

/** Statements that tell the holder about a step by message, and by letter and push if they want those; once per event. */
export async function notifyHolderStep(
  ctx: Ctx,
  to: Holder & { policyId: number; email: string | null },
  told: HolderStep & { newHolder: string; event: Parameters<typeof ofEvent>[0] },
): Promise<Statement[]> {
  const { wallet, quote_id, policyId, product, email } = to;
  return notify(ctx, {
    wallet,
    thread: threadOf(to),
    ...wordsOf(told, policyNumber(policyId), told.newHolder),
    key: keyOf(to, `holder-change:${ofEvent(told.event)}`),
    path: `/policy/${policyId}?type=${product}`,
    letter: {
      kind: 'holder_change',
      email,
      quote_id,
      payload: {},
      reach: await reachOf(ctx, wallet),
    },
  });
}
