/**
 * For every POST that writes: the worker dies between the write and its response, and the request is
 * repeated.
 */
import { expect, test } from 'vitest';
import { Admin } from './admin.ts';
import { callTime, claimBody, claimed } from './claims.ts';
import { consentTo, insured } from './desk.ts';
import { dyingDatabase } from './faults.ts';
import {
  type Call,
  type Customer,
  Customer as Customers,
  HOME,
  later,
  rows,
  term,
  workerWith,
} from './harness.ts';

/** The statement that records what was written; its batch is the write. */
const WRITE = /do update set "record_id"/;
const HOUR = 3_600_000;
interface Post {
  who: Customer | Admin;
  path: string;
  body?: unknown;
  /** SQL that counts what these requests made. */
  count: string;
  by: unknown;
}

const thread = async (who: Customer) =>
  (await who.call<{ id: number }>('/messages/create', { body: { subject: 'Roof', message: 'Hail?' } })).data;
const ofWallet = (table: string, { address }: Customer) => ({
  count: `SELECT count(*) AS n FROM ${table} WHERE wallet = ?`,
  by: address.toLowerCase(),
});
const ofThread = (id: number) => ({
  count: 'SELECT count(*) AS n FROM thread_messages WHERE thread_id = ?',
  by: id,
});

const POSTS: Record<string, () => Promise<Post>> = {
  'a draft': async () => {
    const who = await Customers.arrive();
    const body = { insurance_type: 'home', details: HOME, ...term() };
    return { who, path: '/insurance/drafts', body, ...ofWallet('drafts', who) };
  },
  'a quote': async () => {
    const who = await Customers.arrive();
    return { who, path: '/insurance/quotes', body: who.quoteBody(), ...ofWallet('quotes', who) };
  },
  'a renewal': async () => {
    const { customer, policy } = await insured(term(30));
    const path = `/insurance/policy/${policy.id}/renew`;
    return { who: customer, path, ...ofWallet('drafts', customer) };
  },
  'a cancellation': async () => {
    const { customer, policy } = await insured();
    const count =
      "SELECT count(*) AS n FROM policy_history WHERE kind = 'cancellation_requested' AND policy_id = ?";
    const body = await consentTo(customer, policy.id);
    return { who: customer, path: `/insurance/policy/${policy.id}/cancel`, body, count, by: policy.id };
  },
  'a claim': async () => {
    const { customer, policy } = await insured();
    return {
      who: customer,
      path: '/claims/submit',
      body: claimBody(policy),
      ...ofWallet('claims', customer),
    };
  },
  'a call': async () => {
    const { customer, claim } = await claimed();
    const body = { preferred_at: callTime(), telephone: '+44 20 7946 0018' };
    const count = "SELECT count(*) AS n FROM claim_timeline WHERE kind = 'call_requested' AND claim_id = ?";
    return { who: customer, path: `/claims/${claim.id}/call`, body, count, by: claim.id };
  },
  'a message': async () => {
    const who = await Customers.arrive();
    const body = { subject: 'Roof', message: 'Is hail covered?' };
    return { who, path: '/messages/create', body, ...ofWallet('threads', who) };
  },
  'a reply': async () => {
    const who = await Customers.arrive();
    const { id } = await thread(who);
    return {
      who,
      path: '/messages/reply',
      body: { message: 'And snow?', parent_message_id: id },
      ...ofThread(id),
    };
  },
  'a reply by support': async () => {
    const { id } = await thread(await Customers.arrive());
    const who = await Admin.arrive('Hedy Lamarr');
    return { who, path: `/admin/messages/${id}/reply`, body: { message: 'Yes.' }, ...ofThread(id) };
  },
  'a note about a customer': async () => {
    const { address } = await Customers.arrive();
    const who = await Admin.arrive('Hedy Lamarr');
    const count = 'SELECT count(*) AS n FROM desk_notes WHERE subject = ?';
    const body = { text: 'Calls often.' };
    return { who, path: `/admin/users/${address}/notes`, body, count, by: `user:${address.toLowerCase()}` };
  },
  'a vote': async () => {
    const who = await Customers.arrive();
    const path = '/support/faq/file-a-claim/vote';
    return { who, path, body: { helpful: true }, ...ofWallet('faq_votes', who) };
  },
  'a webhook': async () => {
    const who = await Customers.arrive();
    const body = { url: 'https://hooks.example.com/a', events: ['claim.paid'] };
    return { who, path: '/webhooks', body, ...ofWallet('webhooks', who) };
  },
};

const numberOf = async ({ count, by }: Post) => (await rows<{ n: number }>(count, by))[0]?.n ?? 0;

test.each(Object.keys(POSTS))('does not repeat %s written before the worker died', async (name) => {
  const post = await (POSTS[name] as () => Promise<Post>)();
  const before = await numberOf(post);
  const options: Call = { method: 'POST', body: post.body, headers: { 'idempotency-key': 'the-key' } };
  const send = (reach?: ReturnType<typeof workerWith>) => post.who.call(post.path, options, reach);

  expect((await send(workerWith({}, { DB: dyingDatabase(WRITE) }))).status).toBe(500);
  expect(await numberOf(post)).toBe(before + 1);
  for (const reach of [undefined, workerWith(later(61_000)), workerWith(later(HOUR))]) {
    const again = await send(reach);
    expect(again.success, again.message).toBe(true);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  }
  expect(await numberOf(post)).toBe(before + 1);
});
