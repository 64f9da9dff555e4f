/** A withdrawal whose premium can't go back by a rejection anymore: the holder's consent, and what becomes of it. */
import { encodeFunctionData } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import type { CancellationAnswer, CancellationPreview } from '#domain/policy/service-schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../../test/admin.ts';
import { consentTo, deskCtx, insured, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import {
  type Customer,
  call,
  later,
  readChain,
  rows,
  runSchedule,
  scanFromHere,
  usual,
} from '../../../test/harness.ts';
import { changeHolder } from '../../../test/registry.ts';
import { detail, logged, withdraw } from '../../../test/withdrawals.ts';

const DAY = 86_400_000;
const settle = (edges = {}) => runSchedule(edges, {}, ['settle endings']);
const asked = (id: number) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id
      WHERE t.policy_id = ? AND m.text LIKE '%can go back only with your consent%' ORDER BY m.id`,
    id,
  );
/** The registry's 30 days for a rejection are over. */
const age = (id: number) =>
  rows(
    'UPDATE policies SET cover_from = ? WHERE id = ? RETURNING id',
    new Date(Date.now() - 31 * DAY).toISOString(),
    id,
  );
const state = async (customer: Customer, id: number) => (await detail(customer, id)).withdrawal?.state;

/** A policy that was withdrawn from, and whose premium nobody sent in time. */
async function late() {
  const found = await insured();
  await withdraw(found.customer, found.policy.id);
  await age(found.policy.id);
  await settle();
  return found;
}

async function consent({ customer, policy }: Awaited<ReturnType<typeof late>>) {
  const body = await consentTo(customer, policy.id);
  return customer.call<CancellationAnswer>(`/insurance/policy/${policy.id}/cancel`, { body });
}

beforeEach(scanFromHere);

describe('a withdrawal that can no longer be refunded by a rejection', () => {
  test('asks the holder once, takes their consent once, and is refunded with it', async () => {
    const found = await late();
    const { customer, policy, quote } = found;
    const grace = await Admin.arrive('Grace Hopper', 'underwriter');
    const seen = async () =>
      (await grace.call<PolicyRequestDetail>(`/admin/policies/${policy.id}`)).data.withdrawal;
    await settle();
    expect(await asked(policy.id)).toHaveLength(1);
    expect((await detail(customer, policy.id)).withdrawal).toMatchObject({
      state: 'awaiting_consent',
      refund_due_at: null,
    });
    expect((await seen())?.consent).toEqual({ asked_at: expect.any(String), valid_until: null });
    for (const outcome of ['rejected', 'cancelled'] as const) {
      await expect(prepareRefund(deskCtx(), { policyId: policy.id, outcome })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining("so we can refund this only with the holder's consent"),
      });
    }
    const path = `/insurance/policy/${policy.id}/cancel`;
    const preview = () => customer.call<CancellationPreview>(`${path}?preview=true`, { method: 'POST' });
    expect((await preview()).data).toMatchObject({
      possible: true,
      kind: 'full',
      refund_amount: quote.amount,
      refund_usd: 1200,
    });
    const given = await consent(found);
    expect(given).toMatchObject({ status: 200, data: { kind: 'full', refund_amount: quote.amount } });
    const again = await customer.call<CancellationAnswer>(path, { body: {} });
    expect(again.data).toEqual(given.data);
    expect((await preview()).data).toMatchObject({
      possible: false,
      problem: 'You have already agreed to this refund. You stay covered until it is paid.',
    });
    expect(await state(customer, policy.id)).toBe('recorded');
    expect((await seen())?.consent?.valid_until).toBe(given.data.valid_until);
    expect((await logged(policy.id)).at(-1)?.[0]).toBe('policy.withdrawal_consented');

    const ready = await grace.call<{ outcome: string; amount: string }>(
      `/admin/policies/${policy.id}/refund`,
      { method: 'POST' },
    );
    expect(ready.data).toMatchObject({ outcome: 'cancelled', amount: quote.amount });
    await sendReady(
      await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' }),
      UNDERWRITER,
    );
    await readChain();
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'cancelled',
      in_force: false,
      refund: null,
    });
    const registry = await call<{ status: string }>(`/registry/policies/${policy.quote_id}`);
    expect(registry.data.status).toBe('cancelled');
  });

  test('asks again two weeks later, and when a consent has lapsed', async () => {
    const found = await late();
    await settle(later(13 * DAY));
    expect(await asked(found.policy.id)).toHaveLength(1);
    await settle(later(15 * DAY));
    expect(await asked(found.policy.id)).toHaveLength(2);
    await consent(found);
    await settle(later(13 * DAY));
    expect(await asked(found.policy.id)).toHaveLength(2);
    await settle(later(30 * DAY));
    expect(await asked(found.policy.id)).toHaveLength(3);
  });

  test('takes a signature under another refund as little as one by somebody else', async () => {
    const { customer, policy } = await late();
    const other = await late();
    const body = await consentTo(other.customer, other.policy.id);
    expect(await customer.call(`/insurance/policy/${policy.id}/cancel`, { body })).toMatchObject({
      status: 422,
    });
    expect(await state(customer, policy.id)).toBe('awaiting_consent');
  });

  test('takes the holder’s own call as consent, and waits again once that is revoked on chain', async () => {
    const { customer, policy, quote } = await late();
    const until = BigInt(Math.floor(Date.now() / 1000) + 86_400);
    const own = (data: `0x${string}`) => sendReady({ to: usual.contract, data }, customer.account);
    const id = policy.quote_id as `0x${string}`;
    await own(
      encodeFunctionData({
        abi,
        functionName: 'consentToCancellation',
        args: [id, BigInt(quote.amount), until],
      }),
    );
    await readChain();
    expect(await state(customer, policy.id)).toBe('recorded');
    await own(encodeFunctionData({ abi, functionName: 'revokeConsent', args: [id, until] }));
    await readChain();
    expect(await state(customer, policy.id)).toBe('awaiting_consent');
    expect((await detail(customer, policy.id)).refund).not.toBeNull();
  });

  test('is owed to the next holder after a change of holder, who is asked for a consent of their own', async () => {
    const found = await late();
    await consent(found);
    const { policy } = found;
    await changeHolder(policy.quote_id, privateKeyToAddress(generatePrivateKey()));
    await readChain();
    expect(
      await rows(
        'SELECT kind, closed_at, consent_by, consent_signature, consent_until FROM endings WHERE policy_id = ?',
        policy.id,
      ),
    ).toEqual([
      {
        kind: 'withdrawal',
        closed_at: null,
        consent_by: null,
        consent_signature: null,
        consent_until: null,
      },
    ]);
    await settle();
    expect(await asked(policy.id)).toHaveLength(2);
  });
});
