import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import {
  claimDetail,
  claimed,
  eventKinds,
  messagesOf,
  pdf,
  submit,
  threadOf,
  upload,
} from '../../../test/claims.ts';
import {
  actions,
  approvedBy,
  decide,
  lastMessage,
  logged,
  prepare,
  report,
  sendUnmined,
  stateOf,
  UNKNOWN,
  unmined,
} from '../../../test/decided.ts';
import { CLAIMS, deskCtx, raced, sendReady } from '../../../test/desk.ts';
import { Customer, chain, readChain, rows, scanFromHere } from '../../../test/harness.ts';
import { type ClaimDecision, decideClaim } from './decide.ts';

let hedy: Admin;
let grace: Admin;

beforeEach(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});

test('takes a claim from its submission to the money in the wallet @desk-12', async () => {
  const { customer, policy, claim } = await claimed({ claim_amount: 5999.01 });
  const { id } = claim;
  const reviewed = await decide(hedy, id, 'under_review');
  expect(reviewed).toMatchObject({
    status: 200,
    data: {
      id,
      status: 'under_review',
      wallet_address: customer.address,
      suggested_payout: 3500,
      needs_confirmation: false,
    },
  });
  const asked = await decide(hedy, id, 'under_review', {
    requested_documents: 'The invoice of the plumber.',
  });
  expect(asked.status).toBe(200);
  expect(await claimDetail(customer, id)).toMatchObject({
    requested_documents: 'The invoice of the plumber.',
    next: { actor: 'customer', due: expect.any(String) },
  });
  expect((await lastMessage(id))?.text).toContain('The invoice of the plumber.');
  await upload(customer, id, [{ name: 'invoice.pdf', bytes: pdf() }]);
  const yes = await decide(grace, id, 'approved', { admin_notes: 'A burst pipe is covered.' });
  expect(yes).toMatchObject({ status: 200, data: { status: 'approved', payout_amount: 3500, progress: 75 } });
  const detail = await claimDetail(customer, id);
  expect(detail).toMatchObject({
    decision_reason: 'A burst pipe is covered.',
    payout: { usd: 3500, amount: null, currency: 'ETH', tx_hash: null, paid_at: null },
    next: { actor: 'mooring', due: expect.any(String) },
  });
  expect((await lastMessage(id))?.text).toContain(
    'That is your claim of $5,999.01 less the deductible of $2,500.',
  );

  const ready = await prepare(hedy, id);
  expect(ready).toMatchObject({
    status: 200,
    data: { usd: 3500, amount: '1750000000000000000', currency: 'ETH', rate: '2000', claim_number: 1 },
  });
  const before = await chain.getBalance({ address: customer.address });
  const txHash = await unmined(async () => {
    const sent = await sendUnmined(ready.data);
    const waits = await report(hedy, id, sent);
    expect(waits).toMatchObject({ status: 202, data: { status: 'processing_payment', progress: 90 } });
    return sent;
  });
  expect((await chain.getBalance({ address: customer.address })) - before).toBe(1_750_000_000_000_000_000n);
  const paid = await report(hedy, id, txHash, { payout_amount: 3500, payment_method: 'crypto' });
  expect(paid).toMatchObject({ status: 200, data: { status: 'paid', payout_amount: 3500, progress: 100 } });
  const end = await claimDetail(customer, id);
  expect(end).toMatchObject({
    status: 'paid',
    documents_left: 0,
    remaining_cover: 496_500,
    next: { actor: 'nobody', due: null },
    payout: {
      usd: 3500,
      amount: '1750000000000000000',
      currency: 'ETH',
      decimals: 18,
      rate: '2000',
      chain_id: 1337,
      tx_hash: txHash,
    },
  });
  expect(end.timeline.map(({ kind, status, created_by }) => `${kind} ${status} ${created_by}`)).toEqual([
    'submitted pending You',
    'under_review under_review Mooring',
    'documents_requested under_review Mooring',
    'documents_added under_review You',
    'approved approved Mooring',
    'processing_payment processing_payment Mooring',
    'paid paid Mooring',
  ]);
  expect(end.timeline.at(-1)?.tx_hash).toBe(txHash);
  expect(await logged(id)).toEqual([
    { admin_id: hedy.id, action: 'claim.under_review' },
    { admin_id: hedy.id, action: 'claim.documents_requested' },
    { admin_id: grace.id, action: 'claim.approved' },
    { admin_id: hedy.id, action: 'claim.payout_prepared' },
    { admin_id: hedy.id, action: 'claim.payment_sent' },
    { admin_id: hedy.id, action: 'claim.payment_confirmed' },
  ]);
  expect((await lastMessage(id))?.text).toContain('is paid: 1.7500 ETH ($3,500)');
  expect(await threadOf(id)).toMatchObject({ unread_by_customer: 1, last_sender: 'admin' });

  // Reporting again, by anyone, changes nothing; neither does the scheduled run.
  expect((await report(grace, id, txHash.toUpperCase().replace('0X', '0x'))).status).toBe(200);
  await readChain();
  expect((await eventKinds(id)).filter((kind) => kind === 'paid')).toHaveLength(1);
  expect(await report(hedy, id, UNKNOWN)).toMatchObject({ status: 409 });
  expect(await prepare(hedy, id)).toMatchObject({ status: 409 });
  expect((await submit(customer, policy, { claim_amount: 496_500.01 })).status).toBe(422);
});

