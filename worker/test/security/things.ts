/** Three customers with one of everything that a path or a body can name, so that each can be attacked by another. */
import { env } from 'cloudflare:workers';
import { getAddress } from 'viem';
import type { PaymentException } from '#domain/payments/schema.ts';
import { cancellationTypedData, type SignedConsent } from '#domain/policy/consent.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import type { Admin } from '../admin.ts';
import { png, submit, upload } from '../claims.ts';
import { consentTo } from '../desk.ts';
import { type Customer, HOME, rows, signIn, TRAVEL, term, usual } from '../harness.ts';

const HASH = `0x${'5e'.repeat(32)}`;

/** What one customer owns, by the names that calls have for it. */
export interface Things {
  wallet: string;
  /** Text that only this customer's answers may hold. */
  mark: string;
  policy: number;
  /** A policy without a claim, which can be canceled. */
  spare: number;
  /** A policy that is withdrawn from. */
  leaving: number;
  claim: number;
  rejected: number;
  document: string;
  thread: number;
  webhook: string;
  delivery: string;
  share: string;
  shareToken: string;
  draft: string;
  relayed: string;
  exception: number;
  session: string;
  /** The token of a session that has been ended. */
  revoked: string;
  /** The transaction that bought `policy`. */
  paid: string;
  cancellation: SignedConsent;
  refund: SignedConsent;
}

const must = async <Data>(answered: Promise<{ status: number; message: string; data: Data }>) => {
  const { status, message, data } = await answered;
  if (status >= 400) throw new Error(`${status} ${message}`);
  return data;
};

/** Buys everything that a customer can own. */
export async function settle(customer: Customer, mark: string, desk: Admin): Promise<Things> {
  const wallet = customer.address;
  const post = <Data>(path: string, body: unknown) => must(customer.call<Data>(path, { body }));
  const email = `${mark.toLowerCase()}@example.com`;
  await must(customer.call('/profile', { method: 'PATCH', body: { name: mark, email } }));
  await must(uploadAvatar(customer));
  const webhook = await post<{ id: string }>('/webhooks', {
    url: `https://hooks.example.com/${mark}`,
    events: ['claim.submitted'],
  });
  const bought: { id: number; hash: string; quote: QuoteAnswer }[] = [];
  for (let each = 0; each < 3; each += 1) {
    const quote = await must(customer.quote({ email, details: { ...HOME, property_owner_name: mark } }));
    const hash = await customer.pay(quote);
    bought.push({ id: (await must(customer.report(hash))).id, hash, quote });
  }
  const [first, spare, leaving] = bought as [(typeof bought)[0], (typeof bought)[0], (typeof bought)[0]];
  const policy = { id: first.id, policy_type: 'home' } as const;
  const claim = await must(
    submit(customer, policy, { description: `${mark} had a burst pipe in the kitchen.` }),
  );
  const rejected = await must(submit(customer, policy, { claim_amount: 4000 }));
  const decision = { status: 'rejected', clause: 'not_covered-2', admin_notes: 'This is wear.' };
  await must(desk.call(`/admin/claims/${rejected.id}/status`, { method: 'PATCH', body: decision }));
  const added = await must(
    upload<{ added: { id: string }[] }>(customer, claim.id, [{ name: 'roof.png', bytes: png(mark) }]),
  );
  const thread = await post<{ id: number }>('/messages/create', {
    subject: 'Roof',
    message: `${mark} asks about hail.`,
  });
  const share = await post<{ id: string; token: string }>(`/insurance/policy/${first.id}/shares`, {
    fields: ['coverage_usd'],
    days: 7,
  });
  const form = { insurance_type: 'home', details: { ...HOME, property_owner_name: mark }, ...term() };
  const draft = await post<{ draft_id: string }>('/insurance/drafts', form);
  await sentOnce(first.quote.quote_id, wallet);
  const { exception, refund } = await payTwice(customer);
  const deliveries = await must(customer.call<{ id: string }[]>(`/webhooks/${webhook.id}/deliveries`));
  await env.DB.prepare("UPDATE outbox SET state = 'failed' WHERE id = ?").bind(deliveries[0]?.id).run();
  const other = await signIn(customer.account);
  const sessions = await must(customer.call<{ id: string; current: boolean }[]>('/auth/sessions'));
  const revoked = await signIn(customer.account);
  await must(customer.call('/auth/logout', { method: 'POST', token: revoked }));
  if (!other) throw new Error('No second session');
  return {
    wallet,
    mark,
    policy: first.id,
    spare: spare.id,
    leaving: leaving.id,
    paid: first.hash,
    claim: claim.id,
    rejected: rejected.id,
    document: added.added[0]?.id ?? '',
    thread: thread.id,
    webhook: webhook.id,
    delivery: deliveries[0]?.id ?? '',
    share: share.id,
    shareToken: share.token,
    draft: draft.draft_id,
    relayed: first.quote.quote_id,
    exception,
    refund,
    revoked,
    session: sessions.find(({ current }) => !current)?.id ?? '',
    cancellation: await consentTo(customer, spare.id),
  };
}

