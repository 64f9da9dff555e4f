/** Withdrawal from a contract with the wallet. */
import { encodeFunctionData, maxUint256 } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { deskCounts } from '../../../test/counts.ts';
import {
  asHolder,
  awaitingReview,
  cancelPolicy,
  consentTo,
  deskCtx,
  insured,
  raced,
  sendReady,
  UNDERWRITER,
} from '../../../test/desk.ts';
import {
  Customer,
  call,
  later,
  readChain,
  readChains,
  rows,
  runSchedule,
  scanFromHere,
  shakyChain,
  TRAVEL,
  term,
  usual,
} from '../../../test/harness.ts';
import { refund, revertTo } from '../../../test/registry.ts';
import { detail, history, logged, withdraw } from '../../../test/withdrawals.ts';
import { withdrawFromContract } from './withdraw.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const settle = (edges = {}) => runSchedule(edges, {}, ['settle endings']);

const messages = async (id: number) =>
  (
    await rows<{ text: string; sender: string }>(
      'SELECT m.text, m.sender FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.policy_id = ? ORDER BY m.id',
      id,
    )
  ).map(({ sender, text }) => `${sender}: ${text}`);
const decideClaims = (policyId: number, status: string) =>
  rows('UPDATE claims SET status = ? WHERE policy_id = ? RETURNING id', status, policyId);
const payOut = (policyId: number) =>
  rows('UPDATE policies SET paid_out_usd = 400 WHERE id = ? RETURNING id', policyId);

beforeEach(scanFromHere);