describe('claim decisions', () => {
  test('answers 200 for a repeated decision and refuses it with other words @desk-11', async () => {
    const { claim } = await claimed();
    const { id } = claim;
    for (const [status, more] of [
      ['under_review', { admin_notes: 'Hedy looks at it.' }],
      ['under_review', { requested_documents: 'A photograph.' }],
      ['rejected', { clause: 'not_covered-2', admin_notes: 'Wear is not covered.' }],
    ] as const) {
      const first = await decide(hedy, id, status, more);
      const before = [await stateOf(id), await eventKinds(id), await messagesOf(id), await actions(id)];
      const again = await decide(grace, id, status, more);
      expect(again).toMatchObject({ status: 200, data: first.data });
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      expect([await stateOf(id), await eventKinds(id), await messagesOf(id), await actions(id)]).toEqual(
        before,
      );
    }
    expect(
      await decide(hedy, id, 'rejected', { clause: 'not_covered-2', admin_notes: 'Another reason.' }),
    ).toMatchObject({
      status: 409,
    });
    expect((await decide(hedy, id, 'under_review')).status).toBe(200);
    expect(await decide(hedy, id, 'under_review', { admin_notes: 'Something else.' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('already under review'),
    });
    expect((await decide(hedy, id, 'approved')).status).toBe(200);
    expect((await decide(hedy, id, 'approved', { payout_amount: 2500 })).status).toBe(200);
    expect((await decide(hedy, id, 'approved', { payout_amount: 2499, admin_notes: 'x' })).status).toBe(409);
    expect(await actions(id)).toEqual([
      ...['claim.under_review', 'claim.documents_requested', 'claim.rejected'],
      ...['claim.under_review', 'claim.approved'],
    ]);
  });

  test('does not mistake a decision with a new note for an earlier one with the same ending', async () => {
    const { claim } = await claimed();
    const { id } = claim;
    await decide(hedy, id, 'under_review', { admin_notes: 'We have asked the fire brigade to report' });
    const before = await eventKinds(id);
    for (const admin_notes of ['report', 'the fire brigade to report', 'WE have asked']) {
      expect(await decide(grace, id, 'under_review', { admin_notes })).toMatchObject({
        status: 409,
        message: expect.stringContaining('already under review'),
      });
    }
    await decide(hedy, id, 'under_review', {
      requested_documents: 'An invoice',
      admin_notes: 'and photographs',
    });
    const asked = { requested_documents: 'An invoice', admin_notes: 'photographs' };
    expect(await decide(hedy, id, 'under_review', asked)).toMatchObject({ status: 200 });
    expect((await lastMessage(id))?.text).toMatch(/An invoice\n[\s\S]*what we have\. photographs$/);
    expect(await eventKinds(id)).toEqual([...before, 'documents_requested', 'documents_requested']);
  });

  test('recognizes a repeated payout confirmation by its own note', async () => {
    const { claim } = await claimed({ claim_amount: 20_000 });
    const { id } = claim;
    await decide(hedy, id, 'approved', { admin_notes: 'A burst pipe.' });
    const note = { admin_notes: 'I have seen the report.' };
    const first = await decide(grace, id, 'approved', note);
    expect(first.status).toBe(200);
    expect(await decide(grace, id, 'approved', note)).toMatchObject({ status: 200, data: first.data });
    expect((await eventKinds(id)).filter((kind) => kind === 'confirmed')).toHaveLength(1);
    expect((await decide(grace, id, 'approved', { admin_notes: 'the report.' })).status).toBe(409);
  });

  test('refuses a decision that the claim status does not allow and names the statuses @desk-11', async () => {
    const { claim } = await approvedBy(hedy);
    const { id } = claim;
    for (const status of ['under_review', 'rejected']) {
      const more = status === 'rejected' ? { admin_notes: 'No.' } : {};
      expect(await decide(hedy, id, status, more)).toMatchObject({
        status: 409,
        message: expect.stringMatching(/CLM-\d+ is Approved: it cannot become (Under Review|Rejected)\./),
      });
    }
    const { claim: refused } = await claimed();
    await decide(hedy, refused.id, 'rejected', { clause: 'not_covered-2', admin_notes: 'No.' });
    expect((await decide(hedy, refused.id, 'approved')).status).toBe(409);
    expect((await decide(hedy, 999_999, 'approved')).status).toBe(404);
    expect((await decide(hedy, id, 'paid')).status).toBe(422);
  });

  test('refuses the second of two simultaneous decisions', async () => {
    const { claim } = await claimed();
    const answers = await Promise.all([
      decide(hedy, claim.id, 'approved'),
      decide(grace, claim.id, 'rejected', { clause: 'not_covered-2', admin_notes: 'No.' }),
      decide(grace, claim.id, 'under_review'),
    ]);
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const kinds = await eventKinds(claim.id);
    expect(await actions(claim.id)).toEqual(kinds.slice(1).map((kind) => `claim.${kind}`));
  });

  describe('a decision that meets another change', () => {
    const asHedy = () => ({
      ...deskCtx(),
      admin: { id: hedy.id, email: '', name: '', role: 'administrator' as const, jti: '' },
    });
    const bump = 'UPDATE claims SET version = version + 1 WHERE id = ?';

    test('is refused if the administrator said what they saw', async () => {
      const { id } = (await claimed()).claim;
      const input = { id, status: 'approved', ifMatch: '"1"' } as ClaimDecision;
      await expect(decideClaim(raced(asHedy(), bump, id), input)).rejects.toMatchObject({
        code: 'conflict',
        message: 'This claim was just changed. Please review it and try again.',
      });
      expect(await eventKinds(id)).toEqual(['submitted']);
      expect(await actions(id)).toEqual([]);
      expect((await messagesOf(id)).length).toBe(2);
    });

    test('is made on what that left if they did not say', async () => {
      const { id } = (await claimed()).claim;
      await decideClaim(raced(asHedy(), bump, id), { id, status: 'approved' } as ClaimDecision);
      expect(await eventKinds(id)).toEqual(['submitted', 'approved']);
      expect(await actions(id)).toEqual(['claim.approved']);
      expect((await messagesOf(id)).length).toBe(3);
    });

    test('is refused after three tries', async () => {
      const { id } = (await claimed()).claim;
      const always = "SELECT json_extract('{}', 'guard constraint failed')";
      let tries = 0;
      const { db } = asHedy();
      const broken = new Proxy(db, {
        get: (own, name) =>
          name === 'batch'
            ? (statements: Parameters<typeof db.batch>[0]) => {
                tries += 1;
                return own.batch([...statements, own.run(always)] as never);
              }
            : Reflect.get(own, name),
      });
      const decided = decideClaim({ ...asHedy(), db: broken }, { id, status: 'approved' } as ClaimDecision);
      await expect(decided).rejects.toMatchObject({ code: 'conflict' });
      expect(tries).toBe(3);
      expect(await eventKinds(id)).toEqual(['submitted']);
    });
  });

  test('binds a decision to the version the administrator saw', async () => {
    const { claim } = await claimed();
    const first = await decide(hedy, claim.id, 'under_review', {}, { 'if-match': '"1"' });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe('"2"');
    expect((await decide(grace, claim.id, 'approved', {}, { 'if-match': '"1"' })).status).toBe(409);
    expect((await decide(grace, claim.id, 'approved', {}, { 'if-match': '"2"' })).status).toBe(200);
  });

  test('requires a reason for a rejection, which the customer reads and can answer @desk-11', async () => {
    const { customer, claim } = await claimed();
    expect(
      await decide(hedy, claim.id, 'rejected', { clause: 'not_covered-2', admin_notes: '  ' }),
    ).toMatchObject({
      status: 422,
      issues: [{ path: 'admin_notes', message: 'Please give a reason. The customer will read it.' }],
    });
    await decide(hedy, claim.id, 'rejected', {
      clause: 'not_covered-2',
      admin_notes: 'Wear is not covered.',
    });
    const detail = await claimDetail(customer, claim.id);
    expect(detail).toMatchObject({
      status: 'rejected',
      decision_reason: 'Wear is not covered.',
      payout: null,
      next: { actor: 'nobody', step: expect.stringContaining('you can ask for a second look') },
    });
    expect(await lastMessage(claim.id)).toMatchObject({
      sender: 'admin',
      admin_id: hedy.id,
      text: expect.stringMatching(/Wear is not covered\.[\s\S]*you can ask for a second look/),
    });
    await decide(grace, claim.id, 'under_review');
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      status: 'under_review',
      decision_reason: null,
      next: { actor: 'mooring', due: expect.any(String) },
    });
  });

  test('allows a document request only while the claim is under review', async () => {
    const { claim } = await claimed();
    expect(await decide(hedy, claim.id, 'approved', { requested_documents: 'More.' })).toMatchObject({
      status: 422,
      issues: [{ path: 'requested_documents' }],
    });
    await decide(hedy, claim.id, 'under_review', { requested_documents: 'More.' });
    await decide(hedy, claim.id, 'approved');
    expect(await stateOf(claim.id)).toMatchObject({ status: 'approved', requested_documents: null });
  });

  test('sends webhooks for an approval and a rejection @webhooks-4', async () => {
    const { customer, claim } = await claimed();
    const wallet = customer.address.toLowerCase();
    await env.DB.prepare('INSERT INTO webhooks VALUES (?, ?, ?, ?, ?, ?)')
      .bind(
        `hook_${wallet}`,
        wallet,
        'https://example.com',
        '["claim.approved","claim.rejected","claim.paid"]',
        'x',
        '2026',
      )
      .run();
    await decide(hedy, claim.id, 'rejected', { clause: 'not_covered-2', admin_notes: 'No.' });
    await decide(hedy, claim.id, 'under_review');
    await decide(hedy, claim.id, 'approved');
    await sendReady((await prepare(hedy, claim.id)).data, CLAIMS);
    await readChain();
    const events = await rows<{ event: string; body: string }>(
      "SELECT kind AS event, body FROM outbox WHERE channel <> 'email' AND wallet = ? ORDER BY rowid",
      wallet,
    );
    expect(events.map(({ event }) => event)).toEqual(['claim.rejected', 'claim.approved', 'claim.paid']);
    expect(JSON.parse(events[2]?.body ?? '').data).toMatchObject({ claim_id: claim.id, payout_usd: 2500 });
  });
});

test('lets only administrators decide and pay', async () => {
  const { customer, claim } = await claimed();
  const eve = await Customer.arrive();
  for (const { token } of [customer, eve]) {
    const answers = await Promise.all([
      hedy.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: { status: 'approved' }, token }),
      hedy.call(`/admin/claims/${claim.id}/payout`, { method: 'POST', token }),
      hedy.call(`/admin/claims/${claim.id}/payment`, { body: { transaction_hash: UNKNOWN }, token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  }
  expect((await stateOf(claim.id)).status).toBe('pending');
});
