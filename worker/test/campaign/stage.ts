/** Who takes part in a run on the EVM chain, and what they do in it. */
import type { Hex, TypedDataDefinition } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks/schema.ts';
import { Admin } from '../admin.ts';
import { claimBody } from '../claims.ts';
import { CLAIMS, UNDERWRITER } from '../desk.ts';
import { recomputeAll } from '../figures.ts';
import { Customer, rows, shaky, shakyChain, TRAVEL, term } from '../harness.ts';
import { changeHolder, payOut } from '../registry.ts';
import {
  again,
  broadcast,
  DEEP,
  giveTokens,
  halted,
  mine,
  outcome,
  paymentOf,
  readyCall,
  reorganize,
  replaceSigner,
  type Signed,
  sign,
  signerOnChain,
} from './evm.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const CLAIMED_USD = 5000;

type Policy = Pick<PolicyAnswer, 'id' | 'quote_id' | 'policy_type' | 'cover_from'>;
type Ready = { to: string; data: string };

/** An administrator who wants every notice. */
export async function openDesk(): Promise<Admin> {
  const admin = await Admin.arrive();
  await rows('UPDATE admins SET new_claim = 1, payment_exception = 1 WHERE id = ? RETURNING id', admin.id);
  return admin;
}

/** A signed-in wallet that listens to everything. */
export async function arrive(world: World): Promise<Customer> {
  const customer = await Customer.arrive();
  await listen(world, customer);
  return customer;
}

export const listen = (world: World, customer: Parameters<World['must']>[0]) =>
  world.must(customer, '/webhooks', {
    body: { url: `https://hooks.example/${crypto.randomUUID()}`, events: [...WEBHOOK_EVENTS] },
  });

/** The policy that a quote bought; null if there is none. */
export async function policyOfQuote(quoteId: string): Promise<Policy | null> {
  const [row] = await rows<Policy>(
    'SELECT id, quote_id, product AS policy_type, cover_from FROM policies WHERE quote_id = ?',
    quoteId,
  );
  return row ?? null;
}

export class EvmStage {
  constructor(
    readonly world: World,
    readonly admin: Admin,
  ) {}

  private quoteBody(customer: Customer, draft: string) {
    return customer.quoteBody({
      insurance_type: 'travel',
      details: undefined,
      chain_id: shaky.chain_id,
      draft_id: draft,
      ...term(30),
    });
  }

  private async quote(customer: Customer, draft: string): Promise<QuoteAnswer> {
    return this.world.must(customer, '/insurance/quotes', { body: this.quoteBody(customer, draft) });
  }

  report(customer: Customer, tx_hash: string, product = 'travel') {
    const body = { wallet_address: customer.address, tx_hash, chain_id: shaky.chain_id };
    return this.world.post(customer, `/insurance/${product}-quote`, { body });
  }

  /** A form that becomes a policy, with whatever goes wrong meanwhile. */
  async buyTrip(customer: Customer): Promise<Policy | null> {
    const { world } = this;
    const form = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
    const { draft_id: draft } = await world.must<{ draft_id: string }>(customer, '/insurance/drafts', {
      body: form,
    });
    let quote = await this.quote(customer, draft);
    let other: QuoteAnswer | null = null;
    if (world.acts('two tabs paying one draft')) other = await this.quote(customer, draft);
    let signed = await sign(customer.account, paymentOf(quote));
    if (world.acts('stranger posting the hash first')) await this.strangerReports(signed);
    // What the contract refuses costs nothing, and the customer asks again.
    while ((await this.payWithTrouble(customer, signed)) === 'reverted') {
      await this.report(customer, signed.hash);
      quote = await this.quote(customer, draft);
      signed = await sign(customer.account, paymentOf(quote));
    }
    if (other) {
      const second = await sign(customer.account, paymentOf(other));
      await broadcast(second);
      await this.report(customer, second.hash);
    }
    await this.report(customer, signed.hash);
    await world.schedule();
    await mine(3);
    await world.schedule();
    return policyOfQuote(quote.quote_id);
  }

