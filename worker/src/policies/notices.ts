import { formatUsDay, parseDay } from '#domain/days.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import type { Unrefunded } from '#domain/policy/change.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { policyNumber, type StoredStatus } from '#domain/policy/lifecycle.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { type Notice, notify } from '#worker/conversations/notices/notify.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { sharesOf } from '#worker/quotes/create.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';

export interface Holder {
  wallet: string;
  quote_id: string;
  product: ProductKey;
}

export interface Refund {
  /** Base units. */
  amount: string;
  currency: string;
  decimals: number;
}

const sum = ({ amount, decimals, currency }: Refund) => formatAmount(amount, decimals, currency);

/** Identifies an event of the chain within its policy, whichever row it has. */
export const ofEvent = ({ tx_hash, event_index }: { tx_hash: string; event_index: number }) =>
  `${tx_hash}:${event_index}`;

export const keyOf = ({ quote_id }: Pick<Holder, 'quote_id'>, step: string) => `policy:${quote_id}:${step}`;

/** The policy's thread of its holder: a later one gets their own. */
export const threadOf = ({ quote_id, wallet, product }: Holder) =>
  ({
    key: `policy:${quote_id}:${wallet}`,
    wallet,
    subject: PRODUCTS[product].label,
    type: 'general',
    category: 'policies',
    policy: { quoteId: quote_id },
  }) as const;

/** A notice in the policy's thread, once per step. The letters about these steps are written with the steps. */
const toHolder = (to: Holder, step: string, subject: string, text: string): Notice => ({
  wallet: to.wallet,
  thread: threadOf(to),
  subject,
  text,
  key: keyOf(to, step),
  path: '/messages',
  letter: null,
});

/** What a policy covers and when, in a sentence or two. */
function coverText(quote: QuoteRow): string {
  const early = coverStartText({ coverStart: quote.cover_start_date, start: quote.start_date });
  const people = sharesOf(quote).length;
  const most = formatUsd(quote.coverage_usd / people);
  const upTo = people > 1 ? `It covers each of ${people} travelers up to ${most}` : `It covers up to ${most}`;
  return early === null
    ? `${upTo} from ${day(quote.start_date)} to ${day(quote.end_date)}.`
    : `${upTo} until ${day(quote.end_date)}. ${early}.`;
}

const day = (text: string) => formatUsDay(parseDay(text) ?? 0);

/** The premium is confirmed. `note` says what follows for a policy that it replaces. */
export function notifyPurchased(
  ctx: Ctx,
  quote: QuoteRow,
  status: 'active' | 'pending',
  note: string,
): Statement[] {
  const cover = coverText(quote);
  const state =
    status === 'active'
      ? `your policy is active. ${cover} The certificate is on the policy's page.`
      : `we are reviewing your policy; you are covered in the meantime. ${cover}`;
  const to = { ...quote, quote_id: quote.id };
  return notify(
    ctx,
    toHolder(
      to,
      'purchased',
      'Your payment is confirmed',
      `Your payment of ${sum(quote)} is confirmed, and ${state}${note}`,
    ),
  );
}

/** An administrator approved the policy. */
export function notifyApproved(
  ctx: Ctx,
  to: Holder & { policyId: number },
  quote: QuoteRow,
  note: string,
): Statement[] {
  const number = policyNumber(to.policyId);
  const text = `We have reviewed policy ${number}, and it is active. ${coverText(quote)} The certificate is on the policy's page.${note}`;
  return notify(ctx, toHolder(to, 'approved', `Policy ${number} is approved`, text));
}

/** An administrator withdrew a rejection. */
export function notifyTakenBack(
  ctx: Ctx,
  to: Holder & { policyId: number },
  quote: QuoteRow,
  { confirmed, decision }: { confirmed: boolean; decision: number },
): Statement[] {
  const number = policyNumber(to.policyId);
  const state = confirmed
    ? `it is active. ${coverText(quote)} The certificate is on the policy's page.`
    : 'it becomes active as soon as the network confirms your payment.';
  const text = `We have withdrawn our rejection of policy ${number}: ${state} We keep your premium, so there is no refund.`;
  return notify(ctx, toHolder(to, `taken-back:${decision}`, `We accept policy ${number} after all`, text));
}

/**
 * An administrator decided against the policy, which ends with the refund: by letter as well if there is an address.
 * @param decision identifies the decision among the policy's
 */
