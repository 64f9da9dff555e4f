import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { AdminClaimDetail, AdminClaimEntry } from '#domain/admin/claims-schema.ts';
import { awaitAgain, undoPayment } from '#worker/claims/paid.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { Admin } from '../../../test/admin.ts';
import {
  callTime,
  claimDetail,
  claimed,
  messagesOf,
  pdf,
  png,
  submit,
  upload,
} from '../../../test/claims.ts';
import {
  ADMIN,
  allowanceCall,
  CLAIMS,
  deskCtx,
  GUARDIAN,
  sendReady,
  vetoPayout,
} from '../../../test/desk.ts';
import {
  type Answer,
  Customer,
  call,
  countingDatabase,
  HOME,
  later,
  noChain,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  workerWith,
} from '../../../test/harness.ts';
import { changeHolder } from '../../../test/registry.ts';
import type { AdminClaim } from './present.ts';

interface List {
  claims: AdminClaimEntry[];
  pagination: { total_claims: number; next_cursor: string | null; total_pages: number };
}

let hedy: Admin;
let grace: Admin;
let auditor: Admin;
let support: Admin;

beforeAll(async () => {
  [hedy, grace, auditor, support] = await Promise.all([
    Admin.arrive('Hedy Lamarr', 'claims'),
    Admin.arrive('Grace Hopper', 'claims'),
    Admin.arrive('Alan Turing', 'auditor'),
    Admin.arrive('Joan Clarke', 'support'),
  ]);
});
beforeEach(scanFromHere);

const list = (query = '', admin = hedy) => admin.call<List>(`/admin/claims?${query}`);
const detail = async (id: number | string, admin = hedy) =>
  (await admin.call<AdminClaimDetail>(`/admin/claims/${id}`)).data;
const patch = <Data = AdminClaim>(
  path: string,
  body: unknown,
  admin = hedy,
  headers: Record<string, string> = {},
): Promise<Answer<Data>> => admin.call<Data>(`/admin/claims/${path}`, { method: 'PATCH', body, headers });
const logged = (id: number) =>
  rows<{ action: string; after: string; admin_id: number }>(
    'SELECT action, after, admin_id FROM audit_log WHERE subject = ? ORDER BY id',
    `claim:${id}`,
  );

