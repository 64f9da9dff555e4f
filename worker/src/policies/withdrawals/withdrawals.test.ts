/** Withdrawal from a contract: with the wallet, and by policy number and email address alone. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '../../../../domain/policy/schema.ts';
import type {
  WithdrawalAnswer,
  WithdrawalConfirmed,
  WithdrawalReceived,
} from '../../../../domain/policy/withdrawal-schema.ts';
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
  countingDatabase,
  later,
  readChain,
  readChains,
  rows,
  runSchedule,
  scanFromHere,
  shakyChain,
  TRAVEL,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { refund, revertTo } from '../../../test/registry.ts';
import { issueEmailToken } from '../../identity/account/email-token.ts';
import { prepareRefund } from '../../settlement/refunds/prepare.ts';
import { withdrawFromContract } from './withdraw.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const settle = (edges = {}) => runSchedule(edges, {}, ['settle withdrawals']);

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const withdraw = (customer: Customer, id: number) =>
  customer.call<WithdrawalAnswer>(`/insurance/policy/${id}/withdraw`, { method: 'POST' });
const history = async (id: number) =>
  (await rows<{ kind: string }>('SELECT kind FROM policy_events WHERE policy_id = ? ORDER BY id', id)).map(
    ({ kind }) => kind,
  );
const logged = async (id: number) =>
  (
    await rows<{ action: string; after: string }>(
      'SELECT action, after FROM audit_log WHERE subject = ? ORDER BY id',
      `policy:${id}`,
    )
  ).map(({ action, after }) => [action, JSON.parse(after)]);
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
    const end = Date.parse(before.withdrawable_until ?? '') - Date.parse(before.created_at);
    expect(Math.abs(end - 14 * DAY)).toBeLessThan(HOUR);
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
      in_force: true,
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
      message: 'You withdrew from this policy and have the whole premium back.',
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
    expect(await rows('SELECT status, queue FROM policies WHERE id = ?', policy.id)).toEqual([
      { status: 'pending', queue: 'refunds_owed' },
    ]);
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
    expect(await rows('SELECT signature, amount FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([
      { signature: 'withdrawal', amount: quote.amount },
    ]);
  });

  test('is possible up to the last second of 14 days, and not one second later', async () => {
    const { customer, policy } = await insured();
    const { withdrawable_until: until } = await detail(customer, policy.id);
    const end = Date.parse(until ?? '');
    const at = (clock: number) => withdrawFromContract(asHolder(customer, { clock: () => clock }), policy.id);
    await expect(at(end + 1000)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^The 14 days to withdraw from this contract ended on .*\. You can still cancel the policy\.$/,
      ),
    });
    expect(await at(end)).toMatchObject({ state: 'recorded' });
  });

  test('of a trip of less than a month is possible until the trip begins', async () => {
    const trip = { insurance_type: 'travel', details: TRAVEL };
    const { customer, policy } = await insured({ ...trip, ...term(10, 5) });
    expect((await detail(customer, policy.id)).withdrawable_until).toBe(
      `${term(10, 5).policy_start_date}T00:00:00.000Z`,
    );
    const begun = await insured({ ...trip, ...term(10) });
    expect(await withdraw(begun.customer, begun.policy.id)).toMatchObject({
      status: 409,
      message:
        'A trip of less than a month can be withdrawn from within 14 days of the purchase and before it begins. You can still cancel the policy.',
    });
    const long = await insured({ ...trip, ...term(30) });
    expect((await withdraw(long.customer, long.policy.id)).status).toBe(200);
  });

  test('waits for an open claim, and owes the premium once the claim is rejected', async () => {
    const { customer, policy } = await insured();
    await submit(customer, policy);
    expect((await withdraw(customer, policy.id)).data).toMatchObject({
      state: 'waiting_for_claim',
      refund_due_at: null,
    });
    await settle();
    expect((await detail(customer, policy.id)).withdrawal?.state).toBe('waiting_for_claim');
    await decideClaims(policy.id, 'rejected');
    await Promise.all([settle(), settle()]);
    expect((await detail(customer, policy.id)).withdrawal).toMatchObject({
      state: 'recorded',
      refund_due_at: expect.any(String),
    });
    expect((await history(policy.id)).filter((kind) => kind.startsWith('withdraw'))).toEqual([
      'withdrawal_received',
    ]);
    expect(
      (await messages(policy.id)).filter((text) => text.includes('goes back to the wallet')),
    ).toHaveLength(2);
  });

  test('is handed to a person when a claim was paid, before it or after it', async () => {
    const paid = await insured();
    await submit(paid.customer, paid.policy);
    await decideClaims(paid.policy.id, 'paid');
    await payOut(paid.policy.id);
    expect((await withdraw(paid.customer, paid.policy.id)).data.state).toBe('with_a_person');
    const statement = `user: I withdraw from the contract of policy ${paid.policy.policy_number}.`;
    expect((await messages(paid.policy.id)).some((text) => text.startsWith(statement))).toBe(true);

    const late = await insured();
    await withdraw(late.customer, late.policy.id);
    expect((await submit(late.customer, late.policy)).status).toBe(201);
    // A claim closes a request to cancel, but not a withdrawal.
    await readChain();
    expect((await detail(late.customer, late.policy.id)).withdrawal?.state).toBe('recorded');
    expect((await detail(late.customer, late.policy.id)).refund).not.toBeNull();
    await expect(
      prepareRefund(deskCtx(), { policyId: late.policy.id, outcome: 'rejected' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await decideClaims(late.policy.id, 'paid');
    await payOut(late.policy.id);
    await settle();
    expect(await detail(late.customer, late.policy.id)).toMatchObject({
      status: 'active',
      refund: null,
      withdrawal: { state: 'with_a_person' },
    });
    expect(await rows('SELECT queue, withdrawn_at FROM policies WHERE id = ?', late.policy.id)).toEqual([
      { queue: null, withdrawn_at: null },
    ]);
    const waiting = await rows(
      'SELECT id FROM threads WHERE policy_id IN (?, ?) AND waiting_since IS NOT NULL',
      paid.policy.id,
      late.policy.id,
    );
    expect(waiting).toHaveLength(2);
  });

  test.each([
    ['a claim', 'INSERT INTO claims SELECT * FROM claims WHERE 0', true],
    ['a decision', 'UPDATE policies SET version = version + 1 WHERE id = ?', false],
    ['a payout', 'UPDATE policies SET paid_out_usd = 5 WHERE id = ?', false],
  ])('writes nothing if %s comes between reading and writing', async (what, sql, isClaim) => {
    const { customer, policy } = await insured();
    if (isClaim) {
      await submit(customer, policy);
      await decideClaims(policy.id, 'rejected');
      sql = "UPDATE claims SET status = 'pending' WHERE policy_id = ?";
    }
    const ctx = raced(asHolder(customer), sql, policy.id);
    await expect(withdrawFromContract(ctx, policy.id), what).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM withdrawals WHERE policy_id = ?', policy.id)).toEqual([]);
    expect(await rows('SELECT * FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('answers 404 for the policy of another wallet', async () => {
    const { policy } = await insured();
    const stranger = await Customer.arrive();
    expect((await withdraw(stranger, policy.id)).status).toBe(404);
  });
});

describe('a withdrawal without a wallet', () => {
  let post: Postbox;
  let serial = 0;
  beforeEach(async () => {
    post = new Postbox();
    await env.DB.batch(
      ['threads', 'thread_messages', 'idempotency_keys'].map((table) =>
        env.DB.prepare(`DELETE FROM ${table}`),
      ),
    );
  });
  const send = (policy_number: string, email: string, more = {}, reach = post.reach) =>
    call<WithdrawalReceived>('/withdrawals', { body: { policy_number, email, ...more } }, reach);
  const follow = (token: string, reach = post.reach) =>
    call<WithdrawalConfirmed>('/withdrawals/confirm', { body: { token } }, reach);
  /** Delivers what waits and takes the link of the newest acknowledgment to the address. */
  async function linkTo(email: string): Promise<string> {
    await post.schedule();
    await post.deliver();
    const letter = post
      .to(email)
      .findLast(({ subject }) => subject.startsWith('We received your withdrawal from'));
    const token = letter && /withdraw#token=([\w-]+)/.exec(letter.text)?.[1];
    if (!token) throw new Error(`No acknowledgment went to ${email}`);
    return token;
  }
  /** A policy whose holder's address is confirmed, unless said otherwise. */
  async function covered({ confirmed = true } = {}) {
    serial += 1;
    const email = `holder-${serial}-${Date.now()}@example.com`;
    const found = await insured({ email });
    if (confirmed) {
      await rows(
        'INSERT INTO confirmed_emails (wallet, mailbox, email, confirmed_at) VALUES (?, ?, ?, ?) RETURNING wallet',
        found.customer.address.toLowerCase(),
        email,
        email,
        new Date().toISOString(),
      );
    }
    return { ...found, email };
  }

  test('answers and writes the same, with the same work, whether or not there is such a policy or address', async () => {
    const { policy, email } = await covered();
    const tried = async (number: string, address: string) => {
      const database = countingDatabase();
      const reach = workerWith(post.edges, { DB: database.DB } as Partial<Env>);
      const { status, data, message } = await send(number, address, {}, reach);
      const { submitted_at: _, ...rest } = data;
      const work = { trips: database.roundTrips(), statements: database.statements.length };
      return { status, message, keys: Object.keys(data), echoed: Object.values(rest), work };
    };
    const known = await tried(policy.policy_number, email);
    const stranger = `stranger-${Date.now()}@example.com`;
    const wrongAddress = await tried(policy.policy_number, stranger);
    const noPolicy = await tried('POL-999999', `nobody-${Date.now()}@example.com`);
    expect(known).toMatchObject({ status: 201, echoed: [policy.policy_number, email] });
    expect({ ...wrongAddress, echoed: [] }).toEqual({ ...known, echoed: [] });
    expect({ ...noPolicy, echoed: [] }).toEqual({ ...known, echoed: [] });
    await post.schedule();
    await post.deliver();
    const texts = post.sent.map(({ text, to }) =>
      text
        .replace(/token=[\w-]+/, 'token')
        .replaceAll(to, 'address')
        .replace(/POL-\d+/g, 'number')
        .replace(/\d+:\d+ UTC/, 'time'),
    );
    expect(texts).toHaveLength(3);
    expect(new Set(texts).size).toBe(1);
    expect(await rows('SELECT * FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('is acknowledged at once with content, date and time, and takes effect with the link to the confirmed address', async () => {
    const { customer, policy, email } = await covered();
    const { data: received } = await send(policy.policy_number.toLowerCase(), email, {
      name: 'Ada Lovelace',
    });
    expect(received).toEqual({
      policy_number: policy.policy_number,
      email,
      submitted_at: expect.stringMatching(/Z$/),
    });
    const token = await linkTo(email);
    const [letter] = post.to(email).filter(({ subject }) => subject.includes('withdrawal'));
    expect(letter?.subject).toBe(`We received your withdrawal from ${policy.policy_number}`);
    for (const part of [
      'I withdraw from the contract',
      policy.policy_number,
      `${received.submitted_at.slice(11, 16)} UTC`,
    ]) {
      expect(letter?.text).toContain(part);
    }
    expect(letter?.text).not.toContain('Ada');
    expect((await detail(customer, policy.id)).withdrawal).toBeNull();

    post.ahead = 3 * DAY;
    const answers = await Promise.all([follow(token), follow(token)]);
    for (const { status, data } of [...answers, await follow(token)]) {
      expect(status).toBe(200);
      expect(data).toEqual({
        policy_number: policy.policy_number,
        submitted_at: received.submitted_at,
        state: 'recorded',
      });
    }
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'active',
      withdrawal: { submitted_at: received.submitted_at, state: 'recorded' },
    });
    expect(await rows('SELECT status, waiting_since FROM threads WHERE contact_email = ?', email)).toEqual([
      { status: 'resolved', waiting_since: null },
    ]);
    expect((await logged(policy.id)).map(([action, { by }]) => [action, by])).toEqual([
      ['policy.withdrawal_received', 'link'],
    ]);
  });

  test('counts from its submission, even if the link is followed after the 14 days', async () => {
    const { customer, policy, email } = await covered();
    post.ahead = 14 * DAY - HOUR;
    await send(policy.policy_number, email);
    const token = await linkTo(email);
    post.ahead = 15 * DAY;
    expect((await follow(token)).data.state).toBe('recorded');
    expect((await detail(customer, policy.id)).withdrawal?.state).toBe('recorded');

    const late = await covered();
    post.ahead = 14 * DAY + HOUR;
    await send(late.policy.policy_number, late.email);
    expect((await follow(await linkTo(late.email))).data.state).toBe('checking');
    expect((await detail(late.customer, late.policy.id)).withdrawal).toBeNull();
  });

  test.each([
    ['another address', { confirmed: true }, (email: string) => `x${email}`],
    [
      'the policy’s address, which its holder never confirmed',
      { confirmed: false },
      (email: string) => email,
    ],
  ])('waits for a person when the link goes to %s', async (_, options, addressOf) => {
    const { customer, policy, email } = await covered(options);
    const address = addressOf(email);
    await send(policy.policy_number, address);
    expect((await follow(await linkTo(address))).data.state).toBe('checking');
    expect(await detail(customer, policy.id)).toMatchObject({ withdrawal: null, refund: null });
    expect(await rows('SELECT waiting_since FROM threads WHERE contact_email = ?', address)).toEqual([
      { waiting_since: expect.any(String) },
    ]);
  });

  test('tells whoever follows a link about no policy exactly what it tells about a stranger’s policy', async () => {
    const { policy } = await covered();
    const told = async (number: string) => {
      const address = `who-${number}-${Date.now()}@example.com`;
      await send(number, address);
      const { status, data, message } = await follow(await linkTo(address));
      return { status, message, state: data.state };
    };
    expect(await told('POL-999998')).toEqual({ status: 200, message: undefined, state: 'checking' });
    expect(await told(policy.policy_number)).toEqual({ status: 200, message: undefined, state: 'checking' });
  });

  test('changes nothing with the link of another letter or an expired one', async () => {
    const { customer, policy, email } = await covered({ confirmed: false });
    await send(policy.policy_number, email);
    const token = await linkTo(email);
    const address = { wallet: customer.address.toLowerCase(), mailbox: email, email };
    expect((await follow(await issueEmailToken(post.ctx, address))).status).toBe(404);
    expect((await follow('x'.repeat(43))).status).toBe(404);
    post.ahead = 14 * DAY + HOUR;
    expect(await follow(token)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await detail(customer, policy.id)).withdrawal).toBeNull();
  });

  test('counts once if it is sent twice, and shares the limit of five a day with the contact form', async () => {
    const email = `often-${Date.now()}@example.com`;
    const [one, two] = await Promise.all([send('POL-7', email), send('POL-7', email)]);
    expect(two?.data).toEqual(one?.data);
    expect(one?.data.policy_number).toBe('POL-007');
    expect(await rows('SELECT id FROM withdrawals WHERE email = ?', email)).toHaveLength(1);
    for (const number of ['POL-8', 'POL-9', 'POL-10', 'POL-11'])
      expect((await send(number, email)).status).toBe(201);
    expect(await send('POL-12', email)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await rows('SELECT id FROM withdrawals WHERE email = ?', email)).toHaveLength(5);
  });

  test.each([
    ['policy number', { policy_number: 'my policy' }, 'Please enter the policy number, such as POL-004.'],
    ['email address', { email: 'grace' }, 'Please enter a valid email address'],
  ])('is refused without a valid %s', async (_, change, message) => {
    const body = { policy_number: 'POL-7', email: 'grace@example.com', ...change };
    expect(await call('/withdrawals', { body }, post.reach)).toMatchObject({ status: 422, message });
  });

  test('that comes after the holder’s own changes nothing and is settled with it', async () => {
    const { customer, policy, email } = await covered();
    const { data } = await withdraw(customer, policy.id);
    await send(policy.policy_number, email);
    expect((await follow(await linkTo(email))).data.state).toBe('recorded');
    expect((await detail(customer, policy.id)).withdrawal).toEqual(data);
    expect((await history(policy.id)).filter((kind) => kind === 'withdrawal_received')).toHaveLength(1);
  });
});
