import {
  type AbiParameter,
  type Address,
  decodeFunctionData,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  erc20Abi,
  getAbiItem,
  type Hex,
  zeroAddress,
} from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { CallName } from '#domain/clear-signing/sentences.ts';
import { sentenceOf } from '#domain/clear-signing/show.ts';
import { showCall } from '#domain/clear-signing/show-call.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import type { TokenFacts } from './facts.ts';

/** A transaction to one of our contracts. Its value is base units of the chain's coin. */
export type PreparedCall = Extract<ReadyCall, { kind: 'evm' }>;

const abi = insurancePaymentAbi;

type Decoded = ReturnType<typeof decodeFunctionData<typeof abi>>;

/** The token that a call adds, or announces to add; null for any other call. */
export function addedToken(data: string): Address | null {
  const call = decodeCall(data);
  if (call?.functionName === 'announce' || call?.functionName === 'veto') return addedToken(call.args[0]);
  return call?.functionName === 'addCurrency' ? (call.args[0] as { token: Address }).token : null;
}

/** The contract's own call in these bytes; null for any other. */
export function decodeCall(data: string): Decoded | null {
  try {
    return decodeFunctionData({ abi, data: data as Hex });
  } catch {
    return null;
  }
}

/** A call of the contract, with its arguments by their names; those of a struct beside them. */
export interface ContractCall {
  name: CallName;
  args: Readonly<Record<string, unknown>>;
}

export function encodeCall({ name, args }: ContractCall): Hex {
  const { inputs } = getAbiItem({ abi, name }) as { inputs: readonly AbiParameter[] };
  const ordered = inputs.map((input) => ('components' in input ? args : args[input.name ?? '']));
  return encodeFunctionData({ abi, functionName: name, args: ordered } as EncodeFunctionDataParameters);
}

/**
 * The call as a transaction to the chain's contract.
 * @param announced whether it has to be announced first: then it becomes its announcement
 */
export function prepareCall(
  chain: DeployedChain,
  contract: string,
  call: ContractCall,
  announced = false,
): PreparedCall {
  const data = encodeCall(call);
  const { token, amount } = call.args;
  const native = call.name === 'fund' && token === zeroAddress;
  return {
    kind: 'evm',
    chain_id: chain.chain_id,
    to: contract,
    data: announced ? encodeCall({ name: 'announce', args: { data } }) : data,
    value: native ? String(amount) : '0',
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
