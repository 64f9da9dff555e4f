/** What a customer or the desk does, and which answer the model expects. */
import type { Admin } from '../admin.ts';
import { decide, prepare, report } from '../decided.ts';
import { CLAIMS, type evmCall, sendReady, signConsent, UNDERWRITER } from '../desk.ts';
import type { Answer } from '../harness.ts';
import {
  type Claim,
  claimsOf,
  type Desk,
  demand,
  FOUR_EYES,
  isOver,
  isVoid,
  type Model,
  type Policy,
  type Real,
  underWay,
  type Who,
} from './product.ts';

const DESK: readonly Desk[] = ['hedy', 'grace'];
export const other = (who: Who): Who => (who === 'ada' ? 'eve' : 'ada');

/** No answer may be a server error. */
export function sane<Data>(real: Real, answer: Answer<Data>, what: string): Answer<Data> {
  demand(real, answer.status < 500, `${what} answers ${answer.status}: ${answer.message}`);
  return answer;
}
export function expects<Data>(
  real: Real,
  answer: Answer<Data>,
  statuses: readonly number[],
  what: string,
): Answer<Data> {
  const told = `${what} answers ${answer.status} instead of ${statuses.join(' or ')}: ${answer.message}`;
  demand(real, statuses.includes(answer.status), told);
  return answer;
}

const NEXT: Readonly<Record<Claim['status'], readonly string[]>> = {
  pending: ['under_review', 'approved', 'rejected'],
  under_review: ['approved', 'rejected'],
  approved: [],
  paid: [],
  rejected: ['under_review'],
};

export async function settleClaim(
  real: Real,
  one: Claim,
  by: Desk,
  to: 'under_review' | 'approved' | 'rejected',
): Promise<void> {
  const more = to === 'rejected' ? { clause: 'not_covered-2', admin_notes: 'This is wear.' } : {};
  const answer = sane(real, await decide(real[by], one.id, to, more), `A decision to ${to}`);
  // A repeat changes nothing, whatever it answers.
  if (one.status === to) return;
  if (isVoid(one.policy)) return demand(real, answer.status >= 400, 'A claim on a void policy is decided');
  if (!NEXT[one.status].includes(to)) {
    return demand(real, answer.status >= 400, `A claim that is ${one.status} becomes ${to}`);
  }
  const isBarred = one.firstDeciders?.includes(by) && to !== 'under_review';
  if (isBarred) return demand(real, answer.status === 409, `Who decided before decides the second look`);
  // The desk takes up a rejected claim again only while its policy lasts.
  if (one.status === 'rejected' && answer.status >= 400) return;
  expects(real, answer, [200], `A decision from ${one.status} to ${to}`);
  one.status = to;
  if (to !== 'under_review') one.decidedBy.push(by);
}

export async function preparePayout(model: Model, real: Real, one: Claim, by: Desk): Promise<void> {
  const answer = sane(real, await prepare(real[by], one.id), 'The preparation of a payout');
  const alive = underWay(model, one.policy);
  if (one.status !== 'approved' || (alive && alive !== one)) {
    return demand(real, answer.status >= 400, `A payout is prepared for a claim that is ${one.status}`);
  }
  if (one.payoutUsd > FOUR_EYES && one.decidedBy.at(-1) === by) {
    expects(real, answer, [403], 'The preparation of a payout by who approved it');
    return;
  }
  expects(real, answer, [200], 'The preparation of a payout');
  one.prepared ??= answer.data;
}

export async function payClaim(real: Real, one: Claim, by: Desk): Promise<void> {
  if (!one.prepared) return;
  one.sent ??= await sendReady(one.prepared, CLAIMS);
  const answer = expects(real, await report(real[by], one.id, one.sent), [200], 'The report of a payout');
  demand(real, answer.data.status === 'paid', `A paid claim is ${answer.data.status}`);
  if (one.status !== 'paid') one.policy.paidUsd += one.payoutUsd;
  one.status = 'paid';
  one.prepared = null;
}

