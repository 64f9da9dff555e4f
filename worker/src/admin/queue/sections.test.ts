/** What each section of the work queue holds, and how the rail's counts agree with it. */
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { beforeEach, expect, test } from 'vitest';
import type { QueueCounts } from '#domain/admin/records-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed, submit } from '../../../test/claims.ts';
import { ADMIN, cancelPolicy, insured, onContract, paidTwice, UNDERWRITER } from '../../../test/desk.ts';
import { chain, readChains, rows, scanFromHere } from '../../../test/harness.ts';
import { countOf, queueOf } from '../../../test/queue.ts';

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  await scanFromHere();
  [hedy, grace] = [await Admin.arrive('Hedy Lamarr'), await Admin.arrive('Grace Hopper')];
});

/** The sections and kinds in which a record with this title waits for an administrator. */
const placesOf = async (admin: Admin, title: string) =>
  (await queueOf(admin)).items
    .filter((item) => item.title === title)
    .map(({ section, kind }) => `${section}: ${kind}`);
const countsFor = async (admin: Admin) => (await admin.call<QueueCounts>('/admin/queue/counts')).data;
const DAY = 86_400_000;
const TITLE = 'Auto-approve policies under';

test('a payout to confirm waits for a second person before everyone who counts as the first one', async () => {
  const { claim } = await claimed({ claim_amount: 60_000 });
  const child = await Admin.arrive('Child of Hedy');
  await rows('UPDATE admins SET created_by = ? WHERE id = ? RETURNING id', hedy.id, child.id);
  await hedy.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: { status: 'approved' } });
  expect(await placesOf(hedy, claim.claim_number)).toEqual(['second_person: payouts_to_confirm']);
  expect(await placesOf(child, claim.claim_number)).toEqual(['second_person: payouts_to_confirm']);
  expect(await placesOf(grace, claim.claim_number)).toEqual(['to_do: payouts_to_confirm']);
  expect((await countsFor(child)).claims).toBe(0);
  expect((await countsFor(grace)).claims).toBe(1);
});

test('a changed setting waits for a second administrator, and is work for the others', async () => {
  const body = { auto_approve_below_usd: 20_000 };
  await hedy.call('/admin/settings/system', { method: 'PATCH', body });
  const [row] = await rows<{ id: string }>("SELECT id FROM approvals WHERE status = 'open'");
  expect(await placesOf(hedy, TITLE)).toEqual(['second_person: approvals']);
  expect(await placesOf(grace, TITLE)).toEqual(['to_do: approvals']);
  const item = (await queueOf(grace)).items.find(({ kind }) => kind === 'approvals');
  expect(item).toMatchObject({
    id: row?.id,
    detail: 'From $10,000 to $20,000, proposed by Hedy Lamarr',
  });
  await grace.call(`/admin/approvals/${row?.id}/refuse`, { method: 'POST' });
  expect(await placesOf(hedy, TITLE)).toEqual([]);
});

test('a change of holder waits for the second person, for time, and then to be completed', async () => {
  const { policy } = await insured();
  const heir = privateKeyToAddress(generatePrivateKey());
  const uma = await Admin.arrive('Uma', 'underwriter');
  await onContract(UNDERWRITER, 'proposeHolderChange', policy.quote_id, chain, heir);
  await readChains();
  expect(await placesOf(uma, policy.policy_number)).toEqual(['second_person: holder_changes']);
  expect(await placesOf(hedy, policy.policy_number)).toEqual(['to_do: holder_changes']);

  await onContract(ADMIN, 'confirmHolderChange', policy.quote_id, chain, heir);
  await readChains();
  const effective = (at: number) =>
    rows<{ id: number }>(
      "UPDATE chain_events SET effective_at = ? WHERE quote_id = ? AND kind = 'holder_change_confirmed' RETURNING id",
      new Date(at).toISOString(),
      policy.quote_id as Hex,
    );
  expect(await effective(Date.now() + DAY)).toHaveLength(1);
  expect(await placesOf(uma, policy.policy_number)).toEqual(['time: holder_changes']);
  await effective(Date.now() - DAY);
  expect(await placesOf(uma, policy.policy_number)).toEqual(['to_do: holder_changes']);

  await onContract(ADMIN, 'stopHolderChange', policy.quote_id);
  await readChains();
  expect(await placesOf(uma, policy.policy_number)).toEqual([]);
});

