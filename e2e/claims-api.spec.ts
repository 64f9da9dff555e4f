import { expect, test } from '@playwright/test';
import type { ClaimAnswer, ClaimDetailAnswer } from '../domain/claims/schema.ts';
import { dayOf, formatDay } from '../domain/days.ts';
import type { ThreadAnswer, ThreadDetailAnswer } from '../domain/messages/schema.ts';
import { Admin } from './fixtures/admin.ts';
import { connectChain, newAccount } from './fixtures/chain.ts';
import { Client, term } from './fixtures/client.ts';
import { type Insured, insured } from './fixtures/customer.ts';
import { letDaysPass } from './fixtures/database.ts';
import { HTML, pdf, png } from './fixtures/files.ts';
import { isSigned, Receiver } from './fixtures/receiver.ts';

const chain = connectChain();
const today = () => formatDay(dayOf(Date.now()));

/** The site's request for a pipe that burst today, overridden by `changes`. */
const claiming = ({ account, policy }: Insured, changes: Record<string, unknown> = {}) => ({
  wallet_address: account.address,
  policy_type: policy.policy_type,
  policy_id: policy.id,
  claim_amount: 4200.5,
  description: 'A pipe burst in the kitchen and the floor is ruined.',
  incident_date: today(),
  documents_count: 0,
  ...changes,
});

const submit = (insuredAs: Insured, changes: Record<string, unknown> = {}) =>
  insuredAs.client.post<ClaimAnswer>('/claims/submit', claiming(insuredAs, changes));

const detail = async ({ client }: Insured, id: number) =>
  (await client.get<ClaimDetailAnswer>(`/claims/detail/${id}`)).data;

const file = (name: string, type: string, content: Buffer) => ({ name, type, content });
const photo = () => file('kitchen.png', 'image/png', png());
const invoice = () => file('invoice.pdf', 'application/pdf', pdf());

test.describe('a claim', () => {
  test('goes from two documents to its payment on chain, and its holder’s server hears of each step @webhooks-4 @desk-12', async () => {
    const ada = await insured(chain);
    const admin = await Admin.signIn();
    const server = await Receiver.open();
    try {
      const events = ['claim.submitted', 'claim.approved', 'claim.paid'];
      const hook = await ada.client.post<{ id: string; secret: string }>('/webhooks', {
        url: server.url,
        events,
      });
      expect(hook.status, hook.message).toBe(201);

      const claim = await submit(ada, { documents_count: 2 });
      expect(claim.status, claim.message).toBe(201);
      const { id } = claim.data;
      const path = `/claims/${id}/documents`;
      expect((await ada.client.upload(path, [photo()])).status).toBe(201);
      expect((await ada.client.upload(path, [invoice()])).status).toBe(201);
      expect(await detail(ada, id)).toMatchObject({ status: 'pending', documents_count: 2 });

      expect((await admin.decide(id, { status: 'under_review' })).status).toBe(200);
      const asked = { status: 'under_review', requested_documents: 'Please send the plumber’s report.' };
      expect((await admin.decide(id, asked)).status).toBe(200);
      expect((await detail(ada, id)).next.actor).toBe('customer');
      expect((await ada.client.upload(path, [invoice()])).status).toBe(201);
      expect(await detail(ada, id)).toMatchObject({ requested_documents: null, next: { actor: 'mooring' } });

      const approved = await admin.decide<{ suggested_payout: number }>(id, {
        status: 'approved',
        admin_notes: 'Claim approved for full amount',
      });
      expect(approved, approved.message).toMatchObject({ status: 200, data: { suggested_payout: 1700 } });

      const before = await chain.public.getBalance({ address: ada.account.address });
      const { payout, hash } = await admin.pay(chain, id);
      expect(payout.usd).toBe(1700);
      const received = (await chain.public.getBalance({ address: ada.account.address })) - before;
      expect(received).toBe(BigInt(payout.amount));

      const paid = await detail(ada, id);
      expect(paid).toMatchObject({ status: 'paid', progress: 100, payout: { usd: 1700, tx_hash: hash } });
      expect(paid.timeline.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['submitted', 'documents_added', 'documents_requested', 'approved', 'paid']),
      );

      await expect
        .poll(() => server.received.map(({ body }) => JSON.parse(body).type).sort(), { timeout: 30_000 })
        .toEqual(['claim.approved', 'claim.paid', 'claim.submitted']);
      for (const each of server.received) {
        expect(isSigned(hook.data.secret, each)).toBe(true);
        expect(isSigned(hook.data.secret, { ...each, body: `${each.body} ` })).toBe(false);
        expect(JSON.parse(each.body).data).toMatchObject({ claim_id: id });
      }
    } finally {
      await server.close();
    }
  });

  test('that is rejected says why, can be answered, and is reviewed again @desk-11', async () => {
    const ada = await insured(chain);
    const admin = await Admin.signIn();
    const { id } = (await submit(ada)).data;
    expect((await admin.decide(id, { status: 'rejected' })).status).toBe(422);
    const reason = 'Claim does not meet requirements: wear and tear is not covered.';
    expect((await admin.decide(id, { status: 'rejected', admin_notes: reason })).status).toBe(200);
    const refused = await detail(ada, id);
    expect(refused).toMatchObject({ status: 'rejected', decision_reason: reason });
    expect((await admin.decide(id, { status: 'approved' })).status).toBe(409);

    const answer = {
      parent_message_id: refused.thread_id,
      message: 'It froze that night: the pipe was new.',
    };
    expect((await ada.client.post('/messages/reply', answer)).status).toBe(201);
    expect((await admin.reply(refused.thread_id, 'Thank you, we look at it again.')).status).toBe(201);
    expect((await admin.decide(id, { status: 'under_review' })).status).toBe(200);
    const thread = await ada.client.get<ThreadDetailAnswer>(`/messages/full/${refused.thread_id}`);
    const texts = thread.data.replies.map(({ message }) => message);
    expect(texts).toEqual(expect.arrayContaining([answer.message, 'Thank you, we look at it again.']));
    expect(texts.some((text) => text.includes(reason))).toBe(true);
  });

  test('is accepted for a day of cover that has since expired, and refused for a day outside it @api-25', async () => {
    const ada = await insured(chain, 'travel', term(2));
    letDaysPass(ada.policy.id, 3);
    const day = (back: number) => formatDay(dayOf(Date.now()) - back);
    expect((await ada.client.policies()).data[0]?.status).toBe('expired');
    for (const incident_date of [day(0), day(10)]) {
      const outside = await submit(ada, { incident_date });
      expect(outside, outside.message).toMatchObject({ status: 422 });
    }
    const taken = await submit(ada, { incident_date: day(2) });
    expect(taken.status, taken.message).toBe(201);
  });

  test('is refused above the cover, without an amount, and on another person’s policy', async () => {
    const ada = await insured(chain, 'travel');
    expect((await submit(ada, { claim_amount: 100_001 })).status).toBe(422);
    expect((await submit(ada, { claim_amount: 0 })).status).toBe(422);
    expect((await submit(ada, { description: 'x'.repeat(10_000) })).status).toBe(422);
    const eve = await insured(chain, 'travel');
    expect((await submit({ ...eve, policy: ada.policy })).status).toBe(404);
  });

  test('is created once when the same request is sent many times at once', async () => {
    const ada = await insured(chain);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = claiming(ada);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ada.client.post<ClaimAnswer>('/claims/submit', body, headers)),
    );
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    const list = await ada.client.get<ClaimAnswer[]>(`/claims/${ada.account.address}`);
    expect(list.data).toHaveLength(1);
  });
});

