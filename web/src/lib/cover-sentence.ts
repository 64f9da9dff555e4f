import { dayOf, formatDay } from '#domain/days.ts';
import { isRenewed } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { longDate } from './format.ts';

type Named = Pick<PolicyAnswer, 'policy_type' | 'nickname' | 'name'>;
/** `Your home at 12 Quay Street`, `Your car (Corolla)`, `Your trip (Oslo → Lima)`, or what the holder calls it. */
export function insuredThing({ policy_type: type, nickname, name }: Named): string {
  if (nickname !== null) return nickname;
  const product = PRODUCTS[type].label.replace(' Insurance', '').toLowerCase();
  const word = isRenewed(type) ? product : 'trip';
  return type === 'home' ? `Your ${word} at ${name}` : `Your ${word} (${name})`;
}

/** What a policy means for its holder at `now` (milliseconds), in one sentence. */
export function coverSentence(policy: PolicyAnswer, now: number): string {
  const { status, situation, cover_from: from, cover_until: until } = policy;
  const thing = insuredThing(policy);
  const [start, end] = [longDate(policy.cover_start_date), longDate(policy.policy_end_date)];
  if (situation === 'withdrawing') return `${thing} is no longer covered by this policy.`;
  if (situation === 'replaced') return `${thing} is covered by the policy that replaced this one.`;
  if (status === 'pending' && situation !== 'declined') {
    return `${thing} is paid for, and we are checking the payment.`;
  }
  if (status === 'expired') return `${thing} was covered until ${end}.`;
  if (status !== 'active' && status !== 'pending') {
    const began = from !== null && Date.parse(from) < Date.parse(until);
    return began
      ? `${thing} was covered until ${longDate(until)}.`
      : `${thing} was never covered by this policy.`;
  }
  return policy.cover_start_date > formatDay(dayOf(now))
    ? `${thing} is covered from ${start} until ${end}.`
    : `${thing} is covered until ${end}.`;
}
