/** What moves money, apart from a first purchase: claims, second payments, reverted ones. */
import type { Admin } from './admin.ts';
import { submit } from './claims.ts';
import { decide, prepare, report } from './decided.ts';
import { CLAIMS, insured, sendReady, UNDERWRITER } from './desk.ts';
import { type Answer, Customer, chain, TRAVEL, term, usual } from './harness.ts';

type Insured = Awaited<ReturnType<typeof insured>>;

/** A claim of 5,000 dollars, of which 1,500 are paid on chain. */
export async function paidOnChain(admin: Admin, { customer, policy }: Insured): Promise<void> {
  const { data: claim } = await submit(customer, policy, { claim_amount: 5000 });
  await decide(admin, claim.id, 'approved', { payout_amount: 1500, admin_notes: 'The floor was old.' });
  const { data } = await prepare(admin, claim.id);
  const { status } = await report(admin, claim.id, await sendReady(data, CLAIMS));
  if (status !== 200) throw new Error(`The payment's report answers ${status}`);
}

/** An approved claim of 2,000 dollars; `pay` reports its bank transfer in an administrator's name. */
export async function paidOutside(admin: Admin): Promise<{ pay: (by: Admin) => Promise<Answer<unknown>> }> {
  const { customer, policy } = await insured();
  const { data: claim } = await submit(customer, policy, { claim_amount: 4500 });
  await decide(admin, claim.id, 'approved');
  const body = { payout_amount: 2000, payment_method: 'bank_transfer', reference: '4711' };
  return { pay: (by) => by.call(`/admin/claims/${claim.id}/payment`, { body }) };
}

/** Reports a payment to us that reverted, twice, and one to somebody else. */
export async function revertedPayment(stranger: Customer): Promise<number[]> {
  const failed = await sendReady({ to: usual.contract, data: '0x12345678' }, stranger.account);
  const statuses: number[] = [];
  for (const _ of [1, 2]) statuses.push((await stranger.report(failed)).status);
  const transfer = await chain.sendTransaction({
    account: stranger.account,
    chain: chain.chain,
    to: usual.currencies[1]?.token ?? null,
    data: '0x12345678',
    gas: 60_000n,
  });
  await chain.waitForTransactionReceipt({ hash: transfer });
  await stranger.report(transfer);
  return statuses;
}

/** Two quotes of one draft. */
export async function twoQuotes() {
  const form = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
  const payer = await Customer.arrive();
  const { draft_id } = (await payer.call<{ draft_id: string }>('/insurance/drafts', { body: form })).data;
  const twice = { ...form, details: undefined, draft_id };
  return { payer, first: (await payer.quote(twice)).data, second: (await payer.quote(twice)).data };
}

/** Pays an exception back. */
export async function refundOwed(admin: Admin, id: number): Promise<number> {
  const path = `/admin/exceptions/${id}/refund`;
  const { data } = await admin.call<{ to: string; data: string }>(path, { method: 'POST' });
  const transaction_hash = await sendReady(data, UNDERWRITER);
  return (await admin.call(`${path}/confirm`, { body: { transaction_hash } })).status;
}