test.describe('uploads to a claim', () => {
  test('that are hostile are refused with a reason and leave nothing behind @api-28', async () => {
    const ada = await insured(chain);
    const { id } = (await submit(ada)).data;
    const path = `/claims/${id}/documents`;
    const whole = png();
    const refused = [
      file('photo.png', 'image/png', HTML),
      file('report.pdf', 'application/pdf', Buffer.concat([HTML, pdf()])),
      file('report.pdf', 'application/pdf', Buffer.concat([pdf(), Buffer.from('PK\x03\x04'), HTML])),
      file('cut.png', 'image/png', whole.subarray(0, whole.length - 20)),
      file('empty.pdf', 'application/pdf', Buffer.alloc(0)),
      file('big.png', 'image/png', Buffer.concat([whole, Buffer.alloc(11 * 1024 * 1024)])),
    ];
    for (const each of refused) {
      const answer = await ada.client.upload(path, [each]);
      expect([413, 415, 422], `${each.name}: ${answer.message}`).toContain(answer.status);
      expect(answer.message).toMatch(/^[“A-Z].*\.$/s);
    }
    expect(await detail(ada, id)).toMatchObject({ documents_count: 0, documents: [] });
  });

  test('stop at ten files even if more arrive at once, and count the same file once', async () => {
    const ada = await insured(chain);
    const { id } = (await submit(ada)).data;
    const path = `/claims/${id}/documents`;
    const same = photo();
    expect((await ada.client.upload(path, [same])).status).toBe(201);
    expect((await ada.client.upload(path, [same])).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.client.upload(path, [photo()])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect((await detail(ada, id)).documents).toHaveLength(10);
  });

  test('can be read by no one else, and neither can the claim and its thread', async () => {
    const ada = await insured(chain);
    const { id } = (await submit(ada)).data;
    await ada.client.upload(`/claims/${id}/documents`, [photo()]);
    const { documents, thread_id: thread } = await detail(ada, id);
    const eve = await new Client(await newAccount(chain)).signIn();
    const own = await eve.post<ThreadAnswer>('/messages/create', { subject: 'Hello', message: 'Is it me?' });
    expect(own.status).toBe(201);
    for (const [method, path, body] of [
      ['GET', `/claims/detail/${id}`],
      ['GET', `/claims/${ada.account.address}`],
      ['GET', `/claims/${id}/documents/${documents[0]?.id}`],
      ['GET', `/claims/${id}/summary`],
      [
        'POST',
        `/claims/${id}/call`,
        { preferred_at: new Date(Date.now() + 3_600_000).toISOString(), telephone: '+44 20 7946 0018' },
      ],
      ['GET', `/messages/full/${thread}`],
      ['GET', `/messages/list/${ada.account.address}`],
      ['GET', `/messages/notifications/count/${ada.account.address}`],
      ['POST', '/messages/reply', { parent_message_id: thread, message: 'Let me in.' }],
      ['POST', '/messages/create', { subject: 'x', message: 'y', claim_id: id }],
      ['POST', '/messages/create', { subject: 'x', message: 'y', policy_id: ada.policy.id }],
    ] as const) {
      const answer = await eve.call(method, path, body);
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
    expect((await eve.upload(`/claims/${id}/documents`, [photo()])).status).toBe(404);
  });
});