function uploadAvatar(customer: Customer) {
  const form = new FormData();
  form.append('file', new File([png(customer.address)], 'me.png', { type: 'image/png' }));
  return customer.call('/profile/avatar', { method: 'PUT', form });
}

/** A purchase that the relay has sent, so that a repeat of its request is answered without a signature. */
const sentOnce = (quoteId: string, wallet: string) =>
  env.DB.prepare(
    `INSERT INTO relayed_purchases (chain_id, sender, nonce, quote_id, wallet, data, gas, valid_until, state, tx_hash, raw,
       is_empty, signed, max_fee, tip, fee_cap, created_at, signed_at)
     VALUES ('1337', '0x', (SELECT count(*) FROM relayed_purchases), ?1, ?2, '0x', 1, '', 'bought', ?3, '0x', 0, '[]', '1',
       '1', '1', '', '')`,
  )
    .bind(quoteId, wallet.toLowerCase(), HASH)
    .run();

/** A second payment for one draft, and the consent to its refund. */
async function payTwice(customer: Customer): Promise<{ exception: number; refund: SignedConsent }> {
  const form = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
  const { draft_id } = await must(customer.call<{ draft_id: string }>('/insurance/drafts', { body: form }));
  const twice = { ...form, details: undefined, draft_id };
  const [first, second] = [await must(customer.quote(twice)), await must(customer.quote(twice))];
  await customer.report(await customer.pay(first));
  await customer.report(await customer.pay(second));
  const path = `/insurance/payment-exceptions/${customer.address}`;
  const [owed] = await must(customer.call<PaymentException[]>(path));
  const validUntil = Math.floor(Date.now() / 1000) + 86_400;
  const terms = {
    holder: customer.address,
    quoteId: second.quote_id,
    refund: BigInt(second.amount),
    validUntil,
  };
  const typed = cancellationTypedData(usual.chain_id, getAddress(usual.contract), terms);
  const signature = await customer.account.signTypedData(typed);
  return {
    exception: owed?.id ?? 0,
    refund: { signature, valid_until: new Date(validUntil * 1000).toISOString() },
  };
}

const tablesOf = () =>
  rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
       AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%cf_%' ORDER BY name`,
  );

/** What stands in a column of every table that no answer declares. */
export const CANARY = 'the canary of every table';
export async function addCanaries(): Promise<void> {
  // The tables of a text index belong to it.
  const tables = (await tablesOf()).filter(({ name }) => !name.includes('_search_'));
  const add = ({ name }: { name: string }) =>
    env.DB.prepare(`ALTER TABLE "${name}" ADD COLUMN canary DEFAULT '${CANARY}'`);
  await env.DB.batch(tables.map(add));
}

/** Every row of every table but when a session was last used, as one text per table, to compare before and after. */
export async function everything(): Promise<Map<string, string>> {
  const tables = await tablesOf();
  const results = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  const withoutUse = (key: string, value: unknown) => (/seen_at$/.test(key) ? undefined : value);
  return new Map(
    tables.map(({ name }, index) => [name, JSON.stringify(results[index]?.results, withoutUse)]),
  );
}
