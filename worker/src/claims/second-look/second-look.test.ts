/** A second look at a rejection or a reduced payout: who can ask, until when, who decides, and what comes after. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { claimDetail, claimed, eventKinds, messagesOf, png, upload } from '../../../test/claims.ts';
import { decide, prepare, stateOf, twoAtTheDesk } from '../../../test/decided.ts';
import { asHolder, CLAIMS, cancelPolicy, raced, sendReady } from '../../../test/desk.ts';
import { Customer, readChain, rows, runSchedule, workerWith } from '../../../test/harness.ts';
import { queueOf } from '../../../test/queue.ts';
import { askSecondLook } from './ask.ts';

const REASON = 'The frames were new in June, and here is the invoice.';
const NO = { clause: 'not_covered-2', admin_notes: 'The frames had rotted.' };
const LAST_WORD = 'This decision is final. If you still disagree, you can turn to an ombudsman or a court.';

const OPERATOR = {
  name: 'Mooring Insurance DAC',
  address: '1 Harbor Road, Dublin 1, Ireland',
  authorization: 'Authorized by the Central Bank of Ireland (C00000)',
  ombudsman: { name: 'The Insurance Ombudsman', url: 'https://ombudsman.example' },
};

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
});

const ask = (who: Customer, id: number, reason = REASON, key?: string) =>
  who.call<ClaimDetailAnswer>(`/claims/${id}/second-look`, {
    body: { reason },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const detail = async (admin: Admin, id: number) =>
  (await admin.call<AdminClaimDetail>(`/admin/claims/${id}`)).data;
const itemOf = async (admin: Admin, id: number) =>
  (await queueOf(admin)).items.find((each) => each.kind === 'claims_due' && each.id === String(id));

async function rejected() {
  const all = await claimed();
  expect((await decide(hedy, all.claim.id, 'rejected', NO)).status).toBe(200);
  return all;
}

/** A claim of $5,000 for which $1,000 instead of $2,500 arrived. */
async function reduced() {
  const all = await claimed();
  const less = { payout_amount: 1000, admin_notes: 'One of two windows.' };
  expect((await decide(hedy, all.claim.id, 'approved', less)).status).toBe(200);
  return all;
}
async function paid(id: number) {
  await sendReady((await prepare(hedy, id)).data, CLAIMS);
  await readChain();
}

