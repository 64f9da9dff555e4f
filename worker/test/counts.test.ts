/** The desk's counters after everything that moves them. */
import { expect, test } from 'vitest';
import { Admin } from './admin.ts';
import { claimed, submit } from './claims.ts';
import { deskCounts } from './counts.ts';
import { insured } from './desk.ts';
import { Customer, HOME, readChain, rows, scanFromHere, TRAVEL, term } from './harness.ts';

const same = async () => {
  const { counted, actual } = await deskCounts();
  expect(counted).toEqual(actual);
  return counted;
};

test('counts every list by status and kind, and the work that waits, whatever happens to them', async () => {
  await scanFromHere();
  const hedy = await Admin.arrive();
  const decide = (id: number, body: Record<string, unknown>) =>
    hedy.call(`/admin/claims/${id}/status`, { method: 'PATCH', body });

  const { customer, policy, claim } = await claimed({ claim_amount: 5000 });
  expect(await same()).toEqual(
    expect.arrayContaining([
      ...['policies * *: 1', 'policies active home: 1', 'claims pending home: 1', 'queue claims_due *: 1'],
      ...['users active *: 1'],
    ]),
  );
  const large = (await submit(customer, policy, { claim_amount: 60_000 })).data;
  const missing = (await submit(customer, policy, { claim_amount: 700 })).data;
  const refused = (await submit(customer, policy, { claim_amount: 800 })).data;
  await decide(claim.id, { status: 'under_review' });
  await decide(claim.id, { status: 'approved' });
  await decide(large.id, { status: 'approved' });
  await decide(missing.id, { status: 'under_review', requested_documents: 'A photo' });
  await decide(refused.id, {
    status: 'rejected',
    clause: 'not_covered-2',
    admin_notes: 'It is not covered.',
  });
  expect(await same()).toEqual(
    expect.arrayContaining(['queue payouts_to_send *: 1', 'queue payouts_to_confirm *: 1']),
  );

  // A payment outside the chain waits for a second administrator, is withdrawn, and waits again.
  const payment = { payout_amount: 2500, payment_method: 'check', reference: '17' };
  const path = `/admin/claims/${claim.id}/payment`;
  await hedy.call(path, { body: payment });
  expect(await same()).toContain('queue payouts_to_confirm *: 2');
  await hedy.call(path, { method: 'DELETE' });
  expect(await same()).toContain('queue payouts_to_send *: 1');
  await hedy.call(path, { body: payment });
  await (await Admin.arrive('Grace Hopper')).call(path, { body: payment });
  expect(await same()).toContain('queue payouts_to_confirm *: 1');

  const body = { subject: 'Roof', message: 'Is hail covered?' };
  const { data: thread } = await customer.call<{ id: number }>('/messages/create', { body });
  expect(await same()).toContain('queue messages_unanswered *: 1');
  await hedy.call(`/admin/messages/${thread.id}/reply`, { body: { message: 'It is.' } });
  await same();
  const again = { message: 'And snow?', parent_message_id: thread.id };
  await customer.call('/messages/reply', { body: again });
  await same();
  for (const status of ['resolved', 'open', 'closed']) {
    await hedy.call(`/admin/messages/${thread.id}/status`, { method: 'PATCH', body: { status } });
    await same();
  }
  await customer.call('/messages/reply', { body: again });
  const contact = {
    name: 'Eve',
    email: 'eve@example.com',
    subject: 'Hello',
    message: 'Do you insure boats?',
  };
  await customer.call('/contact', { body: contact });
  await same();

  const form = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
  const payer = await Customer.arrive();
  const { draft_id } = (await payer.call<{ draft_id: string }>('/insurance/drafts', { body: form })).data;
  const twice = { ...form, details: undefined, draft_id };
  const [first, second] = [(await payer.quote(twice)).data, (await payer.quote(twice)).data];
  for (const quote of [first, second]) {
    const report = { wallet_address: payer.address, tx_hash: await payer.pay(quote), chain_id: 1337 };
    await payer.call('/insurance/travel-quote', { body: report });
  }
  expect(await same()).toEqual(expect.arrayContaining(['exceptions open *: 1', 'policies active travel: 1']));

  const inactive = await Customer.arrive();
  const quote = (await inactive.quote({ details: HOME })).data;
  await rows("UPDATE accounts SET status = 'inactive' WHERE wallet = ?", inactive.address.toLowerCase());
  await inactive.report(await inactive.pay(quote));
  await insured();
  await readChain();
  expect(await same()).toEqual(
    expect.arrayContaining([
      'queue policies_to_review *: 1',
      'users inactive *: 1',
      'policies pending home: 1',
    ]),
  );
  const [waiting] = await rows<{ id: number }>("SELECT id FROM policies WHERE status = 'pending'");
  const review = (body: Record<string, unknown>) =>
    hedy.call(`/admin/policies/${waiting?.id}/status`, { method: 'PATCH', body });
  await review({ status: 'rejected', admin_notes: 'It stands in a river.' });
  expect(await same()).toContain('queue refunds_owed *: 1');
  await review({ status: 'approved', take_back: true });
  expect((await same()).filter((line) => line.startsWith('queue refunds_owed'))).toEqual([]);
});
