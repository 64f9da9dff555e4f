/** The desk's list of policies, one policy with its record on chain, decisions and changes of holder. */
import { env } from 'cloudflare:workers';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PolicyRequestDetail, PolicyRequestEntry } from '#domain/admin/policies-schema.ts';
import type { QueueItem } from '#domain/admin/records-schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
import {
  ADMIN,
  awaitingReview,
  deskCtx,
  GUARDIAN,
  insured,
  raced,
  sendReady,
  UNDERWRITER,
} from '../../../test/desk.ts';
import {
  type Answer,
  Customer,
  call,
  chain,
  countingDatabase,
  HOME,
  noChain,
  readChains,
  rows,
  scanFromHere,
  shakyChain,
  workerWith,
} from '../../../test/harness.ts';
import { listAll } from '../../../test/listed.ts';
import { changeHolder } from '../../../test/registry.ts';
import { decidePolicy } from './decide.ts';

interface List {
  policies: PolicyRequestEntry[];
  pagination: { total_policies: number; next_cursor: string | null };
}

let grace: Admin;
let auditor: Admin;
let handler: Admin;

beforeAll(async () => {
  [grace, auditor, handler] = await Promise.all([
    Admin.arrive('Grace Hopper', 'underwriter'),
    Admin.arrive('Alan Turing', 'auditor'),
    Admin.arrive('Hedy Lamarr', 'claims'),
  ]);
});
beforeEach(scanFromHere);

const list = (query = '') => grace.call<List>(`/admin/policies?${query}`);
const detail = async (id: number | string, admin = grace) =>
  (await admin.call<PolicyRequestDetail>(`/admin/policies/${id}`)).data;
const decide = (id: number, status: string, notes?: string, headers: Record<string, string> = {}) =>
  grace.call<PolicyRequestEntry>(`/admin/policies/${id}/status`, {
    method: 'PATCH',
    body: { status, ...(notes === undefined ? {} : { admin_notes: notes }) },
    headers,
  });
const actions = async (id: number) =>
  (
    await rows<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
      `policy:${id}`,
    )
  ).map(({ action }) => action);
const messages = async (id: number) =>
  (
    await rows<{ text: string }>(
      `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.policy_id = ? ORDER BY m.id`,
      id,
    )
  ).map(({ text }) => text);

