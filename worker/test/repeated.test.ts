/** The answer to a change is lost, and the client sends the same change of the same version again. */
import { beforeAll, expect, test } from 'vitest';
import type { SettingsAnswer } from '#domain/admin/settings-schema.ts';
import { callsOf } from '#worker/platform/http/serve.ts';
import { CONTRACT } from '#worker/served.gen.ts';
import { type Admin, adminLogin } from './admin.ts';
import { claimed, submit } from './claims.ts';
import { approvedBy, decide, prepare, sendUnmined, stateOf, twoAtTheDesk, unmined } from './decided.ts';
import { awaitingReview, CLAIMS, insured, sendReady } from './desk.ts';
import { Customer, rows, signIn, TRAVEL, term, usual } from './harness.ts';

let hedy: Admin;
let grace: Admin;
beforeAll(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
});

interface Change {
  /** In place of the path's parameter. */
  id?: number | string;
  /** The version that was seen, by default the first. */
  version?: number | string;
  body?: object;
  /** Another administrator than the one who changed it before. */
  by?: Admin;
}

const aClaim = async (body: object, changes: Record<string, unknown> = {}): Promise<Change> => ({
  id: (await claimed(changes)).claim.id,
  body,
});
const anApproval = async (body?: object): Promise<Change> => {
  const { id } = (await approvedBy(hedy)).claim;
  return { id, version: Number((await stateOf(id)).version), ...(body && { body }) };
};
const aForm =
  (form: 'profile' | 'notifications' | 'security' | 'system' | 'underwriting' | 'sender', body: object) =>
  async (): Promise<Change> => ({
    version: (await hedy.call<SettingsAnswer>('/admin/settings')).data[form].version,
    body,
  });
const ask = async (customer: Customer, subject: string): Promise<number> => {
  const body = { subject, message: 'Is hail covered?' };
  return (await customer.call<{ id: number }>('/messages/create', { body })).data.id;
};
const asRead = async (id: number, body: object): Promise<Change> => {
  const { headers } = await hedy.call(`/admin/messages/${id}`);
  return { id, version: headers.get('etag')?.slice(1, -1) ?? '', body };
};
const aThread = (body: object) => async (): Promise<Change> =>
  asRead(await ask(await Customer.arrive(), 'Roof'), body);
const twoThreads = async (): Promise<Change> => {
  const customer = await Customer.arrive();
  const id = await ask(customer, 'Roof');
  return asRead(id, { thread_id: await ask(customer, 'Hail') });
};
const aReply = async (title: string, body?: object): Promise<Change> => {
  const saved = await hedy.call<{ id: number; updated_at: string }>('/admin/saved-replies', {
    body: { title, text: 'Yes.' },
  });
  return { id: saved.data.id, version: saved.data.updated_at, ...(body && { body }) };
};
const aTraveler = async (): Promise<Change> => {
  const details = { ...TRAVEL, additional_travelers: [BYRON] };
  const { customer, policy } = await insured({ insurance_type: 'travel', details, ...term(31, 0) });
  const { data } = await submit(customer, policy, { traveler: 2, claim_amount: 1000, cause: 'medical' });
  return { id: data.id, body: { age_is_false: true, reason: 'Born in 2007.' } };
};
const BYRON = {
  name: 'Byron King',
  birth_date: '2015-05-12',
  passport_number: 'CD7654321',
  passport_country: 'france',
};
const TRANSFER = { payment_method: 'bank_transfer', payout_amount: 2500 };
const REASON = { reason: 'The invoice is from last year.' };

