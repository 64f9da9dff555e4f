/** Two administrators who settle claims and refunds on the local Substrate chain, and what its customers see of it. */
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { Admin, adminLogin } from './admin.ts';
import { claimBody } from './claims.ts';
import { type Answer, call, rows } from './harness.ts';
import { type PolkadotCustomer, polkadotWorker, ROC, scanPolkadotFromHere } from './polkadot.ts';
import { substrate } from './substrate.ts';

export const reach = polkadotWorker();
export const GENESIS = substrate.genesis_hash;
/** The premium of a year's home insurance, 1200 dollars at 20 dollars a coin. */
export const PREMIUM = 60n * ROC;

/** A prepared transfer. */
export type Ready = Record<string, unknown>;

let clients = 0;
/** A separate client per sign-in, because a test has more of them than one client gets in a minute. */
const client = () => ({ 'cf-connecting-ip': `2001:db8:5:${(clients++).toString(16)}::1` });

export class PolkadotDesk {
  private constructor(
    readonly admin: Admin,
    readonly second: Admin,
  ) {}

  /** Both administrators signed in, the second one with the right to veto; the chain is read from its head on. */
  static async open(): Promise<PolkadotDesk> {
    const [admin, second] = [await Admin.arrive(), await Admin.arrive('Grace Hopper')];
    await rows('UPDATE admins SET veto = 1 WHERE id = ?', second.id);
    await scanPolkadotFromHere();
    return new PolkadotDesk(admin, second);
  }

  /** A call of the desk; at another worker after a sign-in there, since its clock may be days ahead. */
  async call<Data>(
    path: string,
    options: Parameters<Admin['call']>[1] = {},
    by = this.admin,
    over = reach,
  ): Promise<Answer<Data>> {
    if (over === reach) return by.call<Data>(`/admin${path}`, options, reach);
    const login = await adminLogin(by.email, undefined, over, client());
    if (login.status !== 200) throw new Error(`The sign-in answers ${login.status}: ${login.message}`);
    const { token } = login.data;
    return call<Data>(`/admin${path}`, { token, ...options }, over);
  }

  /** A claim that the desk approved, ready to be paid. */
  async approvedClaim(customer: PolkadotCustomer, policy: { id: number; policy_type: string }, usd = 5000) {
    const claim = claimBody(policy as never, { claim_amount: usd });
    const { data } = await customer.call<ClaimAnswer>('/claims/submit', { body: claim });
    const path = `/claims/${data.id}/status`;
    const body = { status: 'approved' };
    const decided = await this.call<{ needs_confirmation: boolean; payout_amount: number }>(path, {
      method: 'PATCH',
      body,
    });
    if (decided.status !== 200)
      throw new Error(`The approval of claim ${data?.id} answers ${decided.status}: ${decided.message}`);
    if (decided.data.needs_confirmation) await this.call(path, { method: 'PATCH', body }, this.second);
    return { id: data.id, payout: decided.data.payout_amount };
  }

  prepareClaim(id: number, over = reach) {
    return this.call<Ready>(`/claims/${id}/payout`, { method: 'POST' }, this.admin, over);
  }

  reportClaim(id: number, transaction_hash: string, over = reach) {
    const body = { transaction_hash };
    return this.call<{ status: string }>(`/claims/${id}/payment`, { body }, this.admin, over);
  }
}

export const policyDetail = async (customer: PolkadotCustomer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
export const kindsOf = async (customer: PolkadotCustomer, id: number) =>
  (await policyDetail(customer, id)).timeline.map(({ kind }) => kind);
export const exceptionsOf = async (customer: PolkadotCustomer) =>
  (await customer.call<PaymentException[]>(`/insurance/payment-exceptions/${customer.address}`)).data;
