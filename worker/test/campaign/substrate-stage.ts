/** Who takes part in a run on the Substrate chain, and what they do in it. */
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import type { Admin } from '../admin.ts';
import { claimBody } from '../claims.ts';
import { recomputeAll } from '../figures.ts';
import { rows, TRAVEL, term } from '../harness.ts';
import {
  mooring,
  PolkadotCustomer,
  payment,
  recipient,
  sendPrepared,
  transferAll,
  withSubstrate,
} from '../polkadot.ts';
import { askSubstrate, type SubstrateCall, send, signed, sr25519Account, substrate } from '../substrate.ts';
import { outlivePolkadot } from '../transfers.ts';
import { listen, policyOfQuote } from './stage.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const CLAIMED_USD = 5000;

type Policy = NonNullable<Awaited<ReturnType<typeof policyOfQuote>>>;
type Ready = Record<string, unknown>;

/** Whom the pool moves to when the recipient is rotated. */
export const successor = sr25519Account('Successor');
const ROTATED = { recipient: successor.key, earlier_recipients: [recipient.key] };

let hasMoved = false;
/** Brings the pool back to its usual account, so that no run depends on another. A node may lag by one block. */
export async function returnPool(): Promise<void> {
  if (!hasMoved) return;
  await send(successor, transferAll(mooring));
  await askSubstrate('dev_newBlock', [{ count: 1 }]);
  hasMoved = false;
}

/** Has no block built meanwhile. */
async function halted<Result>(run: () => Promise<Result>): Promise<Result> {
  await askSubstrate('dev_setBlockBuildMode', ['Manual']);
  try {
    return await run();
  } finally {
    await askSubstrate('dev_setBlockBuildMode', ['Instant']);
    await askSubstrate('dev_newBlock', [{ count: 1 }]);
  }
}

export class SubstrateStage {
  constructor(
    readonly world: World,
    readonly admin: Admin,
  ) {}

  private arrived: PolkadotCustomer | null = null;
  private rotated = false;

  private get customer(): PolkadotCustomer {
    if (!this.arrived) throw new Error('Nobody has arrived');
    return this.arrived;
  }

  /** The pool moves to another account, which the worker is told at once, as the runbook says. */
  private async rotate(): Promise<void> {
    if (!this.world.acts('recipient rotated')) return;
    hasMoved = true;
    await send(mooring, transferAll(successor, true));
    this.rotated = true;
    this.world.deploy(withSubstrate(ROTATED));
  }

  /** A signed-in account that listens to everything. */
  async arrive(): Promise<void> {
    this.arrived = await PolkadotCustomer.arrive();
    await listen(this.world, this.arrived);
  }

  report(customer: PolkadotCustomer, tx_hash: string, product = 'travel') {
    const body = { wallet_address: customer.address, tx_hash, chain_id: substrate.genesis_hash };
    return this.world.post(customer, `/insurance/${product}-quote`, { body });
  }

  private async quote(customer: PolkadotCustomer, draft: string): Promise<QuoteAnswer> {
    return this.world.must(customer, '/insurance/quotes', {
      body: {
        insurance_type: 'travel',
        wallet_address: customer.address,
        chain_id: substrate.genesis_hash,
        payment_currency: substrate.symbol,
        email: 'ada@example.com',
        draft_id: draft,
        ...term(30),
      },
    });
  }

  private draft(customer: PolkadotCustomer): Promise<{ draft_id: string }> {
    const body = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
    return this.world.must(customer, '/insurance/drafts', { body });
  }

  async buyTrip(): Promise<void> {
    const { world } = this;
    const customer = this.customer;
    const { draft_id: draft } = await this.draft(customer);
    const late = world.acts('quote expiring between signature and block');
    // Its block comes after the quote has expired.
    if (late) world.skew -= 50 * MINUTE;
    const quote = await this.quote(customer, draft);
    if (late) world.skew += 50 * MINUTE;
    const other = world.acts('two tabs paying one draft') ? await this.quote(customer, draft) : null;
    const call = payment(BigInt(quote.amount), quote.quote_id);
    const { bytes, hash } = await signed(customer.account, call);
    if (world.acts('stranger posting the hash first'))
      await this.report(await PolkadotCustomer.arrive(), hash);
    await this.include(call, { bytes, hash });
    if (other) await customer.pay(other);
    await this.report(customer, hash);
    for (let runs = 0; runs < 2; runs += 1) await world.schedule();
  }

  /** Has a signed payment built into a block, which may take an hour. */
  private async include(
    call: SubstrateCall,
    { bytes, hash }: { bytes: string; hash: string },
  ): Promise<void> {
    const { world } = this;
    await this.rotate();
    if (!world.acts('chain halted for an hour')) {
      await send(this.customer.account, call);
      return;
    }
    await halted(async () => {
      await askSubstrate('author_submitExtrinsic', [bytes]);
      await this.report(this.customer, hash);
      await world.pass(60 * MINUTE);
      await world.schedule();
    });
  }