describe('a second look at a rejection', () => {
  test('reopens the review once, is due like a review, and takes further documents', async () => {
    const { customer, claim } = await rejected();
    const before = await claimDetail(customer, claim.id);
    const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
    expect(before.second_look).toEqual({
      until: day,
      open: true,
      asked_at: null,
      other: null,
      last_word: null,
    });
    expect(before.next.step).toMatch(
      /^If you disagree, you can ask for a second look until \w+ \d+, \d{4}\.$/,
    );
    expect((await messagesOf(claim.id)).at(-1)?.text).toContain(
      'you can ask for a second look once, free of charge',
    );

    const answer = await ask(customer, claim.id, REASON, 'look-1');
    expect(answer).toMatchObject({ status: 201, data: { id: claim.id, status: 'under_review' } });
    expect(answer.data).toMatchObject({
      decision_reason: null,
      clause: null,
      documents_left: 10,
      second_look: { until: null, open: false, asked_at: expect.any(String), last_word: null },
    });
    expect((Date.parse(answer.data.next.due ?? '') - Date.now()) / 3_600_000).toBeCloseTo(48, 1);
    expect((await upload(customer, claim.id, [{ name: 'invoice.png', bytes: png() }])).status).toBe(201);
    expect((await messagesOf(claim.id)).slice(-2).map(({ text }) => text)).toEqual([
      REASON,
      expect.stringContaining('someone new will decide'),
    ]);

    // The same request again answers the same; another one is refused.
    expect((await ask(customer, claim.id, REASON, 'look-1')).status).toBe(201);
    expect(await ask(customer, claim.id, 'And another reason of mine.')).toMatchObject({
      status: 409,
      message: 'You have asked for a second look at this claim before. There is only one.',
    });
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'rejected', 'second_look', 'documents_added']);
  });

  test('is decided by somebody else, whose word is the last one and names the ombudsman', async () => {
    const { customer, claim } = await rejected();
    await ask(customer, claim.id);
    const refusal = {
      status: 409,
      message: 'You decided this claim before. Someone new will decide its second look.',
    };
    expect(await decide(hedy, claim.id, 'approved')).toMatchObject(refusal);
    expect(await decide(hedy, claim.id, 'rejected', NO)).toMatchObject(refusal);
    expect(await detail(hedy, claim.id)).toMatchObject({
      status: 'under_review',
      second_look: { not_by: ['Hedy Lamarr'], not_by_you: true, escalated: false },
    });
    expect((await detail(grace, claim.id)).second_look).toMatchObject({ not_by_you: false });

    // Two others decide at once: one of them wins.
    const joan = await Admin.arrive('Joan Clarke', 'claims');
    const answers = await Promise.all([
      decide(grace, claim.id, 'rejected', { ...NO, admin_notes: 'The invoice is for doors.' }),
      decide(joan, claim.id, 'approved'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);

    const other = await rejected();
    await ask(other.customer, other.claim.id);
    const reach = workerWith({}, { OPERATOR: JSON.stringify(OPERATOR) } as Partial<Env>);
    const body = { status: 'rejected', ...NO };
    const said = await grace.call(`/admin/claims/${other.claim.id}/status`, { method: 'PATCH', body }, reach);
    expect(said.status).toBe(200);
    const where =
      'This decision is final. If you still disagree, you can turn to The Insurance Ombudsman (https://ombudsman.example) or a court.';
    expect((await messagesOf(other.claim.id)).at(-1)?.text).toContain(where);
    const shown = await other.customer.call<ClaimDetailAnswer>(`/claims/detail/${other.claim.id}`, {}, reach);
    expect(shown.data.second_look).toMatchObject({ until: null, open: false, last_word: where });
    expect((await claimDetail(other.customer, other.claim.id)).second_look?.last_word).toContain(LAST_WORD);
    expect((await ask(other.customer, other.claim.id, 'But it is for windows.')).status).toBe(409);
  });

  test('stays in the queue of those who may decide it, and is escalated where nobody may', async () => {
    const { customer, claim } = await rejected();
    await ask(customer, claim.id);
    expect(await itemOf(grace, claim.id)).toMatchObject({
      section: 'to_do',
      detail: 'Second look · $5,000 claimed, Home Insurance',
      due_at: (await claimDetail(customer, claim.id)).next.due,
      assigned_to: null,
    });
    expect(await itemOf(hedy, claim.id)).toMatchObject({ section: 'second_person' });
    await rows("UPDATE admins SET status = 'inactive' WHERE id <> ? RETURNING id", hedy.id);
    expect(await itemOf(hedy, claim.id)).toMatchObject({
      section: 'second_person',
      detail: 'Second look, escalated because nobody here can decide it · $5,000 claimed, Home Insurance',
    });
    expect((await detail(hedy, claim.id)).second_look?.escalated).toBe(true);
  });

  test('can be asked for through the 90th day wherever the customer lives, and not after it', async () => {
    const { customer, claim } = await rejected();
    // 90 days after August 26, 2026 is November 24, 2026.
    await rows(
      "UPDATE claims SET decided_at = '2026-08-26T23:30:00.000Z' WHERE id = ? RETURNING id",
      claim.id,
    );
    expect((await claimDetail(customer, claim.id)).second_look?.until).toBe('2026-11-24');
    const at = (iso: string) => asHolder(customer, { clock: () => Date.parse(iso) });
    const input = { id: claim.id, reason: REASON };
    const over = { message: 'You could ask for a second look until November 24, 2026.' };
    // Midnight of November 25 on Baker Island, the last place on earth where it was the 24th.
    await expect(askSecondLook(at('2026-11-25T12:00:00Z'), input)).rejects.toMatchObject(over);
    // In Auckland that day ended long before; in Honolulu it is 11:59 PM of it.
    await expect(askSecondLook(at('2026-11-25T09:59:00Z'), input)).resolves.toMatchObject({
      content: { data: { status: 'under_review' } },
    });
    const again = await rejected();
    await rows(
      "UPDATE claims SET decided_at = '2026-08-26T00:10:00.000Z' WHERE id = ? RETURNING id",
      again.claim.id,
    );
    const auckland = asHolder(again.customer, { clock: () => Date.parse('2026-11-24T10:59:00Z') });
    await expect(askSecondLook(auckland, { ...input, id: again.claim.id })).resolves.toMatchObject({
      content: { data: { status: 'under_review' } },
    });
  });

  test('belongs to the claim’s customer, and needs words and something to look at again', async () => {
    const { customer, claim } = await claimed();
    const eve = await Customer.arrive();
    expect((await ask(eve, claim.id)).status).toBe(404);
    expect(await ask(customer, claim.id)).toMatchObject({
      status: 409,
      message: 'You can ask for a second look once a claim is rejected, or paid with less than you claimed.',
    });
    await decide(hedy, claim.id, 'rejected', NO);
    expect(await ask(customer, claim.id, 'No.')).toMatchObject({
      status: 422,
      issues: [{ path: 'reason', message: expect.stringContaining('in at least 10 characters') }],
    });
    await rows('UPDATE policies SET paid_out_usd = coverage_usd WHERE id = ? RETURNING id', claim.policy_id);
    expect((await claimDetail(customer, claim.id)).second_look?.open).toBe(false);
    expect(await ask(customer, claim.id)).toMatchObject({
      status: 409,
      message: 'We’ve paid out everything this policy covers, so a second look couldn’t pay you any more.',
    });
    await rows('UPDATE policies SET paid_out_usd = 0 WHERE id = ? RETURNING id', claim.policy_id);
    const late = raced(asHolder(customer), 'UPDATE claims SET version = version + 1 WHERE id = ?', claim.id);
    await expect(askSecondLook(late, { id: claim.id, reason: REASON })).rejects.toMatchObject({
      message: 'This claim was just changed. Please look at it again.',
    });
    expect(await stateOf(claim.id)).toMatchObject({ status: 'rejected', second_look_at: null });
  });

  test('blocks a cancellation while it is open, and ends one that was asked for before', async () => {
    const { customer, claim, policy } = await rejected();
    await cancelPolicy(customer, policy.id);
    await ask(customer, claim.id);
    await runSchedule();
    expect(await rows('SELECT * FROM endings WHERE policy_id = ? AND closed_at IS NULL', policy.id)).toEqual(
      [],
    );
    await expect(cancelPolicy(customer, policy.id)).rejects.toThrow('cannot be canceled');
  });
});