export function notifyDeclined(
  ctx: Ctx,
  to: Holder & { policyId: number; email: string | null },
  refund: Refund,
  { reason, dueAt, decision }: { reason: string; dueAt: string; decision: number },
): Statement[] {
  const number = policyNumber(to.policyId);
  const text = `We have reviewed policy ${number} and cannot accept it. The reason: ${reason}\n\nYour whole premium of ${sum(refund)} goes back to the wallet that holds the policy within ${PROMISES.refundBusinessDays} business days, by ${day(dueAt.slice(0, 10))}. You stay covered until then, and we will write again when it is sent.`;
  const step = `declined:${decision}`;
  const { email, quote_id } = to;
  return notify(ctx, {
    ...toHolder(to, step, `We cannot accept policy ${number}`, text),
    letter: { kind: 'policy_declined', email, quote_id, payload: { ...refund }, reach: 'always' },
  });
}

/** @param dueAt ISO time by which the refund is promised */
export function notifyCancellationReceived(
  ctx: Ctx,
  to: Holder & { policyId: number },
  refund: Refund,
  { requested_at, dueAt }: { requested_at: string; dueAt: string },
): Statement[] {
  const number = policyNumber(to.policyId);
  const promise = `Your refund of ${sum(refund)} goes to the wallet that holds the policy within ${PROMISES.refundBusinessDays} business days, by ${day(dueAt.slice(0, 10))}.`;
  const text = `We received your request to cancel ${number}. ${promise} You stay covered until then, and we will write again when it is sent.`;
  return notify(
    ctx,
    toHolder(to, `cancellation:${requested_at}`, `We received your cancellation of ${number}`, text),
  );
}

/**
 * The refund's event is confirmed.
 * @param isVoid whether it was a cancellation with the whole premium
 * @param successor the policy that replaced it by a change of cover
 */
export function notifyRefunded(
  ctx: Ctx,
  to: Holder & { policyId: number },
  refund: Refund & { txHash: string },
  outcome: StoredStatus,
  isVoid: boolean,
  successor: number | null,
): Statement[] {
  const number = policyNumber(to.policyId);
  const ended: Partial<Record<StoredStatus, string>> = {
    rejected: `We declined policy ${number}.`,
    withdrawn: `You withdrew from the contract of policy ${number}.`,
  };
  const canceled = successor === null ? 'is canceled' : `is replaced by ${policyNumber(successor)}`;
  const what = ended[outcome] ?? `Policy ${number} ${canceled}.`;
  const sent = `We sent your refund of ${sum(refund)} in transaction ${refund.txHash}`;
  const text = isVoid
    ? `${what} ${sent}. It was the whole premium, so the cover is void from the beginning.`
    : `${what} ${sent}, and the cover has ended.`;
  return notify(ctx, toHolder(to, `refunded:${refund.txHash}`, `Your refund for ${number} was sent`, text));
}

/** Why a consent on chain became no cancellation request. `atMost`: what canceling gave then, in base units. */
export type IgnoredBecause =
  | { reason: 'lapsed' }
  | { reason: 'requested' }
  | { reason: 'problem'; sentence: string }
  | { reason: 'too_much'; atMost: string };

const whyIgnored = (refund: Refund, because: IgnoredBecause): string => {
  if (because.reason === 'problem') return because.sentence;
  if (because.reason === 'lapsed') return 'It had lapsed before the network confirmed it to us.';
  if (because.reason === 'requested')
    return 'You had already asked to cancel, and that request is still open.';
  return `At that moment, the refund could be at most ${sum({ ...refund, amount: because.atMost })}.`;
};

/**
 * The holder consented on chain to a refund that we will not send.
 * @param refund what the consent names
 * @param step identifies the consent among the policy's
 */
export function notifyConsentIgnored(
  ctx: Ctx,
  to: Holder & { policyId: number },
  refund: Refund,
  step: string,
  because: IgnoredBecause,
): Statement[] {
  const number = policyNumber(to.policyId);
  const text = `With your transaction, you agreed to cancel ${number} for a refund of ${sum(refund)}. We cannot send that refund, so nothing has changed. The reason: ${whyIgnored(refund, because)} The policy's page shows the current refund.`;
  return notify(ctx, toHolder(to, step, `We could not accept your consent to cancel ${number}`, text));
}

/**
 * Why a cancellation request ends without a refund. `undone`: the cover that was to replace it is gone; `moved`: it has another
 * holder; `changed`: the change of cover that was signed before it was paid.
 */