/**
 * A second look at a claim is asked for, by a stranger first. Who decided before then tries to decide again.
 * @param isRejected whether somebody else rejects it again, so that a third look is asked for
 */
export async function lookAgain(real: Real, one: Claim, isRejected: boolean): Promise<void> {
  const path = `/claims/${one.id}/second-look`;
  // The same words within half a minute would be a repeat.
  const body = {
    reason: `Please look at it again, after ${one.decidedBy.length} decisions and ${real.steps.length} steps.`,
  };
  expects(real, await real[other(one.policy.owner)].call(path, { body }), [404], 'A stranger’s second look');
  const answer = sane(real, await real[one.policy.owner].call(path, { body }), 'A second look');
  if (isVoid(one.policy)) {
    return demand(real, answer.status === 409, 'A claim on a void policy is looked at again');
  }
  if (one.status !== 'rejected' || one.firstDeciders) {
    const words = one.firstDeciders ? 'looked at before' : one.status;
    return demand(real, answer.status >= 400, `A claim that is ${words} is looked at again`);
  }
  if (one.policy.status !== 'active' && answer.status >= 400) return;
  expects(real, answer, [201, 409], 'A second look');
  if (answer.status !== 201) return demand(real, one.policy.leaving !== 'no', 'A second look is refused');
  one.firstDeciders = [...one.decidedBy];
  one.status = 'under_review';
  for (const before of one.firstDeciders) await settleClaim(real, one, before, 'approved');
  const fresh = DESK.find((by) => !one.firstDeciders?.includes(by));
  if (!isRejected || fresh === undefined) return;
  await settleClaim(real, one, fresh, 'rejected');
  await lookAgain(real, one, false);
}

/** A withdrawal, by a stranger first. It closes what is claimed. Asking again answers the first one. */
export async function withdrawFrom(model: Model, real: Real, policy: Policy): Promise<void> {
  const ask = (who: Who) =>
    real[who].call<{ submitted_at: string; state: string }>(`/insurance/policy/${policy.id}/withdraw`, {
      method: 'POST',
    });
  expects(real, await ask(other(policy.owner)), [404], 'A stranger’s withdrawal');
  const answer = sane(real, await ask(policy.owner), 'A withdrawal');
  if (policy.status === 'active' && policy.paidUsd === 0 && policy.leaving !== 'cancellation')
    expects(real, answer, [200], 'A withdrawal within 14 days');
  if (answer.status !== 200) return;
  // One in time is always stored. What a cancellation has given back already is settled by a person.
  if (policy.status === 'cancelled')
    demand(real, answer.data.state === 'with_a_person', 'A withdrawal after a refund waits for nobody');
  const again = expects(real, await ask(policy.owner), [200], 'A second withdrawal');
  for (const { data } of [answer, again]) {
    policy.withdrawnAt ??= data.submitted_at;
    demand(real, data.submitted_at === policy.withdrawnAt, 'A policy is withdrawn from twice');
  }
  // Where money was paid or is on its way, a person answers.
  if (policy.status !== 'active' || answer.data.state === 'with_a_person') return;
  policy.leaving = 'withdrawal';
  for (const claim of claimsOf(model, policy)) if (!isOver(claim)) claim.status = 'rejected';
}

interface Offer {
  possible: boolean;
  problem: string | null;
  consent: Parameters<typeof signConsent>[1]['consent'];
  valid_until: string;
}