describe('a withdrawal with the wallet', () => {
  test('owes the whole premium at once, once however often asked, and leaves line, message and letter', async () => {
    const { customer, quote, policy } = await insured();
    const before = await detail(customer, policy.id);
    // The 14th day after the purchase, to its end at UTC-12.
    const bought = Date.parse(before.created_at.slice(0, 10));
    expect(Date.parse(before.withdrawable_until ?? '') - bought).toBe(15 * DAY + 12 * HOUR);
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(customer, policy.id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.submitted_at)).size).toBe(1);
    const { submitted_at: at, refund_due_at: due, state } = answers[0]?.data as WithdrawalAnswer;
    expect(state).toBe('recorded');
    const days = (Date.parse(due ?? '') - Date.parse(at)) / DAY;
    // Five business days are a week, or a day or two less from a weekend on.
    expect([5, 6, 7]).toContain(Math.round(days));

    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'active',
      in_force: false,
      cancellation: null,
      withdrawal: { submitted_at: at, state: 'recorded', refund_due_at: due },
      withdrawable_until: null,
      refund: { amount: quote.amount, due_at: due },
    });
    expect((await history(policy.id)).filter((kind) => kind.startsWith('withdraw'))).toEqual([
      'withdrawal_received',
    ]);
    expect(await logged(policy.id)).toEqual([
      [
        'policy.withdrawal_received',
        { submitted_at: at, state, refund_due_at: due, by: 'wallet', note: null },
      ],
    ]);
    const told = (await messages(policy.id)).filter((text) => text.includes('withdrawal'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(
      new RegExp(
        `^admin: We received your withdrawal from the contract of policy ${policy.policy_number}\\. You submitted it on \\w+ \\d+, \\d{4}, ${at.slice(11, 16)} UTC\\. Your whole premium of .* goes back`,
      ),
    );
    const letters = await rows(
      "SELECT target FROM outbox WHERE kind = 'withdrawal_recorded' AND quote_id = ?",
      policy.quote_id,
    );
    expect(letters).toEqual([{ target: 'ada@example.com' }]);
    expect(
      await customer.call(`/insurance/policy/${policy.id}/cancel?preview=true`, { method: 'POST' }),
    ).toMatchObject({
      data: {
        possible: false,
        problem: 'You have withdrawn from this policy, so its whole premium goes back to you.',
      },
    });
  });

  test('makes an active policy withdrawn by the refund’s event, after which it takes no claim and no renewal', async () => {
    const { customer, quote, policy } = await insured();
    await withdraw(customer, policy.id);
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' });
    expect(ready).toMatchObject({ amount: quote.amount, usd: 1200, outcome: 'rejected' });
    await sendReady(ready, UNDERWRITER);
    await readChain();
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'withdrawn',
      in_force: false,
      refund: null,
    });
    expect((await history(policy.id)).at(-1)).toBe('withdrawn');
    expect((await messages(policy.id)).at(-1)).toMatch(
      /^admin: You withdrew from the contract of policy .*, and the cover has ended\.$/,
    );
    const claim = await submit(customer, policy);
    expect(claim).toMatchObject({
      status: 422,
      message: 'You withdrew from the contract of this policy, so no claim on it is paid.',
    });
    expect((await customer.call(`/insurance/policy/${policy.id}/renew`, { method: 'POST' })).status).toBe(
      409,
    );
    expect(await withdraw(customer, policy.id)).toMatchObject({ status: 200, data: { state: 'recorded' } });
    const { counted, actual } = await deskCounts();
    expect(counted).toEqual(actual);
    const registry = await call<{ status: string }>(`/registry/policies/${policy.quote_id}`);
    expect(registry.data.status).toBe('rejected');
  });

  test('is owed its premium again when a reorganization removes the refund’s event', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    await withdraw(customer, policy.id);
    const snapshot = await shakyChain.snapshot();
    await refund(policy.id, shakyChain, 'rejected');
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, policy.id)).status).toBe('withdrawn');
    await revertTo(snapshot, 6);
    await readChains();
    await readChains();
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'active',
      withdrawal: { state: 'recorded' },
      refund: { amount: policy.paid_amount },
    });
  });

  test('takes a policy under review out of the review, and nobody can approve or reject it anymore', async () => {
    const { customer, policy } = await awaitingReview();
    await withdraw(customer, policy.id);
    expect(
      await rows(
        "SELECT status, section, mark FROM desk_rows WHERE kind = 'policies' AND record = ?",
        policy.id,
      ),
    ).toEqual([{ status: 'pending', section: 'refunds_owed', mark: null }]);
    const { counted, actual } = await deskCounts();
    expect(counted).toEqual(actual);
    expect(await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' })).toMatchObject({
      outcome: 'rejected',
    });
    await expect(
      prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' }),
    ).rejects.toMatchObject({ message: 'The holder has not asked to cancel this policy.' });
  });

  test('replaces a request to cancel, whose consent can then neither lapse nor be revoked', async () => {
    const { customer, quote, policy } = await insured();
    const consent = await consentTo(customer, policy.id);
    await cancelPolicy(customer, policy.id);
    expect((await withdraw(customer, policy.id)).data.state).toBe('recorded');
    const again = await customer.call(`/insurance/policy/${policy.id}/cancel`, { body: consent });
    expect(again.status).toBe(409);
    await readChain(later(20 * DAY));
    expect(await rows('SELECT kind, closed_as FROM endings WHERE policy_id = ?', policy.id)).toEqual([
      { kind: 'cancellation', closed_as: 'superseded' },
      { kind: 'withdrawal', closed_as: null },
    ]);
    expect((await detail(customer, policy.id)).refund?.amount).toBe(quote.amount);
  });

  test('stays owed when its holder revokes every consent on chain', async () => {
    const { customer, policy, quote } = await insured();
    await withdraw(customer, policy.id);
    const args = [policy.quote_id as `0x${string}`, maxUint256] as const;
    const data = encodeFunctionData({ abi, functionName: 'revokeConsent', args });
    await sendReady({ to: usual.contract, data }, customer.account);
    await readChain();
    expect((await detail(customer, policy.id)).refund?.amount).toBe(quote.amount);
    expect((await detail(customer, policy.id)).withdrawal?.state).toBe('recorded');
  });

  test('is possible up to the last second of 14 days, and not one second later', async () => {
    const { customer, policy } = await insured();
    const { withdrawable_until: until } = await detail(customer, policy.id);
    const end = Date.parse(until ?? '');
    const at = (clock: number) =>
      withdrawFromContract(asHolder(customer, { clock: () => clock }), { id: policy.id });
    await expect(at(end + 1000)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^The 14 days to withdraw from this contract ended on .*\. You can still cancel the policy\.$/,
      ),
    });
    expect(await at(end)).toMatchObject({ state: 'recorded' });
  });

  test('of a trip of up to 30 days is possible until the trip begins', async () => {
    const trip = { insurance_type: 'travel', details: TRAVEL };
    const { customer, policy } = await insured({ ...trip, ...term(10, 5) });
    expect((await detail(customer, policy.id)).withdrawable_until).toBe(
      `${term(10, 5).policy_start_date}T00:00:00.000Z`,
    );
    const begun = await insured({ ...trip, ...term(10) });
    expect(await withdraw(begun.customer, begun.policy.id)).toMatchObject({
      status: 409,
      message:
        'A trip of up to 30 days can be withdrawn from within 14 days of the purchase and before it begins. You can still cancel the policy.',
    });
    const long = await insured({ ...trip, ...term(31) });
    expect((await withdraw(long.customer, long.policy.id)).status).toBe(200);
  });

  test('is handed to a person when a claim was paid before it', async () => {
    const paid = await insured();
    await submit(paid.customer, paid.policy);
    await decideClaims(paid.policy.id, 'paid');
    await payOut(paid.policy.id);
    expect((await withdraw(paid.customer, paid.policy.id)).data.state).toBe('with_a_person');
    const statement = `user: I withdraw from the contract of policy ${paid.policy.policy_number}.`;
    expect((await messages(paid.policy.id)).some((text) => text.startsWith(statement))).toBe(true);
    const waiting = await rows(
      'SELECT id FROM threads WHERE policy_id = ? AND waiting_since IS NOT NULL',
      paid.policy.id,
    );
    expect(waiting).toHaveLength(1);
  });

  test('closes our own rejection, whose premium then goes back as for a withdrawal', async () => {
    const { customer, policy } = await awaitingReview();
    const grace = await Admin.arrive('Grace Hopper');
    const body = { status: 'rejected', admin_notes: 'Too close to the river.' };
    await grace.call(`/admin/policies/${policy.id}/status`, { method: 'PATCH', body });
    expect((await withdraw(customer, policy.id)).data.state).toBe('recorded');
    const [row] = await rows<{ refund_kind: string; queue: string }>(
      "SELECT refund_kind, section FROM policies p JOIN desk_rows d ON d.kind = 'policies' AND d.record = p.id WHERE p.id = ?",
      policy.id,
    );
    expect(row).toEqual({ refund_kind: 'withdrawal', section: 'refunds_owed' });
  });

  test('in time is stored and for a person although the policy was already canceled and refunded', async () => {
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    await refund(policy.id);
    await readChain();
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'cancelled',
      withdrawable_until: expect.any(String),
    });
    expect((await withdraw(customer, policy.id)).data.state).toBe('with_a_person');
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
  });

  test('is not held up by fifty others that wait for a refund under way', async () => {
    const stuck = await insured();
    await withdraw(stuck.customer, stuck.policy.id);
    await payOut(stuck.policy.id);
    // Fifty older ones whose refunds can still arrive.
    const copies = (sql: string) =>
      rows(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) ${sql}`,
        stuck.policy.id,
      );
    const same =
      'wallet, kind, chain_id, product, status, needs_review, premium_usd, coverage_usd, paid_out_usd, start_date, cover_start_date, end_date, cover_from, cover_until, created_at, withdrawn_at';
    await copies(
      `INSERT INTO policies (id, quote_id, group_id, purchase_event_id, ${same})
        SELECT 900000 + i, quote_id || i, group_id || i, -i, ${same} FROM policies, n WHERE id = ? RETURNING id`,
    );
    await copies(
      `INSERT INTO endings (id, policy_id, kind, asked_at, due_from) SELECT -i, 900000 + i, kind, asked_at, due_from
        FROM endings, n WHERE policy_id = ? RETURNING policy_id`,
    );
    await copies(
      `INSERT INTO transfers (id, kind, method, state, chain_id, quote_id, step, prepared_by, prepared_name, prepared_at, request_id)
        SELECT 'stuck ' || i, 'refund', 'contract', 'prepared', chain_id, quote_id || i, 'pay', 1, '', created_at, ''
        FROM policies, n WHERE id = ? RETURNING id`,
    );
    await settle();
    expect((await detail(stuck.customer, stuck.policy.id)).withdrawal?.state).toBe('with_a_person');
    for (const table of ['endings', 'policies'])
      await rows(
        `DELETE FROM ${table} WHERE ${table === 'policies' ? 'id > 900000' : 'id < 0'} RETURNING id`,
      );
  });

  test.each([
    ['a claim', ''],
    ['a decision', 'UPDATE policies SET version = version + 1 WHERE id = ?'],
    ['a payout', 'UPDATE policies SET paid_out_usd = 5, version = version + 1 WHERE id = ?'],
  ])('writes nothing if %s comes between reading and writing', async (what, sql) => {
    const { customer, policy } = await insured();
    const other = sql ? () => rows(sql, policy.id) : () => submit(customer, policy);
    const ctx = raced(asHolder(customer), other);
    await expect(withdrawFromContract(ctx, { id: policy.id }), what).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('that a person answers is stored once, also when two arrive at the same time', async () => {
    const { customer, policy } = await insured();
    await payOut(policy.id);
    const first = () => withdraw(customer, policy.id);
    const second = await withdrawFromContract(raced(asHolder(customer), first), { id: policy.id });
    expect(second).toMatchObject({ state: 'with_a_person' });
    expect(await rows('SELECT closed_as FROM endings WHERE policy_id = ?', policy.id)).toEqual([
      { closed_as: 'person' },
    ]);
    expect((await messages(policy.id)).filter((text) => text.startsWith('user: I withdraw'))).toHaveLength(1);
  });

  test('answers 404 for the policy of another wallet', async () => {
    const { policy } = await insured();
    const stranger = await Customer.arrive();
    expect((await withdraw(stranger, policy.id)).status).toBe(404);
  });
});
