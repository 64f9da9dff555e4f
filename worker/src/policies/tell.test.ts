import { expect, test } from 'vitest';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { cancelPolicy, consentTo, deskCtx, insured, sendReady, UNDERWRITER } from '../../test/desk.ts';
import { type Customer, readChains, rows, shakyChain, TRAVEL, term } from '../../test/harness.ts';

interface Message {
  subject: string;
  policy_id: number;
  text: string;
}

const messagesTo = ({ address }: Customer) =>
  rows<Message>(
    `SELECT t.subject, t.policy_id, m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.wallet = ? ORDER BY m.id`,
    address.toLowerCase(),
  );
const usDate = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });

test('posts a message in the policy thread for a purchase, a cancellation and its refund', async () => {
  const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(10, 3) });
  const [start, end] = [policy.policy_start_date, policy.policy_end_date].map(usDate);
  const number = policy.policy_number;
  const [bought, ...none] = await messagesTo(customer);
  expect(none).toEqual([]);
  expect(bought).toEqual({
    subject: `Travel Insurance, ${number}`,
    policy_id: policy.id,
    text: `Your payment of 0.004 ETH is confirmed, and your policy is active. It covers up to $100,000 until ${end}. Cancellation from ${usDate(policy.cover_start_date)}, medical from ${start}. The certificate is on the policy's page.`,
  });

  const path = `/insurance/policy/${policy.id}/cancel`;
  const body = await consentTo(customer, policy.id);
  const { data } = await customer.call<{ refund_due_at: string }>(path, { body });
  await customer.call(path, { body });
  const due = usDate(data.refund_due_at.slice(0, 10));
  expect((await messagesTo(customer)).slice(1)).toEqual([
    {
      ...bought,
      text: `We received your request to cancel ${number}. Your refund of 0.0032 ETH goes to the wallet that holds the policy within 5 business days, by ${due}. You stay covered until then, and we will write again when it is sent.`,
    },
  ]);

  const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
  const hash = await sendReady(ready, UNDERWRITER);
  await Promise.all([readChains(), readChains()]);
  expect((await messagesTo(customer)).slice(2)).toEqual([
    {
      ...bought,
      text: `Policy ${number} is canceled. We sent your refund of 0.0032 ETH in transaction ${hash}, and the cover has ended.`,
    },
  ]);
});

test('posts one purchase message once the purchase is confirmed', async () => {
  const { customer } = await insured({}, shakyChain);
  await shakyChain.mine({ blocks: 3 });
  await Promise.all([readChains(), readChains()]);
  await readChains();
  expect(await messagesTo(customer)).toHaveLength(1);
});

test('promises a refund within 5 business days', async () => {
  const { customer, policy } = await insured();
  const asked = await cancelPolicy(customer, policy.id);
  const days = (Date.parse(asked.refund_due_at) - Date.parse(asked.requested_at)) / 86_400_000;
  // Five business days are at most a week on the calendar, less from a weekend.
  expect([5, 6, 7]).toContain(days);
  expect([0, 6]).not.toContain(new Date(asked.refund_due_at).getUTCDay());
});
