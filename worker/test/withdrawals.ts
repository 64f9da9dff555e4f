/** Withdrawals from contracts, as holders and auditors see them. */
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { type Customer, rows } from './harness.ts';

export const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
export const withdraw = (customer: Customer, id: number) =>
  customer.call<WithdrawalAnswer>(`/insurance/policy/${id}/withdraw`, { method: 'POST' });
export const history = async (id: number) =>
  (await rows<{ kind: string }>('SELECT kind FROM policy_history WHERE policy_id = ? ORDER BY id', id)).map(
    ({ kind }) => kind,
  );
export const logged = async (id: number) =>
  (
    await rows<{ action: string; after: string }>(
      'SELECT action, after FROM audit_log WHERE subject = ? ORDER BY id',
      `policy:${id}`,
    )
  ).map(({ action, after }) => [action, JSON.parse(after)]);
