/** A database as the first edition left it, up to migration 0007: rows of every kind in every state. */
import { env } from 'cloudflare:workers';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { splitDetails } from '../src/quotes/details.ts';
import { HOME } from './harness.ts';

export type Row = Record<string, unknown>;
export const account = privateKeyToAccount(generatePrivateKey());
const wallet = account.address.toLowerCase();
const ring = { current: '1', keys: { 1: new Uint8Array(32).fill(0x6b) } };
const CONTRACT = `0x${'c0'.repeat(20)}`;
export const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`;
export const hash = (name: string) => `0x${[...name].map((c) => c.charCodeAt(0).toString(16)).join('')}`;

const insert = (table: string, row: Row) =>
  env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
  ).bind(...Object.values(row));

const place = (name: string, day: number) => ({
  chain_id: '1337',
  tx_hash: hash(`tx ${name}`),
  log_index: day,
  block_number: 100 + day,
  block_hash: hash(`block ${name}`),
  block_time: at(day),
});

async function quoteRow(name: string): Promise<Row> {
  const quote = { id: hash(name), wallet, product: 'home' as const, details: HOME };
  return {
    ...{ id: quote.id, group_id: `group ${name}`, wallet, kind: 'evm', chain_id: '1337', contract: CONTRACT },
    ...{ currency: 'ETH', token: null, decimals: 18, amount: '600000000000000000', rate: '2000' },
    ...{
      rate_source: 'reference',
      rate_at: at(1),
      product: 'home',
      premium_usd: 1200,
      coverage_usd: 500_000,
    },
    ...{ days: 365, start_date: '2026-03-01', end_date: '2027-02-28', valid_until: at(28) },
    ...{ email: 'ada@example.com', ...(await splitDetails(ring, quote)), wording_version: 'home-1' },
    ...{ details_salt: '0x5a', details_hash: hash(`details ${name}`), signature: '0x51', created_at: at(1) },
  };
}

interface Sold {
  name: string;
  policy: 'pending' | 'active' | 'cancelled';
  payment: 'unconfirmed' | 'confirmed' | 'orphaned';
  givenUp?: string;
}
/** Policies with a payment in every state; the id of each is its place in the list. */
export const SOLD: readonly Sold[] = [
  { name: 'confirmed', policy: 'active', payment: 'confirmed' },
  { name: 'young', policy: 'pending', payment: 'unconfirmed' },
  { name: 'gone', policy: 'pending', payment: 'orphaned' },
  { name: 'lost', policy: 'pending', payment: 'orphaned', givenUp: at(9) },
  { name: 'heir', policy: 'active', payment: 'confirmed' },
  { name: 'refunded', policy: 'cancelled', payment: 'confirmed' },
  { name: 'returned', policy: 'active', payment: 'confirmed' },
];

export const paymentOf = ({ name, payment, givenUp }: Sold, index: number): Row => ({
  quote_id: hash(name),
  ...place(name, index + 1),
  ...{ wallet, currency: 'ETH', amount: '600000000000000000', status: payment, created_at: at(index + 1) },
  ...{ confirmed_at: payment === 'confirmed' ? at(index + 2) : null, given_up_at: givenUp ?? null },
});

export const policyOf = ({ name, policy, payment }: Sold, index: number): Row => ({
  ...{
    id: index + 1,
    quote_id: hash(name),
    group_id: `group ${name}`,
    wallet,
    kind: 'evm',
    chain_id: '1337',
  },
  ...{ product: 'home', status: policy, needs_review: 0, premium_usd: 1200, coverage_usd: 500_000 },
  ...{ start_date: '2026-03-01', end_date: '2027-02-28', cover_until: '2027-03-01T00:00:00.000Z' },
  ...{
    cover_from: payment === 'orphaned' ? null : at(index + 1),
    paid_out_usd: 0,
    created_at: at(index + 1),
  },
});

interface Excepted {
  id: number;
  name: string;
  reason: string;
  status: string;
  /** State of the event that it rests on afterwards, and its own. */
  event: string;
  after: string;
  place: ReturnType<typeof place>;
}
/** Exceptions in every state, two of them of payments that policies rest on by now. */
export const EXCEPTED: readonly Excepted[] = [
  { id: 2, name: 'twice', reason: 'duplicate', status: 'open', event: 'unconfirmed', after: 'open' },
  {
    id: 3,
    name: 'stranger',
    reason: 'unknown_quote',
    status: 'resolved',
    event: 'confirmed',
    after: 'resolved',
  },
  { id: 5, name: 'twice', reason: 'duplicate', status: 'orphaned', event: 'orphaned', after: 'orphaned' },
  {
    id: 6,
    name: 'heir',
    reason: 'duplicate',
    status: 'became_policy',
    event: 'confirmed',
    after: 'became_policy',
  },
  {
    id: 8,
    name: 'returned',
    reason: 'duplicate',
    status: 'orphaned',
    event: 'confirmed',
    after: 'became_policy',
  },
].map((each) => {
  const sold = SOLD.findIndex(({ name }) => name === each.name);
  return {
    ...each,
    place: sold < 0 ? place(`${each.name} ${each.id}`, 10 + each.id) : place(each.name, sold + 1),
  };
});

export const exceptionOf = ({ id, name, reason, status, place: where }: Excepted): Row => ({
  ...{ id, reason, detail: `It is ${reason}.`, ...where, contract: CONTRACT, quote_id: hash(name), wallet },
  ...{ token: null, amount: '600000000000000000', product_code: 1, coverage_usd: 500_000 },
  ...{ details_hash: hash(`details ${name}`), input: '0x1234', status, created_at: at(id) },
  resolved_at: status === 'resolved' || status === 'became_policy' ? at(20) : null,
});

const change = (kind: string, quote: string, day: number, more: Row): Row => ({
  ...{ kind, ...place(`${kind} ${quote}`, day), quote_id: hash(quote), wallet },
  ...{ created_at: at(day), confirmed_at: more.status === 'confirmed' ? at(day + 1) : null, ...more },
});
export const CHANGES: readonly Row[] = [
  change('claim_paid', 'confirmed', 15, {
    ...{ id: 4, status: 'confirmed', token: null, amount: '450000000000000000', usd: 900, rate: '2000' },
    ...{ claim_number: 1, incident_at: at(3) },
  }),
  change('premium_refunded', 'refunded', 16, {
    ...{ id: 7, status: 'confirmed', amount: '500000000000000000', outcome: 'cancelled' },
    ...{ cover_until: at(16), from_status: 'active' },
  }),
  change('premium_refunded', 'stranger', 17, {
    ...{ id: 8, status: 'confirmed', amount: '600000000000000000', outcome: 'rejected', cover_until: at(17) },
  }),
  change('payment_owed', 'confirmed', 18, { id: 9, status: 'orphaned', amount: '1' }),
  change('holder_changed', 'young', 19, { id: 10, status: 'unconfirmed', counterparty: '0xelse' }),
];

export const LETTERS = ['awaiting_confirmation', 'queued', 'sent', 'failed'].map(
  (state, index): Row => ({
    ...{ id: `letter_${index}`, wallet, kind: 'confirmation', recipient: 'Ada@example.com' },
    ...{
      mailbox: 'ada@example.com',
      subject: `Letter ${index}`,
      quote_id: hash('confirmed'),
      payload: '{"a":1}',
    },
    ...{ state, attempts: index, next_attempt_at: at(5), last_error: state === 'failed' ? 'smtp_550' : null },
    ...{ created_at: at(4), sent_at: state === 'sent' ? at(5) : null, dedupe_key: `letter:${index}` },
  }),
);
export const DELIVERIES = ['pending', 'delivered', 'failed'].map(
  (state, index): Row => ({
    ...{ id: `delivery_${index}`, channel: 'webhook', target_id: 'wh_1', wallet, event_id: `evt_${index}` },
    ...{ event: 'policy.created', body: '{"b":2}', state, attempts: index + 1, next_attempt_at: at(6) },
    ...{ response_status: state === 'pending' ? null : 200 + index, created_at: at(5 + index) },
    ...{
      last_error: state === 'failed' ? 'http_202' : null,
      delivered_at: state === 'delivered' ? at(6) : null,
    },
  }),
);

const CLAIM: Row = {
  ...{ id: 1, key: 'claim-key', wallet, policy_id: 1, quote_id: hash('confirmed'), product: 'home' },
  ...{ status: 'paid', amount_cents: 90_000, description: 'A pipe burst.', incident_date: '2026-03-03' },
  ...{ incident_at: at(3), payout_usd: 900, decided_by: 1, paid_event_id: 4, created_at: at(10) },
  ...{ updated_at: at(15), version: 4 },
};
const thread = (id: number, key: string, more: Row): Row => ({
  ...{ id, key, wallet, subject: `Thread ${id}`, priority: 'normal', status: 'open', reply_count: 1 },
  ...{ last_sender: 'admin', last_preview: 'Hello', last_message_at: at(11), unread_by_customer: 1 },
  ...{ unread_by_support: 0, created_at: at(10), ...more },
});
const message = (threadId: number): Row => ({
  ...{ thread_id: threadId, sender: 'admin', text: `Hello ${threadId}`, created_at: at(11) },
  dedupe_key: `message ${threadId}`,
});

export async function fillFirstHalf(): Promise<void> {
  const quotes = [...SOLD.map(({ name }) => name), 'twice'];
  await env.DB.batch([
    ...(await Promise.all(quotes.map(quoteRow))).map((row) => insert('quotes', row)),
    ...SOLD.map((sold, index) => insert('policies', policyOf(sold, index))),
    ...SOLD.map((sold, index) => insert('payments', paymentOf(sold, index))),
    ...EXCEPTED.map((each) => insert('payment_exceptions', exceptionOf(each))),
    ...CHANGES.map((row) => insert('chain_events', row)),
    ...LETTERS.map((row) => insert('outbox', row)),
    ...DELIVERIES.map((row) => insert('deliveries', row)),
    insert('claims', CLAIM),
    insert('threads', thread(1, 'claim:claim-key', { type: 'claim', claim_id: 1 })),
    insert('threads', thread(2, 'ticket', { type: 'support', category: 'policies' })),
    insert('thread_messages', message(1)),
    insert('thread_messages', message(2)),
    insert('policy_events', {
      ...{ policy_id: 1, kind: 'opened', to_status: 'active', at: at(1), chain_id: '1337' },
      ...{ tx_hash: hash('tx confirmed'), request_id: 'request' },
    }),
    insert('payment_hints', {
      ...{ chain_id: '1337', tx_hash: hash('hint'), wallet, created_at: at(1), next_check_at: at(2) },
    }),
    insert('webhooks', {
      ...{ id: 'wh_1', wallet, url: 'https://hooks.example.com/in', events: '["policy.created"]' },
      ...{ sealed_secret: '1.AAAA.AAAA', created_at: at(1) },
    }),
  ]);
}