describe('a second look at a reduced payout', () => {
  test('waits for the payout, and then is a claim of its own for what was not paid', async () => {
    const { customer, claim } = await reduced();
    expect((await messagesOf(claim.id)).at(-1)?.text).toContain('It is less than you claimed');
    expect((await ask(customer, claim.id)).status).toBe(409);
    await paid(claim.id);
    expect((await claimDetail(customer, claim.id)).second_look).toMatchObject({ open: true });

    const both = await Promise.all([
      ask(customer, claim.id),
      ask(customer, claim.id, 'Both windows were broken.'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const looked = both.find(({ status }) => status === 201)?.data;
    const number = looked?.id ?? 0;
    expect(looked).toMatchObject({
      status: 'pending',
      claim_amount: 1500,
      deductible: 0,
      description: expect.stringContaining(`Second look at ${claim.claim_number}: `),
      second_look: { open: false, other: { id: claim.id, claim_number: claim.claim_number } },
    });
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      status: 'paid',
      payout_amount: 1000,
      second_look: {
        open: false,
        other: { id: number, claim_number: looked?.claim_number },
        last_word: null,
      },
    });
    expect((await decide(hedy, number, 'approved')).status).toBe(409);
    expect((await decide(grace, number, 'approved')).status).toBe(200);
    expect((await messagesOf(number)).at(-1)?.text).not.toContain('This decision is final');
    await paid(number);
    expect(await claimDetail(customer, number)).toMatchObject({
      status: 'paid',
      payout_amount: 1500,
      remaining_cover: 497_500,
      second_look: { last_word: null },
    });
    expect((await ask(customer, number)).status).toBe(409);
  });

  test('that pays less than was asked for names what else the customer can do, and one that pays all of it does not', async () => {
    const { customer, claim } = await rejected();
    await ask(customer, claim.id);
    const less = { payout_amount: 2000, admin_notes: 'One of two windows.' };
    expect((await decide(grace, claim.id, 'approved', less)).status).toBe(200);
    expect((await messagesOf(claim.id)).at(-1)?.text).toContain(LAST_WORD);
    expect((await claimDetail(customer, claim.id)).second_look?.last_word).toContain(LAST_WORD);
    const all = await rejected();
    await ask(all.customer, all.claim.id);
    expect((await decide(grace, all.claim.id, 'approved')).data.payout_amount).toBe(2500);
    expect((await messagesOf(all.claim.id)).at(-1)?.text).not.toContain('This decision is final');
    expect((await claimDetail(all.customer, all.claim.id)).second_look?.last_word).toBeNull();
  });

  test('is not offered for a payout of the whole claim less its deductible', async () => {
    const { customer, claim } = await claimed();
    await decide(hedy, claim.id, 'approved');
    expect((await messagesOf(claim.id)).at(-1)?.text).not.toContain('less than you claimed');
    await paid(claim.id);
    expect((await claimDetail(customer, claim.id)).second_look).toBeNull();
    expect((await ask(customer, claim.id)).status).toBe(409);
  });
});