  async insured(): Promise<Policy> {
    const customer = this.customer;
    const { draft_id: draft } = await this.draft(customer);
    return this.paid(await this.quote(customer, draft));
  }

  /** A policy whose cover can be changed. */
  async insuredAtHome(): Promise<Policy> {
    const { status, message, data } = await this.customer.quote({}, this.world.reach);
    if (status >= 300) throw new Error(message);
    return this.paid(data);
  }

  private async paid(quote: QuoteAnswer): Promise<Policy> {
    await this.customer.pay(quote);
    await this.world.schedule();
    const policy = await policyOfQuote(quote.quote_id);
    if (!policy) throw new Error('The policy is not there');
    return policy;
  }

  /** The holder changes the cover, and pays for the new policy. */
  async change(policy: Policy, changes: object): Promise<void> {
    const { world } = this;
    const customer = this.customer;
    const path = `/insurance/policy/${policy.id}/change`;
    const offer = await world.must<{ consent: ConsentRequest; valid_until: string }>(
      customer,
      `${path}?preview=true`,
      { body: changes },
    );
    const body = { ...changes, ...customer.sign(offer) };
    const quote = await world.must<QuoteAnswer>(customer, path, { body });
    const call = payment(BigInt(quote.amount), quote.quote_id);
    const sent = await signed(customer.account, call);
    await this.include(call, sent);
    await this.report(customer, sent.hash, 'home');
    for (let runs = 0; runs < 2; runs += 1) await world.schedule();
  }

  async approved(policy: Policy, description: string): Promise<number> {
    const { world, admin } = this;
    const customer = this.customer;
    const body = claimBody(policy, { claim_amount: CLAIMED_USD, description });
    const { id } = await world.must<ClaimAnswer>(customer, '/claims/submit', { body });
    await world.must(admin, `/admin/claims/${id}/status`, { method: 'PATCH', body: { status: 'approved' } });
    return id;
  }

  /** Prepares, sends and reports what our account pays. */
  private async payOut(path: string, prepare: string, confirm: string): Promise<void> {
    const { world, admin } = this;
    const customer = this.customer;
    if (world.dice.chance(0.5)) await this.rotate();
    const prepared = await world.post<Ready>(admin, `${path}/${prepare}`, {});
    if (prepared.status !== 200) return;
    await this.rotate();
    const payer = this.rotated ? successor : mooring;
    const { hash } = await sendPrepared(payer, prepared.data, customer.account);
    await world.post(admin, `${path}/${confirm}`, { body: { transaction_hash: hash } });
    await world.schedule();
  }

  payClaim(id: number): Promise<void> {
    return this.payOut(`/admin/claims/${id}`, 'payout', 'payment');
  }

  refund(path: string): Promise<void> {
    return this.payOut(path, 'refund', 'refund/confirm');
  }

  async cancel(policy: Policy): Promise<void> {
    const customer = this.customer;
    const path = `/insurance/policy/${policy.id}/cancel`;
    const offer = await this.world.must<{ consent: ConsentRequest; valid_until: string }>(
      customer,
      `${path}?preview=true`,
    );
    await this.world.must(customer, path, { body: customer.sign(offer) });
  }

  /** The desk finishes what is left. What was handed out and never sent is over once the chain is past its era. */
  async finish(): Promise<void> {
    const { world } = this;
    for (let round = 0; round < 4; round += 1) {
      for (let runs = 0; runs < 2; runs += 1) await world.schedule();
      const claims = await rows<{ id: number }>(
        "SELECT id FROM claims WHERE status IN ('approved', 'processing_payment')",
      );
      const owed = await rows<{ id: number }>(
        `SELECT p.id FROM policies p JOIN endings e ON e.policy_id = p.id AND e.due_from IS NOT NULL AND e.closed_at IS NULL WHERE p.status = 'active' ORDER BY p.id`,
      );
      const exceptions = await rows<{ id: number }>(
        "SELECT id FROM payment_exceptions WHERE status = 'open' AND wallet <> ''",
      );
      if (claims.length + owed.length + exceptions.length === 0) break;
      for (const { id } of claims) await this.payClaim(id);
      for (const { id } of owed) await this.refund(`/admin/policies/${id}`);
      for (const { id } of exceptions) await this.refund(`/admin/exceptions/${id}`);
      const alive = await rows<{ quote_id: string }>(
        'SELECT quote_id FROM transfers WHERE ended_at IS NULL AND reference IS NULL',
      );
      for (const { quote_id: quote } of alive) await outlivePolkadot(quote, this.rotated ? ROTATED : {});
    }
    await world.pass(120 * MINUTE);
    for (let runs = 0; runs < 2; runs += 1) await world.schedule();
    await world.deliver();
    await recomputeAll();
  }
}
