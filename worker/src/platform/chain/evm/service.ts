import {
  decodeErrorResult,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  toFunctionSelector,
} from 'viem';
import * as z from 'zod';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { ChainUnreachable, type Rpc, understood } from '#domain/json-rpc.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { type ChainQuote, NATIVE_TOKEN, quoteId } from '#domain/quote/typed-data.ts';
import { CHAIN_ROLES, type ChainRole } from '#domain/registry/chain-roles.ts';
import { CallRefused } from '#worker/platform/chain/chain.ts';
import type { RefundTerms, Registered, RegistryEntry, SoldQuote } from '#worker/platform/chain/terms.ts';
import { bytes, read } from './pool.ts';

const abi = insurancePaymentAbi;
/** Contract numbers of policy statuses. */
const STATUS = { none: 0, active: 1, rejected: 2, cancelled: 3 } as const;

export function chainQuote(sold: SoldQuote): ChainQuote {
  return {
    holder: getAddress(sold.holder),
    token: sold.token ? getAddress(sold.token) : NATIVE_TOKEN,
    premium: sold.amount,
    product: sold.productCode,
    cover: sold.coverageUsd,
    startDay: sold.startDay,
    endDay: sold.endDay,
    validUntil: sold.validUntil,
    detailsHash: sold.detailsHash as Hex,
  };
}

export function quoteIdOf(chainId: number, sold: SoldQuote): string {
  return quoteId(chainId, getAddress(sold.contract), chainQuote(sold));
}

/** Selectors of these functions, without 0x. */
export function selectorsOf(...names: string[]): readonly string[] {
  return abi
    .filter((entry) => entry.type === 'function')
    .filter(({ name }) => names.includes(name))
    .map((entry) => toFunctionSelector(entry).slice(2));
}

const PURCHASE = selectorsOf('purchase', 'purchaseWithAuthorization');

/** Every position in call data where a call to one of these functions could begin. */
export function callsIn(hex: string, selectors: readonly string[]): Hex[] {
  const calls: Hex[] = [];
  for (const selector of selectors) {
    for (let at = hex.indexOf(selector); at >= 0; at = hex.indexOf(selector, at + 1)) {
      calls.push(`0x${hex.slice(at)}`);
    }
  }
  return calls;
}

/** A wallet contract may wrap the purchase in its own call, so every possible start is tried. */
export function quoteInInput(
  chainId: number,
  contracts: readonly string[],
  input: string,
  wanted: string,
): SoldQuote | null {
  for (const data of callsIn(input.toLowerCase(), PURCHASE)) {
    const quote = decodePurchaseCall(data);
    if (!quote) continue;
    const sold = contracts.map((contract) => ({ ...quote, contract }));
    const found = sold.find((each) => quoteIdOf(chainId, each) === wanted);
    if (found) return found;
  }
  return null;
}

function decodePurchaseCall(data: Hex): Omit<SoldQuote, 'contract'> | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data });
    if (functionName !== 'purchase' && functionName !== 'purchaseWithAuthorization') return null;
    const [quote] = args;
    return {
      holder: quote.holder.toLowerCase(),
      token: quote.token === NATIVE_TOKEN ? null : quote.token.toLowerCase(),
      amount: quote.premium,
      productCode: quote.product,
      coverageUsd: quote.cover,
      startDay: quote.startDay,
      endDay: quote.endDay,
      validUntil: quote.validUntil,
      detailsHash: quote.detailsHash.toLowerCase(),
    };
  } catch {
    // These bytes only looked like a purchase.
    return null;
  }
}

/** The registry entries of quotes, in order; null for each one that nobody bought. */
export async function readEntries(
  rpc: Rpc,
  quotes: readonly Registered[],
  at: Hex | 'latest',
): Promise<(RegistryEntry | null)[]> {
  const answers = await rpc.all(
    quotes.map(({ id, contract }) =>
      read(contract, encodeFunctionData({ abi, functionName: 'policyOf', args: [id as Hex] }), at),
    ),
  );
  return understood(() => answers.map((answer) => entryOf(bytes(answer))));
}

function entryOf(data: Hex): RegistryEntry | null {
  const policy = decodeFunctionResult({ abi, functionName: 'policyOf', data });
  if (policy.status === STATUS.none) return null;
  return {
    holder: policy.holder.toLowerCase(),
    active: policy.status === STATUS.active,
    start: Number(policy.start),
    end: Number(policy.end),
    coverageUsd: policy.cover,
    paidOutUsd: policy.paidOut,
    claims: policy.claims,
  };
}

/** `refund` or `reject` as the underwriter would send it, simulated on the newest block. */
export function prepareRefund(rpc: Rpc, chainId: number, terms: RefundTerms): Promise<EvmCall> {
  const { quote, validUntil } = terms;
  const until = BigInt(validUntil);
  const data =
    terms.outcome === 'rejected'
      ? encodeFunctionData({ abi, functionName: 'reject', args: [chainQuote(quote), until] })
      : encodeFunctionData({
          abi,
          functionName: 'refund',
          args: [chainQuote(quote), terms.amount, until, terms.signature as Hex],
        });
  return tryOut(rpc, { chainId, to: quote.contract, data }, 'underwriter');
}

/** A call of our contract. */
export interface OwnCall {
  chainId: number;
  to: string;
  data: Hex;
}
export type EvmCall = Extract<ReadyCall, { kind: 'evm' }>;

/** A call as the role's holder would send it. Throws CallRefused if it would revert now. */
export async function tryOut(rpc: Rpc, call: OwnCall, role: ChainRole): Promise<EvmCall> {
  const roleHolder = encodeFunctionData({
    abi,
    functionName: 'roleHolder',
    args: [CHAIN_ROLES.indexOf(role)],
  });
  const [answer] = await rpc.all([read(call.to, roleHolder)]);
  const from = understood(() =>
    decodeFunctionResult({ abi, functionName: 'roleHolder', data: bytes(answer) }),
  );
  return simulated(rpc, call, from);
}

/** A call as this account, or anyone, would send it. Throws CallRefused if it would revert now. */
export async function simulated(rpc: Rpc, { chainId, to, data }: OwnCall, from?: string): Promise<EvmCall> {
  const sender = from === undefined ? {} : { from };
  const [result] = await rpc.batch([{ method: 'eth_call', params: [{ ...sender, to, data }, 'latest'] }]);
  if (result && 'error' in result) throw refusal(result.error);
  return { kind: 'evm', chain_id: chainId, to: getAddress(to), data, value: '0' };
}

const revertData = z.union([
  z.string().regex(/^0x[0-9a-f]+$/i),
  z.object({ data: z.string().regex(/^0x[0-9a-f]+$/i) }).transform(({ data }) => data),
]);

/**
 * A revert carries the contract's own error. Any other failure says nothing about the call and may contain
 * our RPC URL.
 */
function refusal({ code, message, data }: { code: number; message: string; data?: unknown }): Error {
  const reverted = revertData.safeParse(data);
  if (!reverted.success) {
    return /revert/i.test(message)
      ? new CallRefused('unknown')
      : new ChainUnreachable(`eth_call: error ${code}`);
  }
  try {
    return new CallRefused(decodeErrorResult({ abi, data: reverted.data as Hex }).errorName);
  } catch {
    return new CallRefused('unknown');
  }
}
