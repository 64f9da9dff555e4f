import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { exceptionDetail, exceptionStatistics } from '#domain/admin/records-schema.ts';
import type { ReadyTransaction } from '#domain/payouts/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { deskCtx, raced, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import {
  Customer,
  later,
  ORIGIN,
  rows,
  scanFromHere,
  TRAVEL,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { settleException } from './exception.ts';
import type { ExceptionEntry } from './present.ts';

type Detail = z.output<typeof exceptionDetail>;
interface List {
  exceptions: ExceptionEntry[];
  pagination: { total_exceptions: number; next_cursor: string | null };
}
const DAY = 86_400_000;

let hedy: Admin;
beforeEach(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

/** A customer who paid a draft twice. */
async function paidTwice() {
  const customer = await Customer.arrive();
  const form = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
  const { draft_id } = (await customer.call<{ draft_id: string }>('/insurance/drafts', { body: form })).data;
  const twice = { ...form, details: undefined, draft_id };
  const [first, second] = [(await customer.quote(twice)).data, (await customer.quote(twice)).data];
  await customer.report(await customer.pay(first));
  const hash = await customer.pay(second);
  await customer.report(hash);
  const [policy] = await customer.policies();
  const [row] = await rows<{ id: number }>(
    'SELECT id FROM payment_exceptions WHERE wallet = ?',
    customer.address.toLowerCase(),
  );
  return { customer, quote: second, hash, policy, id: row?.id ?? 0 };
}

const list = (query = '') => hedy.call<List>(`/admin/exceptions${query}`);
const detail = (id: number, reach?: Parameters<Admin['call']>[2]) =>
  hedy.call<Detail>(`/admin/exceptions/${id}`, {}, reach);
const prepare = (id: number) =>
  hedy.call<ReadyTransaction>(`/admin/exceptions/${id}/refund`, { method: 'POST' });
const confirm = (id: number, transaction_hash: string) =>
  hedy.call(`/admin/exceptions/${id}/refund/confirm`, { body: { transaction_hash } });
const actions = async (id: number) =>
  (
    await rows<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
      `exception:${id}`,
    )
  ).map(({ action }) => action);

