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
import { insurancePaymentAbi } from '../../../../domain/abi/insurance-payment.ts';
import { type ChainQuote, NATIVE_TOKEN, quoteId } from '../../../../domain/quote/typed-data.ts';
import {
  CallRefused,
  ChainUnreachable,
  type PayoutCall,
  type PayoutTerms,
  type PreparedCall,
  type RefundTerms,
  type Registered,
  type RegistryEntry,
  type SoldQuote,
} from './chain.ts';
import type { ChainConfig } from './config.ts';
import { bytes, read } from './evm-pool.ts';
import { type Rpc, understood } from './rpc.ts';

const abi = insurancePaymentAbi;
/** Contract numbers of roles and policy statuses. */
const CLAIMS_ROLE = 1;
const UNDERWRITER_ROLE = 2;
const STATUS = { none: 0, active: 1, rejected: 2, cancelled: 3 } as const;

function chainQuote(sold: SoldQuote): ChainQuote {
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

export function quoteIdOf(config: ChainConfig, sold: SoldQuote): string {
  return quoteId(config.chain_id, getAddress(config.contract), chainQuote(sold));
}

function selectorsOf(...names: string[]): readonly string[] {
  return abi
    .filter((entry) => entry.type === 'function')
    .filter(({ name }) => names.includes(name))
    .map((entry) => toFunctionSelector(entry).slice(2));
}

const PURCHASE = selectorsOf('purchase', 'purchaseWithPermit');

/** Every position in call data where a call to one of these functions could begin. */
function callsIn(hex: string, selectors: readonly string[]): Hex[] {
  const calls: Hex[] = [];
  for (const selector of selectors) {
    for (let at = hex.indexOf(selector); at >= 0; at = hex.indexOf(selector, at + 1)) {
      calls.push(`0x${hex.slice(at)}`);
    }
  }
  return calls;
}

/** A wallet contract may wrap the purchase in its own call, so every possible start is tried. */
export function quoteInInput(config: ChainConfig, input: string, wanted: string): SoldQuote | null {
  for (const data of callsIn(input.toLowerCase(), PURCHASE)) {
    const sold = decodePurchaseCall(data);
    if (sold && quoteIdOf(config, sold) === wanted) return sold;
  }
  return null;
}

function decodePurchaseCall(data: Hex): SoldQuote | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data });
    if (functionName !== 'purchase' && functionName !== 'purchaseWithPermit') return null;
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

const PAY_CLAIM = selectorsOf('payClaim');

/**
 * Whether a call pays a claim through our contract. A wallet contract's call contains our address and the
 * inner call.
 */
export function payoutInInput(
  contract: string,
  { to, input }: { to: string | null; input: string },
  claim: PayoutCall,
): boolean {
  const hex = input.toLowerCase();
  if (to !== contract && !hex.includes(contract.slice(2))) return false;
  return callsIn(hex, PAY_CLAIM).some((data) => isPayout(data, claim));
}

function isPayout(data: Hex, claim: PayoutCall): boolean {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data });
    if (functionName !== 'payClaim') return false;
    const [quote, , incidentAt, usd] = args;
    return (
      quote.toLowerCase() === claim.quoteId &&
      Number(incidentAt) === claim.incidentAt &&
      Number(usd) === claim.usd
    );
  } catch {
    // These bytes only looked like a payout.
    return false;
  }
}

/** `refund` as the underwriter would send it, simulated on the newest block. */
export function prepareRefund(rpc: Rpc, config: ChainConfig, terms: RefundTerms): Promise<PreparedCall> {
  const { quote, amount, outcome, validUntil } = terms;
  const data = encodeFunctionData({
    abi,
    functionName: 'refund',
    args: [chainQuote(quote), amount, STATUS[outcome], BigInt(validUntil)],
  });
  return tryOut(rpc, config, UNDERWRITER_ROLE, data);
}

/** `payClaim` as the claims role would send it, simulated on the newest block. */
export function preparePayout(rpc: Rpc, config: ChainConfig, terms: PayoutTerms): Promise<PreparedCall> {
  const { claimNumber, incidentAt, usd, amount, validUntil } = terms;
  const figures = [claimNumber, incidentAt, usd].map(BigInt) as [bigint, bigint, bigint];
  const data = encodeFunctionData({
    abi,
    functionName: 'payClaim',
    args: [terms.quoteId as Hex, ...figures, amount, BigInt(validUntil)],
  });
  return tryOut(rpc, config, CLAIMS_ROLE, data);
}

async function tryOut(rpc: Rpc, config: ChainConfig, role: number, data: Hex): Promise<PreparedCall> {
  const to = config.contract;
  const roleHolder = encodeFunctionData({ abi, functionName: 'roleHolder', args: [role] });
  const [answer] = await rpc.all([read(to, roleHolder)]);
  const from = understood(() =>
    decodeFunctionResult({ abi, functionName: 'roleHolder', data: bytes(answer) }),
  );
  const [result] = await rpc.batch([{ method: 'eth_call', params: [{ from, to, data }, 'latest'] }]);
  if (result && 'error' in result) throw refusal(result.error);
  return { to: getAddress(to), data, value: '0' };
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
