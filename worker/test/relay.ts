/** The relay and its customers: wallets with tokens and without coins. */
import { env } from 'cloudflare:workers';
import { type Account, erc20Abi, type Hex, type TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, vi } from 'vitest';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { realEdges } from '#worker/edges.ts';
import { type Edges, makeContext } from '#worker/platform/context.ts';
import type { RelayOrder } from '#worker/platform/edges/relays.ts';
import { advanceRelay } from '#worker/settlement/relay/advance.ts';
import { sendPurchase } from '#worker/settlement/relay/send.ts';
import { type Answer, Customer, chain, localAccount, ORIGIN, type Reach, usual } from './harness.ts';
import { bindings } from './reach.ts';

const KEYS = JSON.parse((env as unknown as { RELAY_KEYS: string }).RELAY_KEYS) as Record<string, Hex>;
export const RELAY = privateKeyToAccount(KEYS[1337] as Hex).address;
export const CHAIN = String(usual.chain_id);
const USDC = usual.currencies.find(({ symbol }) => symbol === 'USDC')?.token as Hex;

export const setRelayBalance = (value: bigint) => chain.setBalance({ address: RELAY, value });

export const usdcOf = (address: Hex): Promise<bigint> =>
  chain.readContract({ address: USDC, abi: erc20Abi, functionName: 'balanceOf', args: [address] });

/** Sends tokens and waits until they are there. */
export async function sendUsdc(from: Account, to: Hex, amount: bigint): Promise<void> {
  const hash = await chain.writeContract({
    address: USDC,
    abi: erc20Abi,
    chain: chain.chain,
    account: from,
    functionName: 'transfer',
    args: [to, amount],
  });
  await chain.waitForTransactionReceipt({ hash });
}

/** A signed-in wallet with 1,200 USDC, which is a year's premium and comes from a local account, and no coins. */
export async function arrivePoor(purse = 5): Promise<Customer> {
  const customer = await Customer.arrive();
  await chain.setBalance({ address: customer.address, value: 0n });
  await sendUsdc(localAccount(purse), customer.address, 1_200_000_000n);
  return customer;
}

export async function authorize({ account }: Customer, { authorization }: QuoteAnswer): Promise<Hex> {
  return account.signTypedData(authorization?.typed_data as unknown as TypedDataDefinition);
}

export async function quoteUsdc(customer: Customer, reach?: Reach): Promise<QuoteAnswer> {
  return (await customer.quote({ payment_currency: 'USDC' }, reach)).data;
}

export const relay = (
  customer: Customer,
  quoteId: string,
  signature: string,
  reach?: Reach,
): Promise<Answer<{ tx_hash: Hex }>> =>
  customer.call<{ tx_hash: Hex }>(`/insurance/quotes/${quoteId}/relay`, { body: { signature } }, reach);

const contextWith = (edges: Partial<Edges>, variables: Partial<Env>) =>
  makeContext(bindings(variables), { ...realEdges, ...edges }, crypto.randomUUID(), new URL(ORIGIN));

/** The relay's two steps in a worker that may have other edges, such as ones that die. */
export const sendWith = (order: RelayOrder, edges: Partial<Edges> = {}, variables: Partial<Env> = {}) =>
  sendPurchase(contextWith(edges, variables), order);
export const advanceWith = (edges: Partial<Edges> = {}, variables: Partial<Env> = {}) =>
  advanceRelay(contextWith(edges, variables), CHAIN);

/**
 * Advances after all that was sent is mined. Anvil answers before it mines a transaction, and a block that is asked for
 * meanwhile may be empty.
 */
export async function advanceMined(edges: Partial<Edges> = {}, variables: Partial<Env> = {}): Promise<void> {
  await chain.mine({ blocks: 1 });
  await vi.waitFor(async () => expect((await chain.getTxpoolStatus()).pending).toBe(0), { timeout: 10_000 });
  await advanceWith(edges, variables);
}

/** An edge that dies at its first call of a method: before it reaches the node, or after. */
export function dyingAt(method: string, when: 'before' | 'after'): Partial<Edges> {
  let dead = false;
  return {
    fetch: async (input, init) => {
      const killed = new TypeError('killed');
      if (dead) throw killed;
      dead = String(init?.body).includes(`"${method}"`);
      if (dead && when === 'before') throw killed;
      const answer = await fetch(input, init);
      if (dead) throw killed;
      return answer;
    },
  };
}