describe('payments without a policy', () => {
  test('are counted by status', async () => {
    const figures = async () =>
      (await hedy.call<z.output<typeof exceptionStatistics>>('/admin/exceptions/statistics')).data;
    const before = await figures();
    const { id } = await paidTwice();
    const open = await figures();
    const of = ({ by_status }: typeof open) =>
      by_status.map(({ status, count }) => `${status} ${count}`).join(', ');
    const [was] = before.by_status;
    expect(open.total).toBe(before.total + 1);
    expect(of(open)).toBe(`open ${(was?.count ?? 0) + 1}, resolved 0, became_policy 0`);
    await rows("UPDATE payment_exceptions SET status = 'resolved' WHERE id = ? RETURNING id", id);
    expect(of(await figures())).toBe(`open ${was?.count}, resolved 1, became_policy 0`);
    await rows("UPDATE payment_exceptions SET status = 'open' WHERE id = ? RETURNING id", id);
  });

  test('are listed with payer, amount, policy and due date, newest first', async () => {
    const first = await paidTwice();
    const second = await paidTwice();
    const { data } = await list();
    expect(data.exceptions.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(data.exceptions[0]).toMatchObject({
      id: second.id,
      reason: 'duplicate',
      status: 'open',
      wallet_address: second.customer.address,
      customer: 'Ada Lovelace',
      chain_id: 1337,
      tx_hash: second.hash,
      quote_id: second.quote.quote_id,
      amount: second.quote.amount,
      currency: 'ETH',
      decimals: 18,
      policy_id: second.policy?.id,
      policy_number: second.policy?.policy_number,
    });
    const { paid_at, refund_due_at } = data.exceptions[0] as ExceptionEntry;
    const days = (Date.parse(refund_due_at) - Date.parse(paid_at)) / DAY;
    expect([7, 6, 5]).toContain(days);
  });

  test('are filtered by status with a true total, found by wallet and paged by cursor', async () => {
    const { id, customer } = await paidTwice();
    await paidTwice();
    const open = (await list('?status=open&limit=1')).data;
    const [counted] = await rows<{ n: number }>(
      "SELECT count(*) n FROM payment_exceptions WHERE status = 'open'",
    );
    expect(open.pagination.total_exceptions).toBe(counted?.n);
    const next = (await list(`?status=open&limit=1&cursor=${open.pagination.next_cursor}`)).data;
    expect(next.exceptions.map((each) => each.id)).toEqual([id]);
    expect((await list(`?search=${customer.address}`)).data.exceptions.map((each) => each.id)).toEqual([id]);
    expect((await list('?status=resolved')).data.exceptions.map((each) => each.id)).not.toContain(id);
    expect((await list('?status=lost')).status).toBe(422);
  });

  test('are downloaded whole', async () => {
    const { id, hash } = await paidTwice();
    const response = await workerWith({})(
      new Request(`${ORIGIN}/api/admin/exceptions/export`, {
        headers: { authorization: `Bearer ${hedy.token}` },
      }),
    );
    const lines = (await response.text()).split('\r\n');
    expect(lines[1]?.startsWith(`${id},duplicate,open,Ada Lovelace,`)).toBe(true);
    expect(lines[1]).toContain(hash);
  });
});

describe('the refund of such a payment', () => {
  test('is prepared, sent by the underwriter and confirmed by its event, once', async () => {
    const { id } = await paidTwice();
    expect((await detail(id)).data).toMatchObject({
      refund: { possible: true, problem: null, outcome: 'rejected', consented_until: null },
      refunded_at: null,
      refund_tx_hash: null,
      resolved_at: null,
      notes: [],
    });
    const ready = await prepare(id);
    expect(ready).toMatchObject({ status: 200, data: { kind: 'evm', outcome: 'rejected', chain_id: 1337 } });
    const hash = await sendReady(ready.data, UNDERWRITER);
    expect((await confirm(id, hash)).status).toBe(200);
    expect((await confirm(id, hash)).status).toBe(200);
    expect((await detail(id)).data).toMatchObject({
      status: 'resolved',
      refund_tx_hash: hash,
      refund: { possible: false, problem: 'This payment was already refunded.' },
    });
    expect((await prepare(id)).status).toBe(409);
    expect(await actions(id)).toEqual(['exception.refund_prepared', 'exception.refund_confirmed']);
    const lines = (await detail(id)).data.audit_log;
    expect(lines.map(({ action }) => action)).toEqual([
      ...['exception.refund_confirmed', 'exception.refund_prepared'],
    ]);
    const support = await Admin.arrive('Sue', 'support');
    expect((await support.call<Detail>(`/admin/exceptions/${id}`)).data.audit_log).toEqual([]);
  });

  test('needs the payer’s consent after thirty days', async () => {
    const { id } = await paidTwice();
    // The administrator's session ends before that.
    await rows("UPDATE admin_sessions SET expires_at = '2099' RETURNING jti");
    await rows(
      'UPDATE chain_events SET cover_from = ?1, block_time = ?1 WHERE id = (SELECT event_id FROM payment_exceptions WHERE id = ?2) RETURNING id',
      new Date(Date.now() - 31 * DAY).toISOString(),
      id,
    );
    const { refund } = (await detail(id, workerWith(later(0)))).data;
    expect(refund).toMatchObject({ possible: false, outcome: 'cancelled' });
    expect(refund.problem).toBe(
      "Cover began more than 30 days ago, so we can refund this only with the holder's consent.",
    );
    expect((await prepare(id)).message).toBe(refund.problem);
  });

  test('is refused for another transaction and for a payment that does not exist', async () => {
    const { id, hash } = await paidTwice();
    expect((await confirm(id, hash)).status).toBe(422);
    expect((await prepare(999_999)).status).toBe(404);
    expect((await detail(999_999)).status).toBe(404);
    const claims = await Admin.arrive('C', 'claims');
    expect((await claims.call(`/admin/exceptions/${id}/refund`, { method: 'POST' })).status).toBe(403);
  });
});

test('a payment that is owed back cannot be settled by hand', async () => {
  const { id } = await paidTwice();
  const settle = (who = hedy) => who.call(`/admin/exceptions/${id}/settle`, { body: { text: 'Done.' } });
  expect(await settle()).toMatchObject({
    status: 409,
    message: 'This payment is owed back, and its refund settles it.',
  });
  expect((await settle(await Admin.arrive('C', 'claims'))).status).toBe(403);
  expect((await detail(id)).data.status).toBe('open');
});

test('a claim that was paid twice is settled only once', async () => {
  const { id } = await paidTwice();
  await rows("UPDATE payment_exceptions SET reason = 'claim_paid_twice' WHERE id = ?", id);
  const admin = { id: hedy.id, email: hedy.email, name: '', role: 'administrator', jti: 'test' } as const;
  const settled = "UPDATE payment_exceptions SET status = 'resolved' WHERE id = ?";
  await settleException({ ...raced(deskCtx(), settled, id), admin }, { id, text: 'Done.' });
  expect((await detail(id)).data.notes).toEqual([]);
  await rows("UPDATE payment_exceptions SET status = 'open' WHERE id = ?", id);
  await rows(
    "UPDATE chain_events SET status = 'orphaned' WHERE id = (SELECT event_id FROM payment_exceptions WHERE id = ?)",
    id,
  );
  expect(await hedy.call(`/admin/exceptions/${id}/settle`, { body: { text: 'Done.' } })).toMatchObject({
    status: 409,
    message: 'This payout is not on the chain at the moment.',
  });
});

test('keeps notes on a payment', async () => {
  const { id } = await paidTwice();
  const path = `/admin/exceptions/${id}/notes`;
  expect((await hedy.call(path, { body: { text: 'The bank called.' } })).status).toBe(201);
  expect((await detail(id)).data.notes).toMatchObject([{ text: 'The bank called.', author: 'Hedy Lamarr' }]);
  expect(await actions(id)).toEqual(['exception.noted']);
});