test('a refund that was sent waits for the network, and is not offered a second time', async () => {
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  const before = await countsFor(hedy);
  expect(await placesOf(hedy, policy.policy_number)).toEqual(['to_do: refunds_owed']);
  await hedy.call(`/admin/policies/${policy.id}/refund`, { method: 'POST', body: {} });
  expect(await placesOf(hedy, policy.policy_number)).toEqual(['to_do: refunds_owed']);
  const sent = "UPDATE transfers SET state = 'sent', tx_hash = ? WHERE quote_id = ? RETURNING id";
  expect(await rows(sent, `0x${'1'.repeat(64)}`, policy.quote_id)).toHaveLength(1);
  expect(await placesOf(hedy, policy.policy_number)).toEqual(['time: refunds_owed']);
  expect((await countsFor(hedy)).policies).toBe(before.policies - 1);
});

test('a payment that only its payer can let us refund waits for the customer', async () => {
  await paidTwice();
  const [exception] = await rows<{ id: number; event_id: number }>(
    "SELECT id, event_id FROM payment_exceptions WHERE status = 'open' ORDER BY id DESC LIMIT 1",
  );
  const { id = 0, event_id: event = 0 } = exception ?? {};
  expect(await placesOf(hedy, `Paid twice #${id}`)).toEqual(['to_do: exceptions']);
  const began = (daysAgo: number) =>
    rows(
      'UPDATE chain_events SET cover_from = ? WHERE id = ? RETURNING id',
      new Date(Date.now() - daysAgo * DAY).toISOString(),
      event,
    );
  await began(29);
  expect(await placesOf(hedy, `Paid twice #${id}`)).toEqual(['to_do: exceptions']);
  await began(31);
  expect(await placesOf(hedy, `Paid twice #${id}`)).toEqual(['customer: exceptions']);
  const consented =
    "UPDATE payment_exceptions SET consent_signature = '0x1', consent_valid_until = ? WHERE id = ? RETURNING id";
  await rows(consented, new Date(Date.now() + DAY).toISOString(), id);
  expect(await placesOf(hedy, `Paid twice #${id}`)).toEqual(['to_do: exceptions']);
  await rows("UPDATE payment_exceptions SET status = 'resolved' WHERE id = ? RETURNING id", id);
});

test('the rail counts what the queue lists as to do, by screen', async () => {
  const { customer, policy, claim } = await claimed();
  const asked = (await submit(customer, policy, { claim_amount: 4100 })).data;
  const documents = { status: 'under_review', requested_documents: 'The invoice.' };
  await hedy.call(`/admin/claims/${asked.id}/status`, { method: 'PATCH', body: documents });
  await customer.call('/messages/create', { body: { subject: 'Roof', message: 'Is hail covered?' } });
  await paidTwice();
  const work = await queueOf(hedy);
  const of = (...kinds: Parameters<typeof countOf>[1][]) =>
    kinds.reduce((sum, kind) => sum + countOf(work, kind, 'to_do'), 0);
  const counts = await countsFor(hedy);
  expect(counts).toEqual({
    queue: work.sections.find(({ key }) => key === 'to_do')?.count,
    claims: of('claims_due', 'payouts_to_confirm', 'payouts_to_send'),
    messages: of('messages_unanswered'),
    policies: of('refunds_owed', 'policies_to_review', 'holder_changes'),
    exceptions: of('exceptions'),
    newest: {
      claims: asked.id,
      messages: expect.any(Number),
      policies: expect.any(Number),
      exceptions: expect.any(Number),
    },
  });
  expect(counts.claims).toBeGreaterThan(0);
  expect(counts.exceptions).toBeGreaterThan(0);
  expect(await placesOf(hedy, claim.claim_number)).toEqual(['to_do: claims_due']);
  expect(await placesOf(hedy, asked.claim_number)).toEqual(['customer: documents_awaited']);
  const sam = await countsFor(await Admin.arrive('Sam', 'support'));
  expect(sam).toEqual({
    queue: counts.messages,
    claims: 0,
    messages: counts.messages,
    policies: 0,
    exceptions: 0,
    newest: counts.newest,
  });
});
