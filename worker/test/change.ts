/** Changes of cover as a customer makes them. */
import type { ChangePreview } from '#domain/policy/change-schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { insured, signConsent } from './desk.ts';
import { type Customer, rows, term, usual } from './harness.ts';

export const LOWER = { choices: { coverage_usd: 200_000, deductible_usd: 5000 } };
export const HIGHER = { choices: { coverage_usd: 500_000, deductible_usd: 1000 } };

const path = (id: number) => `/insurance/policy/${id}/change`;

export const previewOf = (customer: Customer, id: number, changes: object) =>
  customer.call<ChangePreview>(`${path(id)}?preview=true`, { body: changes });

/** Signs what the preview offers. */
export async function signedFor(customer: Customer, id: number, changes: object) {
  const { data } = await previewOf(customer, id, changes);
  if (!data.consent || data.valid_until === null) throw new Error(data.problem ?? 'Nothing to sign');
  return signConsent(customer, { consent: data.consent, valid_until: data.valid_until });
}

export const askFor = (customer: Customer, id: number, body: object, headers: Record<string, string> = {}) =>
  customer.call<QuoteAnswer>(path(id), { body, headers });

/** Previews and signs, so that a quote for the new policy is there. */
export async function quoteFor(customer: Customer, id: number, changes: object): Promise<QuoteAnswer> {
  const { data, status, message } = await askFor(customer, id, {
    ...changes,
    ...(await signedFor(customer, id, changes)),
  });
  if (status !== 200) throw new Error(`${status} ${message}`);
  return data;
}

/** Pays and reports a quote. */
export async function buy(customer: Customer, quote: QuoteAnswer, product = 'home'): Promise<PolicyAnswer> {
  const body = {
    wallet_address: customer.address,
    tx_hash: await customer.pay(quote),
    chain_id: usual.chain_id,
  };
  return (await customer.call<PolicyAnswer>(`/insurance/${product}-quote`, { body })).data;
}

/** The policy as if it had been bought and begun so many days ago, for our records alone. */
export async function begunBefore(policyId: number, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000).toISOString();
  await rows(
    `UPDATE policies SET start_date = ?, cover_from = ? WHERE id = ? RETURNING id`,
    at.slice(0, 10),
    at,
    policyId,
  );
  await rows(
    `UPDATE chain_events SET block_time = ? WHERE id = (SELECT purchase_event_id FROM policies WHERE id = ?) RETURNING id`,
    at,
    policyId,
  );
}

/** A holder whose policy became another one by a change. */
export async function changed(changes: object, bought: Record<string, unknown> = {}) {
  const all = await insured(bought);
  const successor = await buy(all.customer, await quoteFor(all.customer, all.policy.id, changes));
  return { ...all, successor };
}

export const inDays = (days: number) => term(days).policy_end_date;