describe('the list of policies', () => {
  const SEEDED = 300;
  beforeAll(async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SEEDED})
       INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
         coverage_usd, start_date, end_date, cover_until, created_at, purchase_event_id, customer_name, item_description,
         cover_start_date)
       SELECT 'seed' || i, 'seed' || i, '0x' || printf('%040x', i), 'evm', '1337',
         CASE i % 3 WHEN 0 THEN 'home' WHEN 1 THEN 'car' ELSE 'travel' END,
         CASE i % 4 WHEN 0 THEN 'pending' WHEN 1 THEN 'active' WHEN 2 THEN 'rejected' ELSE 'cancelled' END,
         0, i, 1000, '2020-01-01', date('2020-01-01', '+' || i || ' days'), '2021-01-01T00:00:00.000Z',
         '2020-01-01T00:00:00.000Z', 9000000 + i, 'Seeded ' || i, 'Item ' || i, '2020-01-01' FROM n`,
    ).run();
    await listAll('policies');
  });
  afterAll(() => env.DB.prepare("DELETE FROM policies WHERE quote_id LIKE 'seed%'").run());

  test('shows the fields of the specification, newest first @cases-1', async () => {
    const { customer, policy } = await insured();
    const { data } = await list();
    expect(data.policies).toHaveLength(10);
    expect(data.policies[0]).toEqual({
      id: policy.id,
      policy_id: policy.policy_number,
      status: 'approved',
      policy_type: 'home',
      customer: 'Ada Lovelace',
      wallet: customer.address,
      total_premium: 1200,
      coverage_amount: 500_000,
      item_description: 'Single Family, 1998',
      submitted_date: expect.any(String),
      end_date: policy.policy_end_date,
      needs_review: false,
      declined_at: null,
    });
    expect((await list(`search=${policy.policy_number}`)).data.policies.map(({ id }) => id)).toEqual([
      policy.id,
    ]);
    expect((await list('status=cancelled&policy_type=car')).data.pagination.total_policies).toBe(25);
    expect((await list('status=active')).status).toBe(422);
  });

  test('reads little more than a page for every filter of the newest and every sort, on page one and behind a deep cursor', async () => {
    const filters = ['', 'status=pending', 'policy_type=travel', 'status=rejected&policy_type=home'];
    for (const [sort, sorted] of Object.entries({
      created_at: filters,
      total_premium: [''],
      end_date: [''],
    })) {
      for (const filter of sorted) {
        for (const order of ['ASC', 'DESC']) {
          let cursor: string | null = '';
          for (let page = 0; page < 3 && cursor !== null; page += 1) {
            const query = `${filter}&sortBy=${sort}&sortOrder=${order}&limit=5${cursor && `&cursor=${cursor}`}`;
            const counted = countingDatabase();
            const answer: Answer<List> = await grace.call<List>(
              `/admin/policies?${query}`,
              {},
              workerWith({}, { DB: counted.DB }),
            );
            expect(answer.status, query).toBe(200);
            expect(await counted.rowsRead(), query).toBeLessThanOrEqual(2 * 5 + 20);
            cursor = answer.data.pagination.next_cursor;
          }
        }
      }
    }
  });

  test('is downloaded whole as CSV with the filters of the list', async () => {
    const response = await workerWith({})(
      new Request('http://localhost:8787/api/admin/policies/export?policy_type=travel&status=rejected', {
        headers: { authorization: `Bearer ${auditor.token}` },
      }),
    );
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines).toHaveLength(26);
    expect(lines[1]).toContain(',Rejected,Travel,Seeded ');
  });

  test('has figures by status and product, and the policies that end within 30 days @cases-4', async () => {
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    await rows("UPDATE policies SET end_date = ? WHERE quote_id IN ('seed1', 'seed2')", soon);
    const counted = countingDatabase();
    const { data } = await grace.call<{ renewals_due: PolicyRequestEntry[] }>(
      '/admin/policies/statistics',
      {},
      workerWith({}, { DB: counted.DB }),
    );
    expect(await counted.rowsRead()).toBeLessThanOrEqual(60);
    expect(data).toMatchObject({
      by_status: expect.arrayContaining([{ status: 'rejected', count: 75 }]),
      by_type: expect.arrayContaining([{ policy_type: 'car', count: 100 }]),
      renewals_limited: false,
    });
    // The other one was rejected, so nobody renews it.
    expect(data.renewals_due).toMatchObject([{ customer: 'Seeded 1', end_date: soon, status: 'approved' }]);
  });
});

describe('one policy', () => {
  test('comes with its record on chain, and says that both agree @cases-2', async () => {
    const { customer, policy, quote, hash } = await insured();
    const answer = await grace.call<PolicyRequestDetail>(`/admin/policies/${policy.policy_number}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.data).toMatchObject({
      id: policy.id,
      customer_status: 'active',
      quote_id: quote.quote_id,
      email: 'ada@example.com',
      payment: {
        tx_hash: hash,
        currency: 'ETH',
        amount: quote.amount,
        confirmed: true,
        chain_id: 1337,
        verify_block: null,
      },
      facts: expect.arrayContaining([
        { label: 'Address', value: null, private: true },
        { label: 'Year built', value: '1998', private: false },
      ]),
      chain: {
        holder: customer.address,
        active: true,
        coverage_usd: 500_000,
        paid_out_usd: 0,
        claims: 0,
        enforced_by: 'contract',
        agrees: true,
        differences: [],
      },
      chain_problem: null,
      holder_change: null,
      cancellation: null,
      rejectable_until: null,
      claims: [],
      audit_log: [],
    });
    await rows('UPDATE policies SET coverage_usd = 400000 WHERE id = ?', policy.id);
    expect((await detail(policy.id)).chain).toMatchObject({
      agrees: false,
      differences: ['The registry shows a coverage of $500,000.'],
    });
    expect((await grace.call('/admin/policies/999999')).status).toBe(404);
  });

  test('answers without the chain, and says so', async () => {
    const { policy } = await claimed();
    const { data, status } = await grace.call<PolicyRequestDetail>(
      `/admin/policies/${policy.id}`,
      {},
      workerWith(noChain),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({
      chain: null,
      chain_problem: 'The network cannot be reached at the moment.',
    });
    expect(data.claims).toHaveLength(1);
  });

  test('reveals private details for a reason, and keeps notes, for those who may', async () => {
    const { policy } = await insured();
    const reveal = (admin: Admin) =>
      admin.call<{ facts: { label: string; value: string }[] }>(`/admin/policies/${policy.id}/reveal`, {
        body: { reason: 'The adjuster asked.' },
      });
    expect((await reveal(auditor)).status).toBe(403);
    expect((await reveal(grace)).data.facts).toContainEqual({ label: 'Address', value: HOME.house_address });
    const note = (admin: Admin) =>
      admin.call(`/admin/policies/${policy.id}/notes`, { body: { text: 'Called back.' } });
    expect((await note(handler)).status).toBe(403);
    expect((await note(grace)).status).toBe(201);
    expect((await detail(policy.id)).notes).toMatchObject([{ text: 'Called back.', author: 'Grace Hopper' }]);
    expect((await detail(policy.id, auditor)).audit_log.map(({ action }) => action)).toEqual([
      'policy.noted',
      'policy.revealed',
    ]);
  });
});