  /** Somebody else reports a transaction before its sender does. */
  private async strangerReports({ hash }: Signed): Promise<void> {
    const stranger = await Customer.arrive();
    await this.report(stranger, hash);
  }

  private async payWithTrouble(customer: Customer, signed: Signed): Promise<'success' | 'reverted'> {
    const { world } = this;
    if (world.acts('quote expiring between signature and block')) {
      await halted(async () => {
        await broadcast(signed);
        await world.pass(50 * MINUTE);
      });
    } else if (world.acts('payment to a rotated signer’s quote')) {
      const before = await signerOnChain();
      await replaceSigner(privateKeyToAccount(generatePrivateKey()).address);
      await broadcast(signed);
      await world.schedule();
      await replaceSigner(before);
    } else if (world.acts('chain halted for an hour')) {
      await halted(async () => {
        await broadcast(signed);
        await this.report(customer, signed.hash);
        await world.pass(60 * MINUTE);
        await world.schedule();
      });
    } else {
      const snapshot = await shakyChain.snapshot();
      await broadcast(signed);
      await this.reorganizePayment(customer, snapshot, signed);
    }
    return (await outcome(signed)) === 'reverted' ? 'reverted' : 'success';
  }

  private async reorganizePayment(customer: Customer, snapshot: Hex, signed: Signed): Promise<void> {
    const { world } = this;
    const settled = async () => {
      await mine(3);
      await world.schedule();
    };
    if (world.acts('payment dropped by a reorganization')) {
      await settled();
      await reorganize(snapshot, DEEP);
    } else if (world.acts('payment moved by a reorganization')) {
      await settled();
      await reorganize(snapshot, 2);
      await broadcast(signed);
      await mine(DEEP);
    } else if (world.acts('payment replaced by a reorganization')) {
      await settled();
      await reorganize(snapshot, 2);
      // Another payment has its place: the money goes elsewhere, or buys another quote.
      const { draft_id: draft } = await world.must<{ draft_id: string }>(customer, '/insurance/drafts', {
        body: { insurance_type: 'travel', details: TRAVEL, ...term(30) },
      });
      const quote = await this.quote(customer, draft);
      await broadcast(await sign(customer.account, paymentOf(quote)));
      await mine(DEEP);
    } else return;
    for (let runs = 0; runs < 3; runs += 1) await world.schedule();
  }

  /** A home policy that is there before anything goes wrong. */
  async insured(customer: Customer, days = 365): Promise<Policy> {
    const body = customer.quoteBody({ chain_id: shaky.chain_id, ...term(days) });
    const quote = await this.world.must<QuoteAnswer>(customer, '/insurance/quotes', { body });
    await broadcast(await sign(customer.account, paymentOf(quote)));
    await mine(3);
    await this.world.schedule();
    const policy = await policyOfQuote(quote.quote_id);
    if (!policy) throw new Error('The policy is not there');
    return policy;
  }

  /** One policy in tokens, which our relay pays for. */
  async buyByRelay(customer: Customer): Promise<void> {
    const { world } = this;
    const body = customer.quoteBody({ chain_id: shaky.chain_id, payment_currency: 'USDC' });
    const quote = await world.must<QuoteAnswer>(customer, '/insurance/quotes', { body });
    await giveTokens(customer.address, BigInt(quote.amount));
    const signature = await customer.account.signTypedData(
      quote.authorization?.typed_data as unknown as TypedDataDefinition,
    );
    const ask = () =>
      world.post<{ tx_hash: string }>(customer, `/insurance/quotes/${quote.quote_id}/relay`, {
        body: { signature },
      });
    if (world.acts('chain halted for an hour')) {
      await halted(async () => {
        await ask();
        await world.pass(60 * MINUTE);
        await world.schedule();
      });
    } else if (world.acts('quote expiring between signature and block')) {
      await halted(async () => {
        await ask();
        await world.pass(50 * MINUTE);
      });
    } else {
      const snapshot = await shakyChain.snapshot();
      const { data, status } = await ask();
      if (status === 202 && world.acts('stranger posting the hash first'))
        await this.strangerReports({ hash: data.tx_hash as Hex, raw: '0x' });
      if (world.acts('payment dropped by a reorganization')) {
        await mine(3);
        await world.schedule();
        // What the relay sent is gone with its block, and the relay sends it again.
        await reorganize(snapshot, DEEP);
      }
    }
    await this.catchUp();
  }

