/** Withdrawal from a contract by policy number and email address alone. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WithdrawalConfirmed, WithdrawalReceived } from '#domain/policy/withdrawal-schema.ts';
import { issueEmailToken } from '#worker/identity/account/email.ts';
import { insured } from '../../../test/desk.ts';
import { call, countingDatabase, rows, scanFromHere, workerWith } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { detail, history, logged, withdraw } from '../../../test/withdrawals.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

beforeEach(scanFromHere);

describe('a withdrawal without a wallet', () => {
  let post: Postbox;
  let serial = 0;
  beforeEach(async () => {
    post = new Postbox();
    await env.DB.batch(
      ['threads', 'endings', 'thread_messages', 'idempotency_keys'].map((table) =>
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
    expect(
      await rows('SELECT * FROM endings WHERE policy_id = ? AND due_from IS NOT NULL', policy.id),
    ).toEqual([]);
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
    post.ahead = 17 * DAY;
    expect((await follow(token)).data.state).toBe('recorded');
    expect((await detail(customer, policy.id)).withdrawal?.state).toBe('recorded');

    const late = await covered();
    post.ahead = 16 * DAY;
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

  test('counts once if it is sent twice', async () => {
    const email = `often-${Date.now()}@example.com`;
    const [one, two] = await Promise.all([send('POL-7', email), send('POL-7', email)]);
    expect(two?.data).toEqual(one?.data);
    expect(one?.data.policy_number).toBe('POL-007');
    expect(await rows('SELECT id FROM endings WHERE email = ?', email)).toHaveLength(1);
  });

  test('is stored whatever others sent with its address before, and takes effect once a person has checked it', async () => {
    const { policy, email } = await covered();
    for (let index = 0; index < 6; index += 1) {
      const form = { name: 'Eve', email, subject: 'Boats', message: `Question ${index}` };
      expect((await call('/contact', { body: form }, post.reach)).status).toBe(201);
      expect((await send(`POL-${800 + index}`, email)).status).toBe(201);
    }
    expect((await send(policy.policy_number, email)).status).toBe(201);
    expect(
      await rows('SELECT policy_id FROM endings WHERE email = ? AND policy_id = ?', email, policy.id),
    ).toHaveLength(1);
  });

  test('is acknowledged by at most five letters a day to one mailbox, however its address is spelled', async () => {
    const name = `many-${Date.now()}`;
    const spellings = Array.from({ length: 16 }, (_, index) =>
      index % 2 === 0 ? `${name}+${index}@example.com` : `${name.toUpperCase()}+x.${index}@Example.com`,
    );
    for (const [index, email] of spellings.entries()) {
      expect((await send(`POL-${700 + index}`, email)).status).toBe(201);
    }
    const complaint = { name: 'Eve', email: `${name}@example.com`, cause: 'other', message: 'No answer.' };
    expect((await call('/complaints', { body: complaint }, post.reach)).status).toBe(201);
    const pattern = [`%${name}%`];
    expect(await rows('SELECT id FROM endings WHERE email LIKE ?', ...pattern)).toHaveLength(16);
    const letters = () => rows('SELECT target FROM outbox WHERE target LIKE ?', ...pattern);
    expect(await letters()).toHaveLength(5);
    // A mailbox of a similar name has letters of its own, and the next day has new ones.
    expect((await send('POL-700', `${name}.x@example.com`)).status).toBe(201);
    expect(await letters()).toHaveLength(6);
    post.ahead = 25 * HOUR;
    expect((await send('POL-790', `${name}+new@example.com`)).status).toBe(201);
    expect(await letters()).toHaveLength(7);
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