describe('decisions', () => {
  test('an approval makes a paid policy active and tells its holder once @cases-3', async () => {
    const { customer, policy } = await awaitingReview();
    expect(policy.status).toBe('pending');
    expect(await detail(policy.id)).toMatchObject({
      needs_review: true,
      rejectable_until: expect.any(String),
    });
    expect(await decide(policy.id, 'approved', 'Looks fine.', { 'if-match': '"7"' })).toMatchObject({
      status: 409,
    });
    const answer = await decide(policy.id, 'approved', 'Looks fine.', { 'if-match': '"1"' });
    expect(answer).toMatchObject({ status: 200, data: { status: 'approved', needs_review: false } });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect((await customer.policies())[0]?.status).toBe('active');
    expect((await messages(policy.id)).at(-1)).toContain('it is active');
    expect(
      await rows("SELECT kind FROM outbox WHERE kind = 'policy_active' AND quote_id = ?", policy.quote_id),
    ).toHaveLength(1);
    expect((await detail(policy.id)).notes).toMatchObject([{ text: 'Approved: Looks fine.' }]);
    expect(await actions(policy.id)).toEqual(['policy.approved']);
    expect(await decide(policy.id, 'approved')).toMatchObject({
      status: 409,
      message: `${policy.policy_number} does not await approval.`,
    });
  });

  test('an approval before the payment is confirmed takes effect with the confirmation', async () => {
    const { customer, policy } = await awaitingReview(shakyChain);
    expect(await decide(policy.id, 'approved')).toMatchObject({
      data: { status: 'pending', needs_review: false },
      message: 'The policy becomes active as soon as the network confirms its payment.',
    });
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    expect((await customer.policies())[0]?.status).toBe('active');
  });

  test('a rejection tells the customer why, and the policy ends with the refund', async () => {
    const { customer, policy } = await awaitingReview();
    expect((await decide(policy.id, 'rejected')).status).toBe(422);
    expect(await decide(policy.id, 'rejected', 'The house stands on a fault line.')).toMatchObject({
      status: 200,
      data: { status: 'pending', needs_review: false, declined_at: expect.any(String) },
      message: 'The decision is recorded. The policy ends with the refund, which you can prepare now.',
    });
    const text = (await messages(policy.id)).at(-1);
    expect(text).toContain('The reason: The house stands on a fault line.');
    expect(text).toContain('Your whole premium of 0.6 ETH');
    expect((await customer.policies())[0]?.status).toBe('pending');
    const ready = await grace.call<{ to: string; data: string; outcome: string }>(
      `/admin/policies/${policy.id}/refund`,
      { method: 'POST' },
    );
    expect(ready.data.outcome).toBe('rejected');
    const transaction_hash = await sendReady(ready.data, UNDERWRITER);
    const confirmed = await grace.call(`/admin/policies/${policy.id}/refund/confirm`, {
      body: { transaction_hash },
    });
    expect(confirmed.status).toBe(200);
    expect((await customer.policies())[0]?.status).toBe('rejected');
    expect(await actions(policy.id)).toEqual([
      'policy.rejected',
      'policy.refund_prepared',
      'policy.refund_confirmed',
    ]);
    const { policy: active } = await insured();
    expect(await decide(active.id, 'rejected', 'No.')).toMatchObject({
      status: 409,
      message: 'Only a policy that awaits approval can be rejected.',
    });
  });

  test('refuses a decision on what the caller saw when another change came first, and else decides again on what that left', async () => {
    const { policy } = await awaitingReview();
    const { id, email } = grace;
    const admin = { id, email, name: 'Grace Hopper', role: 'underwriter', jti: 'test' } as const;
    const [seen] = await rows<{ version: number }>('SELECT version FROM policies WHERE id = ?', policy.id);
    const decision = { id: policy.id, status: 'approved' } as const;
    const decide = (other: string, ifMatch?: string) =>
      decidePolicy({ ...raced(deskCtx(), other, policy.id), admin }, { ...decision, ifMatch });
    const counted = 'UPDATE policies SET version = version + 1 WHERE id = ?';
    await expect(decide(counted, `"${seen?.version}"`)).rejects.toMatchObject({
      message: 'This policy was just changed. Please review it and try again.',
    });
    const reviewed = 'UPDATE policies SET version = version + 1, needs_review = 0 WHERE id = ?';
    await expect(decide(reviewed)).rejects.toThrow('does not await approval');
    await rows('UPDATE policies SET needs_review = 1 WHERE id = ?', policy.id);
    await decide(counted);
    expect(await rows('SELECT status FROM policies WHERE id = ?', policy.id)).toEqual([{ status: 'active' }]);
  });
});