  /** Reads the chain until also a node that lags by some blocks has shown what happened. */
  private async catchUp(): Promise<void> {
    for (let runs = 0; runs < 3; runs += 1) {
      await this.world.schedule();
      await mine(3);
    }
    await this.world.schedule();
  }

  /** A claim that the desk approved. */
  async approved(customer: Customer, policy: Policy, description: string): Promise<number> {
    const { world, admin } = this;
    const body = claimBody(policy, { claim_amount: CLAIMED_USD, description });
    const { id } = await world.must<ClaimAnswer>(customer, '/claims/submit', { body });
    await world.must(admin, `/admin/claims/${id}/status`, { method: 'PATCH', body: { status: 'approved' } });
    return id;
  }

  /** Prepares, sends and reports a claim's payout. */
  async payClaim(id: number, policy: Policy): Promise<void> {
    const { world, admin } = this;
    const prepared = await world.post<Ready>(admin, `/admin/claims/${id}/payout`, {});
    if (prepared.status !== 200) return;
    const call = readyCall(prepared.data);
    const report = (hash: string) =>
      world.post(admin, `/admin/claims/${id}/payment`, { body: { transaction_hash: hash } });
    const signed = await sign(CLAIMS, call);
    if (world.acts('chain halted for an hour')) {
      await halted(async () => {
        await broadcast(signed);
        await report(signed.hash);
        await world.pass(60 * MINUTE);
        await world.schedule();
      });
      return;
    }
    const snapshot = await shakyChain.snapshot();
    await broadcast(signed);
    await mine(3);
    await report(signed.hash);
    if (world.acts('payout dropped by a reorganization')) {
      await world.schedule();
      await reorganize(snapshot, DEEP);
    } else if (world.acts('payout moved by a reorganization')) {
      await world.schedule();
      await reorganize(snapshot, 2);
      await broadcast(signed);
      await mine(DEEP);
    } else if (world.acts('payout replaced by a reorganization')) {
      await world.schedule();
      await reorganize(snapshot, 2);
      // Its number is used by the same call in another transaction, or by something that nobody prepared here.
      if (world.dice.chance(0.5)) await broadcast(await again(CLAIMS, call));
      else await payOut(policy, 77, shakyChain);
      await mine(DEEP);
    } else {
      await world.schedule();
      return;
    }
    for (let runs = 0; runs < 3; runs += 1) await world.schedule();
  }

  /** Prepares, sends and reports the refund of a policy, or of a payment that bought nothing. */
  async refund(path: string): Promise<void> {
    const { world, admin } = this;
    const prepared = await world.post<Ready>(admin, `${path}/refund`, {});
    if (prepared.status !== 200) return;
    const signed = await sign(UNDERWRITER, readyCall(prepared.data));
    const snapshot = await shakyChain.snapshot();
    await broadcast(signed);
    await mine(3);
    await world.post(admin, `${path}/refund/confirm`, { body: { transaction_hash: signed.hash } });
    if (world.acts('payout dropped by a reorganization')) {
      await world.schedule();
      await reorganize(snapshot, DEEP);
    } else if (world.acts('payout moved by a reorganization')) {
      await world.schedule();
      await reorganize(snapshot, 2);
      await broadcast(signed);
      await mine(DEEP);
    }
    for (let runs = 0; runs < 2; runs += 1) await world.schedule();
  }