describe('one claim', () => {
  test('is at 25 percent for its customer until somebody who decides claims opens it', async () => {
    const { customer, claim } = await claimed();
    const progress = async () => (await claimDetail(customer, claim.id)).progress;
    expect((await detail(claim.id, auditor)).id).toBe(claim.id);
    expect(await progress()).toBe(25);
    const { version } = await detail(claim.id);
    expect(await progress()).toBe(50);
    expect((await detail(claim.id)).version).toBe(version);
  });

  test('comes with policy, documents, timeline and decision in three round trips @cases-6', async () => {
    const { customer, claim } = await claimed();
    const { id } = claim;
    await upload(customer, id, [{ name: 'invoice.pdf', bytes: pdf() }]);
    await patch(`${id}/status`, { status: 'approved', admin_notes: 'A burst pipe is covered.' });
    const counted = countingDatabase();
    let trips = 0;
    const DB = {
      withSession: (constraint: string) => {
        const session = counted.DB.withSession(constraint);
        return {
          prepare: (sql: string) => session.prepare(sql),
          batch: (statements: D1PreparedStatement[]) => {
            trips += 1 - statements.length;
            return session.batch(statements);
          },
        };
      },
    } as unknown as D1Database;
    const answer = await hedy.call<AdminClaimDetail>(
      `/admin/claims/${claim.claim_number}`,
      {},
      workerWith({}, { DB }),
    );
    expect(trips + counted.statements.length).toBeLessThanOrEqual(3);
    expect(answer.headers.get('etag')).toBe(`"${answer.data.version}"`);
    expect(answer.data).toMatchObject({
      id,
      claim_amount: 5000,
      policy_number: claim.policy_number,
      suggested_payout: 2500,
      policy_details: { 'Year built': '1998', Address: null },
      policy_facts: {
        status: 'active',
        coverage_usd: 500_000,
        paid_out_usd: 0,
        promised_usd: 0,
        deductible: 2500,
        remaining_cover: 500_000,
        holder: customer.address,
        clauses: expect.arrayContaining([
          { id: 'not_covered-1', section: 'not_covered', text: 'Flood, earthquake, war and nuclear events.' },
        ]),
      },
      documents: [{ file_name: 'invoice.pdf', is_image: false, formatted_size: expect.any(String) }],
      decision: {
        payout_usd: 2500,
        reason: 'A burst pipe is covered.',
        clause: null,
        decided_by: 'Hedy Lamarr',
        decided_by_me: true,
        confirmed_by: null,
      },
      payout: { usd: 2500, tx_hash: null, method: 'blockchain' },
      announced: null,
      off_chain_payment: null,
      notes: [],
    });
    expect(answer.data.timeline.map(({ kind, author }) => [kind, author])).toEqual([
      ['submitted', 'Ada Lovelace'],
      ['documents_added', 'Ada Lovelace'],
      ['approved', 'Hedy Lamarr'],
    ]);
    expect(answer.data.audit_log).toEqual([]);
    expect((await detail(id, auditor)).audit_log).toMatchObject([
      { action: 'claim.approved', admin_name: 'Hedy Lamarr', link: `/admin/claims?open=${id}` },
    ]);
    expect((await hedy.call('/admin/claims/999999')).status).toBe(404);
    expect((await hedy.call('/admin/claims/CLM-0999999')).status).toBe(422);
  });

  test('flags what deserves a second look, each with its reason', async () => {
    const { customer, policy, claim } = await claimed();
    const near = (await submit(customer, policy, { claim_amount: 450_000 })).data;
    await upload(customer, claim.id, [{ name: 'roof.png', bytes: png('same') }]);
    await upload(customer, near.id, [{ name: 'kitchen.png', bytes: png('same') }]);
    const { flags } = await detail(near.id);
    expect(Object.fromEntries(flags.map(({ kind, reason }) => [kind, reason]))).toEqual({
      several_claims: 'The policy has another claim.',
      soon_after_start: expect.stringContaining('The incident happened on the first day of cover'),
      near_cover: 'The claim of $450,000 is at least 90% of the $500,000 of cover left.',
      document_seen_before: 'The same file is in another claim as “roof.png”.',
    });
    const linksOf = (wanted: string) => flags.find(({ kind }) => kind === wanted)?.links;
    const [document] = await rows<{ id: string }>(
      'SELECT id FROM claim_documents WHERE claim_id = ?',
      claim.id,
    );
    const link = `/admin/claims?open=${claim.id}`;
    expect(linksOf('several_claims')).toEqual([{ label: claim.claim_number, link }]);
    expect(linksOf('document_seen_before')).toEqual([
      { label: claim.claim_number, link: `${link}&document=${document?.id}` },
    ]);
    const heir = await Customer.arrive();
    await changeHolder(policy.quote_id, heir.address);
    await readChains();
    expect((await detail(claim.id)).flags.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['holder_changed', 'holder_differs']),
    );
  });

  test('reveals private details for a reason that the audit log keeps', async () => {
    const { customer, claim } = await claimed();
    await customer.call(`/claims/${claim.id}/call`, {
      body: { preferred_at: callTime(), telephone: '+44 20 7946 0999', note: 'After lunch, please.' },
    });
    const reveal = (admin: Admin, reason: string) =>
      admin.call<{ facts: { label: string; value: string }[] }>(`/admin/claims/${claim.id}/reveal`, {
        body: { reason },
      });
    expect((await reveal(support, 'curious')).status).toBe(403);
    expect((await reveal(hedy, ' ')).status).toBe(422);
    const { data } = await reveal(hedy, 'The adjuster needs the address.');
    const values = data.facts.map(({ value }) => value);
    expect(values).toEqual(
      expect.arrayContaining([HOME.house_address, '+44 20 7946 0999', 'After lunch, please.']),
    );
    const [line] = await logged(claim.id);
    expect(line?.action).toBe('claim.revealed');
    expect(line?.after).toContain('The adjuster needs the address.');
    for (const value of values) expect(line?.after).not.toContain(value);
  });

  test('opens a document as an attachment, for those who may see private details, and logs it', async () => {
    const { customer, claim } = await claimed();
    await upload(customer, claim.id, [{ name: 'invoice.pdf', bytes: pdf() }]);
    const [document] = (await detail(claim.id)).documents;
    const open = (admin: Admin) =>
      workerWith({})(
        new Request(`http://localhost:8787${document?.download_url}`, {
          headers: { authorization: `Bearer ${admin.token}` },
        }),
      );
    expect((await open(auditor)).status).toBe(403);
    const response = await open(hedy);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf());
    expect(await logged(claim.id)).toEqual([
      { action: 'claim.documents_opened', after: null, admin_id: hedy.id },
    ]);
  });

  test('marks the documents that an administrator has viewed, with one audit log line a day for each of them', async () => {
    const { customer, claim } = await claimed();
    await upload(customer, claim.id, [
      { name: 'one.png', bytes: png('one') },
      { name: 'two.png', bytes: png('two') },
    ]);
    const documents = async (admin: Admin) => (await detail(claim.id, admin)).documents;
    const viewed = async (admin: Admin) =>
      (await documents(admin))
        .filter(({ viewed_at }) => viewed_at !== null)
        .map(({ file_name }) => file_name);
    const open = async (admin: Admin, name: string) => {
      const found = (await documents(admin)).find(({ file_name }) => file_name === name);
      const headers = { authorization: `Bearer ${admin.token}` };
      const url = `http://localhost:8787${found?.download_url}`;
      expect((await workerWith({})(new Request(url, { headers }))).status).toBe(200);
    };
    await open(hedy, 'one.png');
    expect(await viewed(hedy)).toEqual(['one.png']);
    expect(await viewed(grace)).toEqual([]);
    await open(hedy, 'two.png');
    await open(hedy, 'one.png');
    await open(grace, 'two.png');
    expect((await viewed(hedy)).sort()).toEqual(['one.png', 'two.png']);
    expect((await logged(claim.id)).map(({ admin_id }) => admin_id)).toEqual([hedy.id, grace.id]);
    await rows(
      'UPDATE document_views SET viewed_at = ? WHERE admin_id = ? RETURNING admin_id',
      new Date(Date.now() - 86_400_000).toISOString(),
      hedy.id,
    );
    await open(hedy, 'one.png');
    expect((await logged(claim.id)).map(({ admin_id }) => admin_id)).toEqual([hedy.id, grace.id, hedy.id]);
  });

  test('is assigned to an active handler, alone or with others, unless it changed in the meantime', async () => {
    const [one, two] = [(await claimed()).claim, (await claimed()).claim];
    const seen = await hedy.call<AdminClaimDetail>(`/admin/claims/${one.id}`);
    const etag = { 'if-match': seen.headers.get('etag') ?? '' };
    expect((await patch(`${one.id}/assignee`, { admin_id: grace.id }, hedy, etag)).status).toBe(200);
    expect((await patch(`${one.id}/assignee`, { admin_id: hedy.id }, hedy, etag)).status).toBe(409);
    expect(await detail(one.id)).toMatchObject({
      assigned_to: grace.id,
      assigned_admin_name: 'Grace Hopper',
    });
    expect((await patch(`${one.id}/assignee`, { admin_id: support.id })).status).toBe(422);
    expect((await patch(`${one.id}/assignee`, { admin_id: 999_999 })).status).toBe(422);
    expect((await patch(`${one.id}/assignee`, { admin_id: null }, support)).status).toBe(403);
    const both = { ids: [one.id, two.id], admin_id: grace.id };
    expect(await patch<{ changed: number }>('assignee', both)).toMatchObject({ data: { changed: 2 } });
    const assigned_to = [null, grace.id];
    const ids = [two.id, one.id];
    expect(await patch('assignee', { ids, assigned_to, admin_id: hedy.id })).toMatchObject({
      status: 409,
      message: `Somebody else just assigned ${two.claim_number}. Please review it and try again.`,
    });
    expect((await detail(one.id)).assigned_to).toBe(grace.id);
    const seenSo = { ids, assigned_to: [grace.id, grace.id], admin_id: hedy.id };
    expect(await patch<{ changed: number }>('assignee', seenSo)).toMatchObject({ data: { changed: 2 } });
    expect((await patch('assignee', { ...both, ids: [one.id, 999_999] })).status).toBe(404);
    expect((await patch('assignee', { ids: Array(101).fill(1), admin_id: null })).status).toBe(422);
    expect((await logged(two.id)).at(-1)).toMatchObject({
      action: 'claim.assigned',
      after: `{"assigned_to":${hedy.id}}`,
    });
    expect(
      (await list('assigned=me&sortBy=created_at', hedy)).data.claims.map(({ id }) => id).slice(0, 2),
    ).toEqual([...[two.id, one.id]]);
  });

  test('that nobody has is assigned to whoever decides it, and then keeps its assignee', async () => {
    const { claim } = await claimed();
    const { id } = claim;
    const decide = (admin: Admin, body: object) => patch(`${id}/status`, body, admin);
    await decide(grace, { status: 'under_review', requested_documents: 'The invoice, please.' });
    expect(await detail(id)).toMatchObject({ assigned_to: grace.id, assigned_admin_name: 'Grace Hopper' });
    expect((await logged(id)).at(-1)?.after).toContain(`"assigned_to":${grace.id}`);
    await decide(hedy, {
      status: 'rejected',
      clause: 'not_covered-2',
      admin_notes: 'A burst pipe is not covered.',
    });
    expect(await detail(id)).toMatchObject({ status: 'rejected', assigned_to: grace.id });
    expect((await logged(id)).at(-1)?.after).not.toContain('assigned_to');
  });

  test('keeps internal notes that its customer never sees', async () => {
    const { customer, claim } = await claimed();
    const note = await hedy.call(`/admin/claims/${claim.id}/notes`, { body: { text: 'Asked the plumber.' } });
    expect(note.status).toBe(201);
    expect((await detail(claim.id)).notes).toMatchObject([
      { text: 'Asked the plumber.', author: 'Hedy Lamarr' },
    ]);
    expect(JSON.stringify(await claimDetail(customer, claim.id))).not.toContain('plumber');
    expect((await hedy.call('/admin/claims/999999/notes', { body: { text: 'x' } })).status).toBe(404);
  });
});