describe('a change of holder', () => {
  interface Step {
    to: string;
    data: string;
    roles: string[];
  }
  const prepare = (id: number, step: string, new_holder?: string) =>
    grace.call<Step>(`/admin/policies/${id}/holder-change`, { body: { step, new_holder } });
  const report = (id: number, step: string, transaction_hash: string) =>
    grace.call<{ confirmed: boolean }>(`/admin/policies/${id}/holder-change/confirm`, {
      body: { step, transaction_hash },
    });

  test('is proposed, confirmed and completed by transactions that are verified by their events', async () => {
    const { customer, policy } = await insured();
    const heir = await Customer.arrive();
    const { id } = policy;
    const proposed = await prepare(id, 'propose', heir.address);
    expect(proposed).toMatchObject({ status: 200, data: { roles: ['underwriter'] } });
    const hash = await sendReady(proposed.data, UNDERWRITER);
    expect(await report(id, 'confirm', hash)).toMatchObject({
      status: 422,
      message: 'This transaction did something else.',
    });
    expect(await report(id, 'propose', hash)).toMatchObject({ status: 200, data: { confirmed: true } });
    await report(id, 'propose', hash);
    expect((await detail(id)).holder_change).toMatchObject({
      new_holder: heir.address,
      confirmed: false,
      contested: false,
      effective_at: null,
    });
    const confirmed = await prepare(id, 'confirm', heir.address);
    expect(confirmed.data.roles).toEqual(['administrator']);
    await report(id, 'confirm', await sendReady(confirmed.data, ADMIN));
    expect((await detail(id)).holder_change).toMatchObject({
      confirmed: true,
      effective_at: expect.any(String),
    });
    expect(await prepare(id, 'complete')).toMatchObject({
      status: 409,
      message: 'The change of holder is not confirmed yet, or its waiting time is not over.',
    });
    expect(await actions(id)).toEqual([
      'policy.holder_change_prepared',
      'policy.holder_change_propose',
      'policy.holder_change_prepared',
      'policy.holder_change_confirm',
    ]);
    expect((await customer.policies()).map((each) => each.id)).toEqual([id]);
  });

  test('a reported step is in the queue at once, in the section of whoever acts next', async () => {
    const { policy } = await insured();
    const { id } = policy;
    const heir = await Customer.arrive();
    const sectionOf = async () => {
      const { data } = await grace.call<{ items: QueueItem[] }>('/admin/queue');
      const own = data.items.find((item) => item.kind === 'holder_changes' && item.id === String(id));
      return own?.section ?? null;
    };
    expect(await sectionOf()).toBeNull();
    const proposed = await prepare(id, 'propose', heir.address);
    await report(id, 'propose', await sendReady(proposed.data, UNDERWRITER));
    expect(await sectionOf()).toBe('second_person');
    const confirmed = await prepare(id, 'confirm', heir.address);
    await report(id, 'confirm', await sendReady(confirmed.data, ADMIN));
    expect(await sectionOf()).toBe('time');
    const stopped = await prepare(id, 'stop');
    await report(id, 'stop', await sendReady(stopped.data, ADMIN));
    expect(await sectionOf()).toBeNull();
  });

  test('moves the policy when its completion is reported', async () => {
    const { customer, policy } = await insured();
    const heir = await Customer.arrive();
    await changeHolder(policy.quote_id, heir.address);
    const block = await chain.getBlock({ includeTransactions: true });
    const hash = block.transactions.at(-1)?.hash ?? '';
    expect(await report(policy.id, 'complete', hash)).toMatchObject({
      status: 200,
      data: { confirmed: true },
    });
    expect(await customer.policies()).toEqual([]);
    const { data } = await heir.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`);
    expect(data.id).toBe(policy.id);
    expect((await detail(policy.id)).wallet).toBe(heir.address);
  });

  test('an objection needs administrator and guardian, and only they can stop it', async () => {
    const { customer, policy } = await insured();
    const heir = await Customer.arrive();
    const { id } = policy;
    await sendReady((await prepare(id, 'propose', heir.address)).data, UNDERWRITER);
    expect((await prepare(id, 'stop')).data.roles).toEqual(['underwriter', 'administrator', 'guardian']);
    const data = encodeFunctionData({
      abi,
      functionName: 'contestHolderChange',
      args: [policy.quote_id as `0x${string}`],
    });
    await sendReady({ to: (await detail(id)).chain?.contract ?? '', data }, customer.account);
    expect((await detail(id)).holder_change).toMatchObject({ contested: true, confirmed: false });
    expect((await prepare(id, 'confirm', heir.address)).data.roles).toEqual(['administrator', 'guardian']);
    const stop = await prepare(id, 'stop');
    expect(stop.data.roles).toEqual(['administrator', 'guardian']);
    const hash = await sendReady(stop.data, GUARDIAN);
    expect((await report(id, 'stop', hash)).status).toBe(200);
    expect((await detail(id)).holder_change).toBeNull();
  });

  test('refuses a mistyped address, the holder itself and unknown transactions', async () => {
    const { customer, policy } = await insured();
    expect((await prepare(policy.id, 'propose')).status).toBe(422);
    const heir = (await Customer.arrive()).address;
    const swapped = heir.replace(/[a-fA-F]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect((await prepare(policy.id, 'propose', swapped)).status).toBe(409);
    expect((await prepare(policy.id, 'propose', customer.address)).status).toBe(409);
    expect(await prepare(policy.id, 'confirm', heir)).toMatchObject({
      status: 409,
      message: 'No change to this holder is under way, or it has lapsed.',
    });
    expect((await report(policy.id, 'propose', `0x${'7f'.repeat(32)}`)).status).toBe(202);
  });
});

test('answers only administrators, and lets only underwriters write', async () => {
  const { customer, policy } = await insured();
  for (const path of ['/admin/policies', '/admin/policies/statistics', `/admin/policies/${policy.id}`]) {
    expect((await call(path)).status).toBe(401);
    expect((await customer.call(path)).status).toBe(401);
    expect((await auditor.call(path)).status).toBe(200);
  }
  const body = { step: 'stop' };
  expect((await handler.call(`/admin/policies/${policy.id}/holder-change`, { body })).status).toBe(403);
  const approve = { method: 'PATCH', body: { status: 'approved' } };
  expect((await auditor.call(`/admin/policies/${policy.id}/status`, approve)).status).toBe(403);
});