const CHANGES: readonly (readonly [string, () => Promise<Change>])[] = [
  ['assignClaim', () => aClaim({ admin_id: grace.id })],
  ['decideClaim', () => aClaim({ status: 'approved' })],
  ['decideClaim', () => aClaim({ status: 'approved' }, { claim_amount: 50_000 })],
  ['decideClaim', () => aClaim({ status: 'rejected', clause: 'not_covered-2', admin_notes: 'Worn.' })],
  ['decideClaim', () => aClaim({ status: 'under_review', requested_documents: 'The invoice.' })],
  [
    'decideClaim',
    async () => {
      const { id = 0 } = await aClaim({}, { claim_amount: 50_000 });
      await decide(hedy, Number(id), 'approved');
      return { id, version: 2, body: { status: 'approved' }, by: grace };
    },
  ],
  ['undoClaimDecision', anApproval],
  ['correctClaimCause', () => aClaim({ cause: 'water' }, { cause: 'fire' })],
  ['correctClaimAge', aTraveler],
  ['changeClaimReserve', () => aClaim({ reserve_usd: 5200, reason: 'The floor has to go too.' })],
  ['sendClaimBack', () => anApproval(REASON)],
  ['preparePayout', () => anApproval()],
  ['reportPayment', () => anApproval({ ...TRANSFER, reference: 'MT103 1' })],
  [
    'reportPayment',
    async () => {
      const change = await anApproval({ ...TRANSFER, reference: 'MT103 2' });
      await hedy.call(`/admin/claims/${change.id}/payment`, { body: change.body });
      return { ...change, version: Number(change.version) + 1, by: grace };
    },
  ],
  [
    'reportPayment',
    async () => {
      const change = await anApproval();
      const ready = await prepare(hedy, Number(change.id));
      return { ...change, body: { transaction_hash: await sendReady(ready.data, CLAIMS) } };
    },
  ],
  ['setUserStatus', async () => ({ id: (await Customer.arrive()).address, body: { status: 'inactive' } })],
  ['decidePolicy', async () => ({ id: (await awaitingReview()).policy.id, body: { status: 'approved' } })],
  [
    'decidePolicy',
    async () => ({
      id: (await awaitingReview()).policy.id,
      body: { status: 'rejected', admin_notes: 'The house is empty.' },
    }),
  ],
  [
    'decidePolicy',
    async () => {
      const { id } = (await awaitingReview()).policy;
      const body = { status: 'rejected', admin_notes: 'The house is empty.' };
      await hedy.call(`/admin/policies/${id}/status`, { method: 'PATCH', body });
      return { id, version: 2, body: { status: 'approved', take_back: true } };
    },
  ],
  ['changeOwnProfile', aForm('profile', { name: 'Hedwig Kiesler' })],
  ['changeOwnNotifications', aForm('notifications', { veto: true })],
  ['changeSecurity', aForm('security', { session_minutes: 30 })],
  // One of them holds at once, and one waits for a second administrator.
  ['changeSystem', aForm('system', { platform_fee_bps: 300, second_confirmation_usd: 9_000_000 })],
  ['changeUnderwriting', aForm('underwriting', { home_age_review: 99 })],
  ['changeSender', aForm('sender', { sender_name: 'Mooring Insurance' })],
  ['changeThread', aThread({ priority: 'urgent' })],
  ['updateThreadStatus', aThread({ status: 'resolved' })],
  ['mergeThread', twoThreads],
  ['changeSavedReply', () => aReply('Hail', { text: 'No.' })],
  ['deleteSavedReply', () => aReply('Snow')],
];

const calls = new Map(callsOf(CONTRACT).map((each) => [each.id, each]));

async function twice(name: string, change: Change) {
  const { method = 'PATCH', path = '' } = calls.get(name) ?? {};
  const { id = '', version = 1, body, by = hedy } = change;
  const headers = { 'if-match': `"${version}"`, 'idempotency-key': crypto.randomUUID() };
  const send = () => by.call(path.replace(/\{\w+\}/, String(id)), { method, headers, body });
  const [first, again] = [await send(), await send()];
  expect([200, 202], first.message).toContain(first.status);
  expect({ status: again.status, data: again.data }, again.message).toEqual({
    status: first.status,
    data: first.data,
  });
  return first;
}

test('the table of repeated changes has every call that takes a version', () => {
  const versioned = [...calls.values()].filter(({ ifMatch }) => ifMatch).map(({ id }) => id);
  expect([...new Set(CHANGES.map(([name]) => name))].sort()).toEqual(versioned.sort());
});

test.each(
  CHANGES,
)('%s with the same change of the same version gets the same answer', async (name, change) => {
  await twice(name, await change());
});

test('a payment that the network has yet to confirm is reported again with the same answer', async () => {
  const change = await anApproval();
  const ready = (await prepare(hedy, Number(change.id))).data;
  await unmined(async () => {
    const body = { transaction_hash: await sendUnmined(ready) };
    expect(await twice('reportPayment', { ...change, body })).toMatchObject({
      status: 202,
      data: { status: 'processing_payment' },
    });
  });
});