describe('decisions', () => {
  test('a rejection cites a clause of the accepted wording, and the customer reads its text @desk-11', async () => {
    const { customer, claim } = await claimed();
    const no = { status: 'rejected', clause: 'limits-2', admin_notes: 'It was $900.' };
    expect((await patch(`${claim.id}/status`, { ...no, status: 'under_review' })).status).toBe(422);
    const refused = [
      [undefined, 'Please choose the clause that this rejection rests on.'],
      ['', 'Please choose the clause that this rejection rests on.'],
      ['limits-9', 'The wording home-2, which the holder accepted, has no such clause.'],
    ] as const;
    for (const [clause, message] of refused) {
      expect(await patch(`${claim.id}/status`, { ...no, clause })).toMatchObject({
        status: 422,
        issues: [{ path: 'clause', message }],
      });
    }
    expect((await detail(claim.id)).status).toBe('pending');
    expect((await patch(`${claim.id}/status`, no)).status).toBe(200);
    expect((await patch(`${claim.id}/status`, no)).status).toBe(200);
    expect((await patch(`${claim.id}/status`, { ...no, clause: 'limits-1' })).status).toBe(409);
    const clause = {
      id: 'limits-2',
      section: 'limits',
      text: 'You pay the deductible that you choose for each claim, and we pay what is above it.',
    };
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      decision_reason: 'It was $900.',
      clause: { ...clause, wording_version: 'home-2' },
    });
    expect((await messagesOf(claim.id)).at(-1)?.text).toContain(
      'The reason: It was $900.\n\nIt is based on this clause of the terms you accepted (Limits 2, wording home-2): “You pay the deductible that you choose for each claim, and we pay what is above it.”',
    );
    expect((await detail(claim.id)).decision).toMatchObject({ clause });
    const [stored] = await rows<{ decided_at: string }>(
      'SELECT decided_at FROM claims WHERE id = ?',
      claim.id,
    );
    expect(stored?.decided_at).toMatch(/^\d{4}-/);
    await patch(`${claim.id}/status`, { status: 'under_review' });
    expect(await rows('SELECT decided_at, clause FROM claims WHERE id = ?', claim.id)).toEqual([
      { decided_at: null, clause: null },
    ]);
  });

  test('a second administrator sends an approved payout back, and the reason stays inside @desk-13', async () => {
    const { customer, claim } = await claimed({ claim_amount: 50_000 });
    const { id } = claim;
    await patch(`${id}/status`, { status: 'approved' });
    const sendBack = (admin: Admin, headers: Record<string, string> = {}) =>
      admin.call<AdminClaim>(`/admin/claims/${id}/send-back`, {
        body: { reason: 'The invoice is from last year.' },
        headers,
      });
    expect((await sendBack(grace, { 'if-match': '"1"' })).status).toBe(409);
    expect(await sendBack(grace)).toMatchObject({
      status: 200,
      data: { status: 'under_review', payout_amount: null, needs_confirmation: false },
    });
    expect((await sendBack(grace)).status).toBe(409);
    const { notes, timeline, decision } = await detail(id);
    expect(notes).toMatchObject([
      { text: 'Sent back to review: The invoice is from last year.', author: 'Grace Hopper' },
    ]);
    expect(decision).toBeNull();
    expect(timeline.at(-1)).toMatchObject({ kind: 'under_review', message: 'Under review again.' });
    expect((await messagesOf(id)).at(-1)?.text).toContain('we are reviewing it again');
    expect(JSON.stringify(await claimDetail(customer, id))).not.toContain('last year');
    expect((await logged(id)).map(({ action }) => action)).toEqual(['claim.approved', 'claim.sent_back']);
    // Whoever approves it now needs another second administrator.
    await patch(`${id}/status`, { status: 'approved' }, grace);
    expect((await detail(id)).needs_confirmation).toBe(true);
    expect((await patch(`${id}/status`, { status: 'approved', admin_notes: 'Seen.' }, grace)).status).toBe(
      409,
    );
    expect((await patch(`${id}/status`, { status: 'approved' }, hedy)).status).toBe(200);
    expect((await detail(id)).needs_confirmation).toBe(false);
  });
});

