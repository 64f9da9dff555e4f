/** Refunds and payouts as their routes call the worker, with the local chain's role accounts. */
import { type Account, encodeFunctionData, type Hex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { announcedPayout } from '#domain/payouts/announced.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { realEdges } from '#worker/edges.ts';
import { type Ctx, type Edges, makeContext, type WalletCtx } from '#worker/platform/context.ts';
import { previewCancellation, requestCancellation } from '#worker/policies/cancel.ts';
import {
  Customer,
  chain,
  type LocalChain,
  localAccount,
  ORIGIN,
  readChains,
  rows,
  scannedChains,
  shaky,
  shakyChain,
  TRAVEL,
  term,
  usual,
} from './harness.ts';
import { bindings } from './reach.ts';

export const ADMIN = localAccount(0);
export const CLAIMS = localAccount(1);
export const UNDERWRITER = localAccount(2);
export const GUARDIAN = localAccount(10);

export function deskCtx(edges: Partial<Edges> = {}, variables: Partial<Env> = {}): Ctx {
  const all = { ...realEdges, ...edges };
  return makeContext(
    bindings({ ...scannedChains(), ...variables }),
    all,
    crypto.randomUUID(),
    new URL(ORIGIN),
  );
}

/** The context of the customer's request, even when the test's session has expired. */
export function asHolder({ address }: Customer, edges: Partial<Edges> = {}): WalletCtx {
  const actor = { kind: 'evm', wallet: address.toLowerCase(), jti: 'test', active: true } as const;
  return { ...deskCtx(edges), actor };
}

/**
 * A context in which another writer gets in before the batch with this number, counted from one, so what was read before is
 * outdated.
 */
export function racedAt<Context extends Ctx>(
  ctx: Context,
  number: number,
  other: string | (() => Promise<unknown>),
  ...values: unknown[]
): Context {
  const { db } = ctx;
  let batches = 0;
  const batch: typeof db.batch = async (statements) => {
    batches += 1;
    if (batches === number) await (typeof other === 'string' ? rows(other, ...values) : other());
    return db.batch(statements);
  };
  return {
    ...ctx,
    db: new Proxy(db, { get: (own, name) => (name === 'batch' ? batch : Reflect.get(own, name)) }),
  };
}

/** The same before the next batch. */
export const raced = <Context extends Ctx>(
  ctx: Context,
  other: string | (() => Promise<unknown>),
  ...values: unknown[]
): Context => racedAt(ctx, 1, other, ...values);

type Ready = ReadyCall | { to: string; data: string };

/** A prepared transaction of an EVM chain. */
export function evmCall(ready: Ready): { to: Hex; data: Hex } {
  if (!('to' in ready)) throw new Error('Not a transaction of an EVM chain');
  return { to: ready.to as Hex, data: ready.data as Hex };
}

/** Sends a prepared transaction unchanged. */
export async function sendReady(ready: Ready, account: Account, on: LocalChain = chain): Promise<Hex> {
  const request = { ...evmCall(ready), gas: 400_000n };
  const sent = await on.sendTransactionSync({ account, chain: on.chain, assertChainId: false, ...request });
  return sent.transactionHash;
}

type TypedData = Parameters<Customer['account']['signTypedData']>[0];

/** The customer's signature under the refund that canceling gives at the edges' clock. */
export async function consentTo(customer: Customer, id: number, edges: Partial<Edges> = {}) {
  const { consent, valid_until } = await previewCancellation(asHolder(customer, edges), id);
  if (consent?.kind !== 'evm') throw new Error('This policy cannot be canceled');
  return signConsent(customer, { consent, valid_until: valid_until ?? '' });
}

/** Signs what the API offered, as a wallet does with its typed data. */
export async function signConsent(
  { account }: Customer,
  { consent, valid_until }: { consent: ConsentRequest; valid_until: string },
) {
  if (consent.kind !== 'evm') throw new Error('Not for an EVM wallet');
  const signature = await account.signTypedData(consent.typed_data as unknown as TypedData);
  return { signature, valid_until };
}

/** Signs and records a cancellation. */
export async function cancelPolicy(customer: Customer, id: number, edges: Partial<Edges> = {}) {
  return requestCancellation(asHolder(customer, edges), id, await consentTo(customer, id, edges));
}

/** A customer who paid two quotes of one draft, both recorded. */
export async function paidTwice(on: LocalChain = chain) {
  const customer = await Customer.arrive();
  const body = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
  const draft_id = (await customer.call<{ draft_id: string }>('/insurance/drafts', { body })).data.draft_id;
  const chain_id = on.chain.id;
  const changes = { insurance_type: 'travel', details: undefined, draft_id, chain_id, ...term(30) };
  const [first, second] = [await customer.quote(changes), await customer.quote(changes)];
  await customer.pay(first.data, on);
  await customer.pay(second.data, on);
  if (on === shakyChain) await on.mine({ blocks: 2 });
  await readChains();
  return { customer, second };
}

type Call =
  | 'proposeHolderChange'
  | 'confirmHolderChange'
  | 'completeHolderChange'
  | 'stopHolderChange'
  | 'contestHolderChange'
  | 'pull';

/** Calls our contract about a policy. */
export function onContract(
  account: Account,
  functionName: Call,
  quoteId: string,
  on: LocalChain = chain,
  ...rest: Hex[]
): Promise<Hex> {
  const { contract } = on === chain ? usual : shaky;
  const args = [quoteId as Hex, ...rest] as never;
  return sendReady(
    { to: contract, data: encodeFunctionData({ abi: insurancePaymentAbi, functionName, args }) },
    account,
    on,
  );
}

/** Vetoes the payout that was announced last on a policy of the chain that may run ahead. */
export async function vetoPayout(account: Account, quoteId: string): Promise<Hex> {
  const abi = insurancePaymentAbi;
  const address = shaky.contract as Hex;
  const eventName = 'CallAnnounced';
  const calls = await shakyChain.getContractEvents({ abi, address, eventName, fromBlock: 0n, strict: true });
  const data = calls
    .map(({ args }) => args.data)
    .findLast((each) => announcedPayout(each)?.quoteId === quoteId);
  if (!data) throw new Error('No payout is announced on this policy');
  const call = encodeFunctionData({ abi, functionName: 'veto', args: [data] });
  return sendReady({ to: address, data: call }, account, shakyChain);
}

/** A call that sets the daily allowance in the coin of the chain that may run ahead, and leaves the other limits as they are. */
export async function allowanceCall(
  functionName: 'loosenLimits' | 'tightenLimits',
  allowance: number,
): Promise<Hex> {
  const abi = insurancePaymentAbi;
  const address = shaky.contract as Hex;
  const [coin] = await shakyChain.readContract({ address, abi, functionName: 'currencies' });
  if (!coin) throw new Error('The contract has no currency');
  const { token, minPerDollar, maxPerDollar, minimumReserve } = coin;
  const args = [{ token, minPerDollar, maxPerDollar, minimumReserve, allowance }] as const;
  return encodeFunctionData({ abi, functionName, args });
}

/** A paid policy of an account that was deactivated after its quote, so that somebody has to approve it. */
export async function awaitingReview(on: LocalChain = chain) {
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ chain_id: on.chain.id })).data;
  await rows("UPDATE accounts SET status = 'inactive' WHERE wallet = ?", customer.address.toLowerCase());
  const hash = await customer.pay(quote, on);
  const body = { wallet_address: customer.address, tx_hash: hash, chain_id: on.chain.id };
  const reported = await customer.call<PolicyAnswer>('/insurance/home-quote', { body });
  if (on === chain) return { customer, quote, policy: reported.data };
  await readChains();
  const [policy] = await customer.policies();
  if (!policy) throw new Error('The policy is not there');
  return { customer, quote, policy };
}

/** A signed-in wallet with an active, recorded policy. */
export async function insured(changes: Record<string, unknown> = {}, on: LocalChain = chain) {
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ chain_id: on.chain.id, ...changes })).data;
  const hash = await customer.pay(quote, on);
  if (on === shakyChain) await on.mine({ blocks: 2 });
  const body = { wallet_address: customer.address, tx_hash: hash, chain_id: on.chain.id };
  const product = changes.insurance_type ?? 'home';
  const policy = (await customer.call<PolicyAnswer>(`/insurance/${product}-quote`, { body })).data;
  return { customer, quote, policy, hash };
}
