/** A policy that replaced another and was itself replaced, or ended: what becomes of the refund that was agreed. */
import { beforeEach, describe, expect, test } from 'vitest';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../test/admin.ts';
import { askFor, begunBefore, buy, HIGHER, LOWER, previewOf, quoteFor } from '../../test/change.ts';
import { submit } from '../../test/claims.ts';
import { decide, prepare, stateOf } from '../../test/decided.ts';
import { CLAIMS, cancelPolicy, deskCtx, insured, sendReady, UNDERWRITER } from '../../test/desk.ts';
import { Customer, later, readChain, readChains, rows, scanFromHere } from '../../test/harness.ts';
import { beginEarlier, cancel, changeHolder, refund } from '../../test/registry.ts';
import { detail, withdraw } from '../../test/withdrawals.ts';

beforeEach(scanFromHere);

const DAY = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const to = (street: string) => ({ details: { house_address: `${street}, Bristol` } });
const withdrawBoth = (customer: Customer, id: number, replaced: 'continues' | 'ends') =>
  customer.call(`/insurance/policy/${id}/withdraw`, { body: { replaced } });

/** Z, replaced by A, replaced by B. */
async function threeInARow([first, second]: readonly [object, object]) {
  const { customer, policy: z } = await insured();
  await begunBefore(z.id, 20);
  const a = await buy(customer, await quoteFor(customer, z.id, first));
  const b = await buy(customer, await quoteFor(customer, a.id, second));
  return { customer, z, a, b };
}

describe('a policy whose successor was itself replaced', () => {
  test.each([
    ['unequal', [LOWER, HIGHER]],
    ['equal', [to('7 Rope Walk'), to('8 Rope Walk')]],
  ] as const)('gets its agreed refund although the successor is refunded first, with %s amounts', async (_, steps) => {
    const { customer, z, a, b } = await threeInARow(steps);
    const { amount } = (await detail(customer, a.id)).replaces?.refund ?? {};
    await refund(a.id);
    await readChain();
    expect((await detail(customer, a.id)).status).toBe('cancelled');
    expect(await detail(customer, z.id)).toMatchObject({
      status: 'active',
      refund: { amount },
      replaced_by: { policy_id: a.id, refund: { state: 'due', amount } },
    });
    // Nothing can be asked twice.
    const preview = await customer.call<{ possible: boolean }>(
      `/insurance/policy/${z.id}/cancel?preview=true`,
      {
        method: 'POST',
      },
    );
    expect(preview.data.possible).toBe(false);
    expect((await withdraw(customer, z.id)).status).toBe(409);
    expect((await askFor(customer, z.id, LOWER)).status).toBe(409);
    expect((await previewOf(customer, z.id, LOWER)).data.problem).toContain('replaced this policy');
    expect((await customer.call(`/insurance/policy/${z.id}/renew`, { method: 'POST' })).status).toBe(409);
    // What happened after the successor ended belongs to B alone.
    for (const [id, days] of [
      [a.id, 5],
      [b.id, 3],
    ] as const)
      await begunBefore(id, days);
    const ended = new Date(Date.now() - 2 * DAY).toISOString();
    await rows('UPDATE policies SET cover_until = ? WHERE id = ? RETURNING id', ended, a.id);
    const yesterday = { incident_date: dayAgo(1) };
    expect(await submit(customer, z, yesterday)).toMatchObject({
      status: 422,
      message: expect.stringContaining(`${b.policy_number} replaced this policy before that day.`),
    });
    expect((await submit(customer, b, yesterday)).status).toBe(201);
    await refund(z.id);
    await readChain();
    expect((await detail(customer, z.id)).status).toBe('cancelled');
    expect((await detail(customer, a.id)).replaces?.refund).toMatchObject({ state: 'sent', amount });
    expect((await detail(customer, b.id)).status).toBe('active');
  });

  test('can be agreed to again for the same amount once its consent has lapsed', async () => {
    const { customer, z, a } = await threeInARow([LOWER, HIGHER]);
    const { amount } = (await detail(customer, a.id)).replaces?.refund ?? {};
    await refund(a.id);
    await readChains(later(15 * DAY), {}, ['settle endings']);
    expect((await detail(customer, z.id)).cancellation).toBeNull();
    expect(await cancelPolicy(customer, z.id)).toMatchObject({ kind: 'pro_rata', refund_amount: amount });
  });
});

describe('a policy whose successor is canceled', () => {
  test('keeps its agreed refund, since the cover that replaced it is not gone', async () => {
    const { customer, policy: z } = await insured();
    const a = await buy(customer, await quoteFor(customer, z.id, LOWER));
    await cancel(customer, a.id);
    await refund(a.id);
    await readChain();
    expect((await detail(customer, a.id)).status).toBe('cancelled');
    expect((await detail(customer, z.id)).replaced_by?.refund.state).toBe('due');
  });
});