test('another change of a version that has moved on is still a conflict', async () => {
  const { id = 0, version } = await anApproval();
  const headers = { 'if-match': `"${version}"` };
  const back = (reason: string, by = hedy) =>
    by.call(`/admin/claims/${id}/send-back`, { method: 'POST', headers, body: { reason } });
  expect((await back('The first reason.')).status).toBe(200);
  expect((await back('Another reason.')).status).toBe(409);
  expect((await back('The first reason.', grace)).status).toBe(409);
});

interface Write {
  by: Customer | Admin;
  path: string;
  method?: string;
  body?: object;
}

const saidBy = async <Row>(by: Customer | Admin, path: string) => (await by.call<Row[]>(path)).data[0] as Row;

/** What is changed without a version. */
const UNVERSIONED: readonly (readonly [string, () => Promise<Write>])[] = [
  [
    'the end of a customer’s session',
    async () => {
      const by = await Customer.arrive();
      await signIn(by.account, usual.chain_id, 'Safari');
      return { by, path: `/auth/sessions/${(await saidBy<{ id: string }>(by, '/auth/sessions')).id}` };
    },
  ],
  [
    'the end of an administrator’s session',
    async () => {
      await adminLogin(hedy.email);
      const { id } = await saidBy<{ id: string }>(hedy, '/admin/auth/sessions');
      return { by: hedy, path: `/admin/auth/sessions/${id}` };
    },
  ],
  [
    'the deletion of a saved view',
    async () => {
      const body = { list: 'claims', name: 'Mine', query: 'assigned=me' };
      return {
        by: hedy,
        path: `/admin/views/${(await hedy.call<{ id: number }>('/admin/views', { body })).data.id}`,
      };
    },
  ],
  [
    'the deletion of a webhook',
    async () => {
      const by = await Customer.arrive();
      const body = { url: 'https://hooks.example.com/mooring', events: ['claim.paid'] };
      return { by, path: `/webhooks/${(await by.call<{ id: string }>('/webhooks', { body })).data.id}` };
    },
  ],
  [
    'an assignment of several claims, one of them assigned so before',
    async () => {
      const [one, two] = [(await claimed()).claim.id, (await claimed()).claim.id];
      await hedy.call(`/admin/claims/${two}/assignee`, { method: 'PATCH', body: { admin_id: grace.id } });
      const body = { ids: [one, two], admin_id: grace.id, assigned_to: [null, grace.id] };
      return { by: hedy, path: '/admin/claims/assignee', method: 'PATCH', body };
    },
  ],
  [
    'a change of several threads',
    async () => {
      const ids = [(await aThread({})()).id, (await aThread({})()).id];
      return {
        by: hedy,
        path: '/admin/messages',
        method: 'PATCH',
        body: { ids, status: 'resolved', assigned_to: grace.id },
      };
    },
  ],
];

test.each(
  UNVERSIONED,
)('%s that is repeated gets the same answer and leaves no second line', async (_, make) => {
  const { by, path, method = 'DELETE', body } = await make();
  const send = () => by.call(path, { method, ...(body && { body }) });
  const first = await send();
  const lines = async () => (await rows<{ n: number }>('SELECT count(*) AS n FROM audit_log'))[0]?.n;
  const before = await lines();
  const again = await send();
  expect(first.status, first.message).toBe(200);
  expect({ status: again.status, data: again.data }, again.message).toEqual({
    status: 200,
    data: first.data,
  });
  expect(await lines()).toBe(before);
});

test('a session that the caller never had is not found', async () => {
  const [ada, eve] = [await Customer.arrive(), await Customer.arrive()];
  const { id } = await saidBy<{ id: string }>(eve, '/auth/sessions');
  for (const path of [`/auth/sessions/${id}`, `/auth/sessions/${crypto.randomUUID()}`])
    expect((await ada.call(path, { method: 'DELETE' })).status).toBe(404);
  const own = await saidBy<{ id: string }>(grace, '/admin/auth/sessions');
  expect((await hedy.call(`/admin/auth/sessions/${own.id}`, { method: 'DELETE' })).status).toBe(404);
});