/** A cancellation as far as its preview allows it, by a stranger first. Sending it again answers the first one. */
export async function cancelPolicy(model: Model, real: Real, policy: Policy): Promise<void> {
  const customer = real[policy.owner];
  const path = `/insurance/policy/${policy.id}/cancel`;
  const preview = await customer.call<Offer>(`${path}?preview=true`, { method: 'POST' });
  const offer = expects(real, preview, [200], 'A preview').data;
  const isFree = claimsOf(model, policy).every(isOver) && policy.paidUsd === 0 && policy.status === 'active';
  if (isFree && policy.leaving === 'no')
    demand(real, offer.possible, `A policy can't be canceled: ${offer.problem}`);
  if (!offer.possible) return;
  demand(real, isFree, 'A policy with an open or paid claim can be canceled');
  demand(real, policy.leaving !== 'cancellation', 'A policy can be canceled twice');
  const body = await signConsent(customer, offer);
  expects(real, await real[other(policy.owner)].call(path, { body }), [404], 'A stranger’s cancellation');
  const send = () => customer.call<{ requested_at: string }>(path, { body });
  const first = expects(real, await send(), [200], 'A cancellation that the preview allowed');
  const second = expects(real, await send(), [200], 'The same cancellation again');
  demand(real, first.data.requested_at === second.data.requested_at, 'A policy is canceled twice');
  policy.leaving = policy.leaving === 'withdrawal' ? 'withdrawal' : 'cancellation';
}

const prepareRefund = (admin: Admin, policy: Policy) =>
  admin.call<Parameters<typeof evmCall>[0]>(`/admin/policies/${policy.id}/refund`, {
    method: 'POST',
    body: {},
  });

export async function refundPolicy(model: Model, real: Real, policy: Policy, by: Desk): Promise<boolean> {
  const prepared = sane(real, await prepareRefund(real[by], policy), 'The preparation of a refund');
  const isOwed = policy.leaving !== 'no' && policy.status === 'active' && policy.paidUsd === 0;
  const isOpen = claimsOf(model, policy).some((each) => !isOver(each));
  if (!isOwed || isOpen) {
    demand(real, prepared.status >= 400, 'A refund is prepared that nobody is owed');
    return false;
  }
  if (prepared.status !== 200) return false;
  const hash = await sendReady(prepared.data, UNDERWRITER);
  const confirmed = await real[by].call(`/admin/policies/${policy.id}/refund/confirm`, {
    body: { transaction_hash: hash },
  });
  expects(real, confirmed, [200], 'The confirmation of a refund');
  policy.status = policy.leaving === 'withdrawal' ? 'withdrawn' : 'cancelled';
  return true;
}

/**
 * Everything that an owner sees, held against the model, and none of it for the other. A request that a claim closes is shown
 * until the scheduled run, so only `isSettled` allows none but the model's.
 */
export async function compare(model: Model, real: Real, isSettled: boolean): Promise<void> {
  for (const policy of model.policies) {
    const path = `/insurance/policy/${policy.id}`;
    const own = await real[policy.owner].call<{
      status: string;
      paid_out_usd: number;
      cancellation: object | null;
    }>(path);
    const { status, paid_out_usd: paid, cancellation } = expects(real, own, [200], 'An own policy').data;
    demand(real, status === policy.status, `Policy ${policy.id} is ${status}, not ${policy.status}`);
    demand(
      real,
      paid === policy.paidUsd,
      `Policy ${policy.id} was paid $${paid}, and its claims $${policy.paidUsd}`,
    );
    if (policy.status === 'active' && policy.leaving === (isSettled ? 'no' : 'cancellation'))
      demand(
        real,
        (cancellation !== null) === (policy.leaving === 'cancellation'),
        `Policy ${policy.id} shows ${cancellation ? 'a' : 'no'} request to cancel it`,
      );
    expects(real, await real[other(policy.owner)].call(path), [404], 'Another’s policy');
  }
  for (const { id, policy, status } of model.claims) {
    const path = `/claims/detail/${id}`;
    const own = await real[policy.owner].call<{ status: string }>(path);
    demand(real, own.data.status === status, `Claim ${id} is ${own.data.status}, not ${status}`);
    expects(real, await real[other(policy.owner)].call(path), [404], 'Another’s claim');
  }
}