describe('a payout beyond the allowance', () => {
  const ahead = workerWith(later(20 * 60_000));
  const send = (data: `0x${string}`) => sendReady({ to: shaky.contract, data }, ADMIN, shakyChain);
  const pass = async (seconds: number) => {
    await shakyChain.increaseTime({ seconds });
    await shakyChain.mine({ blocks: 1 });
  };
  beforeAll(async () => {
    await send(await allowanceCall('tightenLimits', 2000));
  });
  afterAll(async () => {
    const data = await allowanceCall('loosenLimits', 1_000_000_000);
    await send(encodeFunctionData({ abi, functionName: 'announce', args: [data] }));
    await pass(61);
    await send(data);
  });

  test('is promised for as long as its announcement is valid, and a payout within the allowance for 48 hours', async () => {
    const on = { on: shakyChain, policy: { chain_id: shakyChain.chain.id } };
    const promise = async (amount: number, reach?: Parameters<Admin['call']>[2]) => {
      const { customer, claim } = await claimed({ claim_amount: amount }, on);
      const approval = { method: 'PATCH', body: { status: 'approved' } };
      expect((await hedy.call(`/admin/claims/${claim.id}/status`, approval, reach)).status).toBe(200);
      const { next } = await claimDetail(customer, claim.id);
      const days = (Date.parse(next.due ?? '') - Date.now()) / 86_400_000;
      return { days: Math.round(days * 10) / 10, text: (await messagesOf(claim.id)).at(-1)?.text };
    };
    // The deductible is $2,500, and $2,000 a day are allowed.
    const large = await promise(5000);
    expect(large.days).toBe(9);
    expect(large.text).toContain('A payout of this size first waits on chain for at least two days.');
    const small = await promise(3500);
    expect(small.days).toBe(2);
    expect(small.text).not.toContain('waits on chain');
    // A chain that doesn't answer can't say, so the promise is the one that holds either way.
    expect((await promise(3500, workerWith(noChain))).days).toBe(9);
  });

  test('is promised for as long again when its payment did not arrive or the network reversed it', async () => {
    const on = { on: shakyChain, policy: { chain_id: shakyChain.chain.id } };
    const { claim } = await claimed({ claim_amount: 5000 }, on);
    await patch(`${claim.id}/status`, { status: 'approved' });
    const daysAfter = async (statements: Statement[]) => {
      await deskCtx().db.batch(statements as [Statement, ...Statement[]]);
      const [{ due_at: due } = { due_at: '' }] = await rows<{ due_at: string }>(
        'SELECT due_at FROM claims WHERE id = ?',
        claim.id,
      );
      return Math.round((Date.parse(due) - Date.now()) / 8_640_000) / 10;
    };
    await rows(
      "UPDATE claims SET status = 'processing_payment', due_at = NULL WHERE id = ? RETURNING id",
      claim.id,
    );
    const dropped = { claim_id: claim.id, tx_hash: null } as Parameters<typeof awaitAgain>[1];
    expect(await daysAfter(await awaitAgain(deskCtx(), dropped))).toBe(9);
    await rows(
      "UPDATE claims SET status = 'paid', paid_event_id = -7, due_at = NULL WHERE id = ? RETURNING id",
      claim.id,
    );
    const gone = { id: -7, tx_hash: `0x${'7e'.repeat(32)}` } as Parameters<typeof undoPayment>[1];
    expect(await daysAfter(await undoPayment(deskCtx(), gone))).toBe(9);
  });

  test('is shown while it is pending, and after a veto the claim is decided again before it is payable', async () => {
    const { policy, claim } = await claimed(
      {},
      { on: shakyChain, policy: { chain_id: shakyChain.chain.id } },
    );
    const { id } = claim;
    await patch(`${id}/status`, { status: 'approved' });
    const prepare = () =>
      hedy.call<{ step: string; to: string; data: string }>(
        `/admin/claims/${id}/payout`,
        { method: 'POST' },
        ahead,
      );
    const ready = await prepare();
    expect(ready).toMatchObject({ status: 200, data: { step: 'announce' } });
    expect((await detail(id)).announced).toBeNull();
    await sendReady(ready.data, CLAIMS, shakyChain);
    const { announced, status } = await detail(id);
    expect(status).toBe('approved');
    expect(announced).toMatchObject({ usd: 2500 });
    expect(Date.parse(announced?.lapses_at ?? '')).toBeGreaterThan(Date.parse(announced?.payable_at ?? ''));
    const transfer = { payout_amount: 2500, payment_method: 'bank_transfer', reference: '4711' };
    const muchLater = workerWith(later(60 * 60_000));
    expect(await hedy.call(`/admin/claims/${id}/payment`, { body: transfer }, muchLater)).toMatchObject({
      status: 409,
      code: 'already_prepared',
      message: expect.stringContaining('It could be sent until '),
    });
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    expect((await hedy.call(`/admin/claims/${id}/payment`, { body: transfer })).message).toContain(
      'It is announced on chain: it can be paid or vetoed, and it lapses on ',
    );
    await vetoPayout(GUARDIAN, policy.quote_id);
    // The veto isn't confirmed yet.
    expect(await prepare()).toMatchObject({ status: 409, code: 'already_prepared' });
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    expect(await detail(id)).toMatchObject({ status: 'under_review', announced: null, decision: null });
    expect((await prepare()).status).toBe(409);
    await patch(`${id}/status`, { status: 'approved' });
    expect(await prepare()).toMatchObject({ status: 200, data: { step: 'announce' } });
  });

  test('is discarded while nobody sent its announcement, and not once the chain shows it', async () => {
    const { customer, policy, claim } = await claimed(
      {},
      { on: shakyChain, policy: { chain_id: shakyChain.chain.id } },
    );
    const { id } = claim;
    await patch(`${id}/status`, { status: 'approved' });
    const prepare = (reach?: typeof ahead) =>
      hedy.call<{ step: string; to: string; data: string }>(
        `/admin/claims/${id}/payout`,
        { method: 'POST' },
        reach,
      );
    const discard = () => hedy.call(`/admin/claims/${id}/payout?not_signed=true`, { method: 'DELETE' });
    expect((await prepare()).data.step).toBe('announce');
    expect((await discard()).status).toBe(200);
    await sendReady((await prepare()).data, CLAIMS, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    await readChains();
    const refused = {
      status: 409,
      message: expect.stringContaining(
        'It is announced on chain: it can be paid or vetoed, and it lapses on ',
      ),
    };
    expect(await discard()).toMatchObject(refused);
    await shakyChain.increaseTime({ seconds: 61 });
    await shakyChain.mine({ blocks: 1 });
    // A claim that is alike can't take what was announced for the other.
    const { data: twin } = await submit(customer, policy, { description: 'Another pipe burst.' });
    await patch(`${twin.id}/status`, { status: 'approved' });
    const taken = await hedy.call(`/admin/claims/${twin.id}/payout`, { method: 'POST' }, ahead);
    expect(taken).toMatchObject({ status: 409, code: 'already_prepared' });
    expect((await prepare(ahead)).data.step).toBe('pay');
    expect(await discard()).toMatchObject(refused);
    await vetoPayout(GUARDIAN, policy.quote_id);
  });
});

test('answers only administrators, and lets the auditor only read', async () => {
  const { customer, claim } = await claimed();
  for (const path of ['/admin/claims', '/admin/claims/statistics', `/admin/claims/${claim.id}`]) {
    expect((await call(path)).status).toBe(401);
    expect((await customer.call(path)).status).toBe(401);
    expect((await auditor.call(path)).status).toBe(200);
  }
  const no = { status: 'rejected', clause: 'not_covered-2', admin_notes: 'No.' };
  expect((await patch(`${claim.id}/status`, no, auditor)).status).toBe(403);
  expect((await auditor.call(`/admin/claims/${claim.id}/notes`, { body: { text: 'x' } })).status).toBe(403);
});