export type ClosingReason = Unrefunded | 'changed';

const CLOSED: Readonly<Record<ClosingReason, string>> = {
  lapsed: 'Your consent to the refund lapsed before we sent it. We are sorry.',
  claimed: 'A claim has been made on it since then.',
  revoked: 'You revoked your consent to the refund.',
  moved: 'The policy has moved to another wallet, and a consent is its holder’s own.',
  undone: 'The cover that was to replace it is gone.',
  changed:
    'The change of cover, which you have paid for since, takes its place, with the refund that you agreed to there.',
};

/**
 * The request is closed, and the policy continues.
 * @param successor the policy that replaced it by a change of cover
 */
export function notifyCancellationClosed(
  ctx: Ctx,
  to: Holder & { policyId: number },
  { requested_at }: { requested_at: string },
  reason: ClosingReason,
  successor: number | null,
): Statement[] {
  const number = policyNumber(to.policyId);
  const replaced = successor === null || reason === 'undone' ? null : policyNumber(successor);
  const stands =
    replaced === null
      ? "Your policy continues, and you remain covered. You can ask again on the policy's page."
      : `${replaced} replaced it and covers you alone. You can agree to the refund of ${number} again on its page.`;
  const after = reason === 'moved' || reason === 'changed' ? '' : ` ${stands}`;
  const text = `We closed your request to cancel ${number}. ${CLOSED[reason]}${after}`;
  return notify(
    ctx,
    toHolder(to, `cancellation-closed:${requested_at}`, `Your cancellation of ${number} is closed`, text),
  );
}

/** A policy came to another wallet while its earlier holder had asked to cancel it. */
export function notifyMovedHere(
  ctx: Ctx,
  to: Holder & { policyId: number },
  { requested_at }: { requested_at: string },
): Statement[] {
  const number = policyNumber(to.policyId);
  const text = `Policy ${number} has moved to your wallet. Its earlier holder had asked to cancel it: that request is closed, and the policy continues with you.`;
  return notify(
    ctx,
    toHolder(to, `cancellation-moved:${requested_at}`, `The cancellation of ${number} is closed`, text),
  );
}

/** A reorganization removed what had ended a request. */
export function notifyReopened(
  ctx: Ctx,
  to: Holder & { policyId: number },
  refund: Refund,
  event: { tx_hash: string; event_index: number },
): Statement[] {
  const number = policyNumber(to.policyId);
  const text = `The network has replaced its latest blocks, and what had closed your request to cancel ${number} is no longer among them. Your request is open again: your refund of ${sum(refund)} goes to the wallet that holds the policy.`;
  return notify(
    ctx,
    toHolder(
      to,
      `cancellation-reopened:${ofEvent(event)}`,
      `Your cancellation of ${number} is open again`,
      text,
    ),
  );
}

/**
 * The cover that replaced a policy is lost for good, after the old policy ended with its refund.
 * @param email where the holder gets letters; null for nowhere
 */
export function notifyUncovered(
  ctx: Ctx,
  to: Holder & { policyId: number; email: string | null },
  lost: number,
): Statement[] {
  const [number, replacing] = [policyNumber(to.policyId), policyNumber(lost)];
  const text = `The network reversed your payment for ${replacing} for good, and ${number}, which it replaced, has already ended with its refund. So neither of them covers you now. Please ask for a new quote: the page of ${replacing} leads to one, and you are covered again as soon as it is paid.`;
  return notify(ctx, {
    ...toHolder(to, `uncovered:${lost}`, 'You are not covered at the moment', text),
    path: `/quote/${to.product}`,
    letter: { kind: 'cover_lost', email: to.email, quote_id: to.quote_id, payload: {}, reach: 'always' },
  });
}

/** The consent to the refund of a policy that was replaced ends before its successor is active. */
export function notifyRefundClosed(
  ctx: Ctx,
  to: Holder & { policyId: number },
  validUntil: string,
  reason: 'undone' | 'revoked',
): Statement[] {
  const number = policyNumber(to.policyId);
  const after =
    reason === 'undone'
      ? `${number} continues, and you remain covered by it.`
      : `You can agree to it again on the page of ${number} once the new policy is active.`;
  const text = `We do not send the refund for ${number} that you agreed to with the change of cover. ${CLOSED[reason]} ${after}`;
  return notify(
    ctx,
    toHolder(to, `change-closed:${validUntil}`, `No refund for ${number} at the moment`, text),
  );
}
