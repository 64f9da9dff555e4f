import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { sentenceOf } from '#domain/clear-signing/show.ts';
import { showCall } from '#domain/clear-signing/show-call.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import type { TokenFacts } from './facts.ts';

export interface PreparedCall {
  kind: 'evm';
  chain_id: number;
  to: string;
  data: string;
  /** Base units of the chain's coin, as a decimal string. */
  value: string;
}

const abi = insurancePaymentAbi;

type Decoded = ReturnType<typeof decodeFunctionData<typeof abi>>;

/** The token that a call adds, or announces to add; null for any other call. */
export function addedToken(data: string): Address | null {
  const call = decodeCall(data);
  if (call?.functionName === 'announce' || call?.functionName === 'veto') return addedToken(call.args[0]);
  return call?.functionName === 'addCurrency' ? (call.args[0] as CurrencyConfig).token : null;
}

/** The contract's own call in these bytes; null for any other. */
export function decodeCall(data: string): Decoded | null {
  try {
    return decodeFunctionData({ abi, data: data as Hex });
  } catch {
    return null;
  }
}

/** A currency of the pool and its limits: amounts in its base units, dollars whole. */
export interface CurrencyConfig {
  token: Address;
  minPerDollar: bigint;
  maxPerDollar: bigint;
  minimumReserve: bigint;
  allowance: number;
}

/** Calls that the contract screen can build, each with its arguments in the contract's order. */
export type ContractCall =
  | { name: 'pause' | 'unpause' | 'haltPayouts' | 'liftHalt' | 'vetoAll' }
  | { name: 'grantRole'; args: readonly [role: number, holder: Address] }
  | { name: 'grantPauser' | 'replaceSigner'; args: readonly [holder: Address] }
  | { name: 'revokeRole'; args: readonly [role: number] }
  | { name: 'closeCurrency'; args: readonly [token: Address] }
  | { name: 'addCurrency' | 'loosenLimits' | 'tightenLimits'; args: readonly [config: CurrencyConfig] }
  | { name: 'fund'; args: readonly [token: Address, amount: bigint] }
  | { name: 'withdraw'; args: readonly [token: Address, to: Address, amount: bigint] }
  | { name: 'announce' | 'veto'; args: readonly [data: Hex] };
export type CallName = ContractCall['name'];

/** What has to be announced before it can be called, as in the contract's `powerOf`. */
const ANNOUNCED: ReadonlySet<CallName> = new Set<CallName>([
  'withdraw',
  'grantRole',
  'addCurrency',
  'loosenLimits',
]);
export const isAnnounced = (name: CallName): boolean => ANNOUNCED.has(name);

export function encodeCall(call: ContractCall): Hex {
  const args = 'args' in call ? call.args : [];
  return encodeFunctionData({ abi, functionName: call.name, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
}

/** The call as a transaction to the chain's contract; one that must wait becomes its announcement. */
export function prepareCall(chain: DeployedChain, contract: string, call: ContractCall): PreparedCall {
  const data = encodeCall(call);
  const native = call.name === 'fund' && call.args[0] === zeroAddress;
  return {
    kind: 'evm',
    chain_id: chain.chain_id,
    to: contract,
    data: isAnnounced(call.name) ? encodeCall({ name: 'announce', args: [data] }) : data,
    value: native ? String((call as { args: readonly [Address, bigint] }).args[1]) : '0',
  };
}

/** Lets the contract take exactly `amount` of a token, for funding the pool. */
export function prepareApproval(
  chain: DeployedChain,
  contract: string,
  token: string,
  amount: bigint,
): PreparedCall {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [contract as Address, amount],
  });
  return { kind: 'evm', chain_id: chain.chain_id, to: token, data, value: '0' };
}

/** What a call does, as a wallet shows it; null for bytes that are no call of the contract. */
export const shownCall = (data: string, chain: DeployedChain, tokens: readonly TokenFacts[] = []) =>
  showCall(data as Hex, [...tokens, ...chain.currencies]);

/** The same as a sentence; `tokens` are those that this site does not list. */
export function describeCall(data: string, chain: DeployedChain, tokens: readonly TokenFacts[] = []): string {
  const shown = shownCall(data, chain, tokens);
  return shown ? sentenceOf(shown) : `An unknown call (${data.slice(0, 10)})`;
}