describe('a withdrawal from a policy that replaced another', () => {
  async function replaced() {
    const { customer, policy: z } = await insured();
    const a = await buy(customer, await quoteFor(customer, z.id, LOWER));
    return { customer, z, a };
  }

  test('leads back to the old cover at once, whose refund is closed with a message', async () => {
    const { customer, z, a } = await replaced();
    expect((await detail(customer, a.id)).can_end_both).toBe(true);
    expect((await withdraw(customer, a.id)).data.state).toBe('recorded');
    expect(await detail(customer, z.id)).toMatchObject({
      status: 'active',
      in_force: true,
      replaced: false,
      cancellation: null,
      refund: null,
    });
    expect((await detail(customer, a.id)).replaces?.refund).toMatchObject({
      state: 'closed',
      reason: 'undone',
    });
    await expect(prepareRefund(deskCtx(), { policyId: z.id, outcome: 'cancelled' })).rejects.toThrow(
      'The holder has not asked to cancel this policy.',
    );
    expect((await submit(customer, z)).status).toBe(201);
  });

  test('ends both with their whole premiums if its holder says so', async () => {
    const { customer, z, a } = await replaced();
    expect((await withdrawBoth(customer, a.id, 'ends')).status).toBe(200);
    for (const policy of [z, a]) {
      const { withdrawal, refund: owed, in_force } = await detail(customer, policy.id);
      expect([withdrawal?.state, owed?.amount, in_force]).toEqual(['recorded', policy.paid_amount, false]);
      const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' });
      await sendReady(ready, UNDERWRITER);
    }
    await readChain();
    for (const policy of [z, a]) expect((await detail(customer, policy.id)).status).toBe('withdrawn');
  });

  test('ends both once the refund of the old policy was sent, and a person settles the difference', async () => {
    const { customer, z, a } = await replaced();
    await refund(z.id);
    await readChain();
    expect((await detail(customer, a.id)).can_end_both).toBe(false);
    expect((await withdraw(customer, a.id)).data.state).toBe('recorded');
    expect((await detail(customer, z.id)).withdrawal?.state).toBe('with_a_person');
    const waiting = await rows(
      'SELECT id FROM threads WHERE policy_id = ? AND waiting_since IS NOT NULL',
      z.id,
    );
    expect(waiting).toHaveLength(1);
  });

  test('of another holder ends only the policy that they hold, not what its buyer had before', async () => {
    const { customer, z, a } = await replaced();
    const heir = await Customer.arrive();
    await changeHolder(a.quote_id, heir.address);
    await readChain();
    await withdrawBoth(heir, a.id, 'ends');
    expect((await detail(heir, a.id)).withdrawal).toMatchObject({ state: 'recorded' });
    expect(await detail(customer, z.id)).toMatchObject({ status: 'active', withdrawal: null, refund: null });
  });

  test('leads back to the old cover when the 14 days of the old policy are over', async () => {
    const { customer, z, a } = await replaced();
    await begunBefore(z.id, 20);
    expect((await detail(customer, a.id)).can_end_both).toBe(false);
    await withdrawBoth(customer, a.id, 'ends');
    expect(await detail(customer, z.id)).toMatchObject({ status: 'active', withdrawal: null, refund: null });
  });
});

describe('a cancellation that was asked for between signing and paying a change', () => {
  test('does not survive the change: the refund that was agreed there takes its place, and its holder is told', async () => {
    const { customer, policy: z } = await insured();
    const quote = await quoteFor(customer, z.id, LOWER);
    const asked = await cancelPolicy(customer, z.id, later(DAY));
    const a = await buy(customer, quote);
    const { amount, state } = (await detail(customer, a.id)).replaces?.refund ?? {};
    expect([state, amount === asked.refund_amount]).toEqual(['due', false]);
    expect((await detail(customer, z.id)).cancellation).toMatchObject({
      kind: 'pro_rata',
      refund_amount: amount,
    });
    const texts = await rows<{ text: string }>(
      'SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.policy_id = ?',
      z.id,
    );
    expect(
      texts.filter(({ text }) => text.includes('The change of cover, which you have paid for since')),
    ).toHaveLength(1);
  });
});

describe('a claim on a policy that was replaced', () => {
  test('for a day before the change is approved and paid after the agreed refund, which it does not hold up', async () => {
    const hedy = await Admin.arrive('Hedy Lamarr');
    const { customer, policy: z } = await insured();
    await beginEarlier(z.quote_id, customer.address, 20);
    await begunBefore(z.id, 20);
    const a = await buy(customer, await quoteFor(customer, z.id, LOWER));
    const { data: claim } = await submit(customer, z, { incident_date: dayAgo(3) });
    expect(await decide(hedy, claim.id, 'approved')).toMatchObject({
      status: 409,
      message: expect.stringContaining('The refund is sent first; a claim can be paid after it.'),
    });
    await readChains({}, {}, ['settle endings']);
    expect((await detail(customer, a.id)).replaces?.refund.state).toBe('due');
    await refund(z.id);
    await readChain();
    expect((await detail(customer, a.id)).replaces?.refund.state).toBe('sent');
    expect((await decide(hedy, claim.id, 'approved')).status).toBe(200);
    await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
    await readChain();
    expect(await stateOf(claim.id)).toMatchObject({ status: 'paid' });
  });
});