  /** The holder withdraws from the contract. */
  withdraw(customer: Customer, policy: Policy): Promise<unknown> {
    return this.world.must(customer, `/insurance/policy/${policy.id}/withdraw`, {});
  }

  /** The holder asks to cancel. */
  async cancel(customer: Customer, policy: Policy): Promise<void> {
    const { world } = this;
    const path = `/insurance/policy/${policy.id}/cancel`;
    const offer = await world.must<{ consent: { typed_data: TypedDataDefinition }; valid_until: string }>(
      customer,
      `${path}?preview=true`,
    );
    const signature = await customer.account.signTypedData(offer.consent.typed_data);
    await world.must(customer, path, { body: { signature, valid_until: offer.valid_until } });
  }

  /** The holder changes the cover, and pays for the new policy. */
  async change(customer: Customer, policy: Policy, changes: object): Promise<void> {
    const { world } = this;
    const path = `/insurance/policy/${policy.id}/change`;
    const offer = await world.must<{ consent: { typed_data: TypedDataDefinition }; valid_until: string }>(
      customer,
      `${path}?preview=true`,
      { body: changes },
    );
    const signature = await customer.account.signTypedData(offer.consent.typed_data);
    const quote = await world.must<QuoteAnswer>(customer, path, {
      body: { ...changes, signature, valid_until: offer.valid_until },
    });
    const signed = await sign(customer.account, paymentOf(quote));
    const paid = await this.payWithTrouble(customer, signed);
    await this.report(customer, signed.hash, 'home');
    if (paid === 'success') await mine(3);
    for (let runs = 0; runs < 2; runs += 1) await world.schedule();
  }

  /** Gives the policy to an heir, and says who has it in the end: a reorganization may undo it. */
  async inherit(customer: Customer, heir: Customer, policy: Policy): Promise<Customer> {
    const { world } = this;
    const snapshot = await shakyChain.snapshot();
    const move = () => changeHolder(policy.quote_id, heir.address, shakyChain);
    let holder = heir;
    await move();
    if (world.acts('change of holder dropped by a reorganization')) {
      await world.schedule();
      await reorganize(snapshot, DEEP);
      if (world.dice.chance(0.5)) await move();
      else holder = customer;
    }
    await this.catchUp();
    return holder;
  }

  /** The desk finishes what is left, as it does every day. */
  async finish(): Promise<void> {
    const { world } = this;
    for (let round = 0; round < 4; round += 1) {
      await mine(DEEP);
      await world.pass(2 * 60 * MINUTE);
      await mine(1);
      for (let runs = 0; runs < 2; runs += 1) await world.schedule();
      const claims = await rows<{ id: number; policy_id: number; quote_id: string }>(
        "SELECT id, policy_id, quote_id FROM claims WHERE status IN ('approved', 'processing_payment')",
      );
      const owed = await rows<{ id: number }>(
        `SELECT p.id FROM policies p JOIN endings e ON e.policy_id = p.id AND e.due_from IS NOT NULL AND e.closed_at IS NULL
          WHERE p.status IN ('pending', 'active') AND p.cover_from IS NOT NULL`,
      );
      const exceptions = await rows<{ id: number }>(
        `SELECT x.id FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id
          WHERE x.status = 'open' AND e.status = 'confirmed' AND e.kind = 'purchased'`,
      );
      for (const { id, quote_id: quote } of claims) {
        const policy = await policyOfQuote(quote);
        if (policy) await this.payClaim(id, policy);
      }
      for (const { id } of owed) await this.refund(`/admin/policies/${id}`);
      for (const { id } of exceptions) await this.refund(`/admin/exceptions/${id}`);
      if (claims.length + owed.length + exceptions.length === 0) break;
    }
    await world.deliver();
    await recomputeAll();
  }
}
