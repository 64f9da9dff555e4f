import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem';
import { insurancePaymentAbi } from '../../../../../domain/abi/insurance-payment.ts';
import { shortAddress } from '../../../../../domain/address.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import type { DeployedChain } from '../../../lib/deployment.ts';
import { amountText } from './refusal.ts';
import { roleName } from './roles.ts';

/** A transaction that is ready to send, prepared by the worker or on the contract screen. */
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

/** The contract's own call in these bytes; null for any other. */
export function decodeCall(data: string): Decoded | null {
  try {
    return decodeFunctionData({ abi, data: data as Hex });
  } catch {
    return null;
  }
}

/** A new currency of the pool: amounts in its base units, dollars whole. */
export interface CurrencyConfig {
  token: Address;
  minPerDollar: bigint;
  maxPerDollar: bigint;
  minimumReserve: bigint;
  allowance: number;
}

/** Calls that the contract screen can build, each with its arguments in the contract's order. */
export type ContractCall =
  | { name: 'pause' | 'unpause' | 'haltPayouts' | 'liftHalt' | 'acceptAdministrator' | 'cancelHandover' }
  | { name: 'grantRole'; args: readonly [role: number, holder: Address] }
  | { name: 'grantPauser' | 'replaceSigner'; args: readonly [holder: Address] }
  | { name: 'revokeRole'; args: readonly [role: number] }
  | { name: 'openCurrency' | 'closeCurrency'; args: readonly [token: Address] }
  | { name: 'addCurrency'; args: readonly [config: CurrencyConfig] }
  | {
      name: 'widenPayoutBounds' | 'narrowPayoutBounds';
      args: readonly [token: Address, fewest: bigint, most: bigint];
    }
  | { name: 'raiseAllowance' | 'lowerAllowance'; args: readonly [token: Address, dollars: number] }
  | {
      name: 'raiseMinimumReserve' | 'lowerMinimumReserve' | 'fund';
      args: readonly [token: Address, amount: bigint];
    }
  | { name: 'withdraw'; args: readonly [token: Address, to: Address, amount: bigint] }
  | { name: 'vetoPayout'; args: readonly [quoteId: Hex] }
  | { name: 'announce' | 'veto'; args: readonly [data: Hex] };
export type CallName = ContractCall['name'];

/** What has to be announced before it can be called, as in the contract's `powerOf`. */
const ANNOUNCED: ReadonlySet<CallName> = new Set<CallName>([
  'withdraw',
  'grantRole',
  'openCurrency',
  'addCurrency',
  'widenPayoutBounds',
  'raiseAllowance',
  'lowerMinimumReserve',
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

/** The decimals of a new token are not in the bytes, so its amounts stay in base units. */
const addedText = ({ token, minPerDollar, maxPerDollar, minimumReserve, allowance }: CurrencyConfig) =>
  `Add the token ${shortAddress(token)} as a currency: ${minPerDollar} – ${maxPerDollar} base units per dollar, a reserve of ${minimumReserve} and ${formatUsd(allowance)} a day`;

/** What a call does, in words, read from its bytes alone. */
export function describeCall(data: string, chain: DeployedChain): string {
  const call = decodeCall(data);
  if (call === null) return `An unknown call (${data.slice(0, 10)})`;
  const given = (call.args ?? []) as readonly unknown[];
  const who = (index: number) => shortAddress(given[index] as string);
  const money = (token: number, amount: number) =>
    amountText(chain, given[token] as string, given[amount] as bigint);
  const coin = (token: number) => amountText(chain, given[token] as string, 1n).replace(/^.* /, '');
  const usd = (index: number) => formatUsd(Number(given[index]));
  switch (call.functionName) {
    case 'announce':
      return `Announce: ${describeCall(given[0] as string, chain)}`;
    case 'veto':
      return `Veto: ${describeCall(given[0] as string, chain)}`;
    case 'grantRole':
      return `Grant the ${roleName(Number(given[0]))} role to ${who(1)}`;
    case 'grantPauser':
      return `Grant the pauser role to ${who(0)}`;
    case 'replaceSigner':
      return `Replace the signer by ${who(0)}`;
    case 'revokeRole':
      return `Revoke the ${roleName(Number(given[0]))} role`;
    case 'acceptAdministrator':
      return 'Accept the administrator role';
    case 'cancelHandover':
      return 'Take back the proposed administrator';
    case 'pause':
      return 'Stop taking premiums';
    case 'unpause':
      return 'Take premiums again';
    case 'haltPayouts':
      return 'Halt payouts for 3 days';
    case 'liftHalt':
      return 'Lift the halt of payouts';
    case 'openCurrency':
      return `Accept ${coin(0)} for premiums again`;
    case 'closeCurrency':
      return `Stop accepting ${coin(0)} for premiums`;
    case 'addCurrency':
      return addedText(given[0] as CurrencyConfig);
    case 'widenPayoutBounds':
      return `Widen the payout bounds of ${coin(0)} to ${money(0, 1)} – ${money(0, 2)} per dollar`;
    case 'narrowPayoutBounds':
      return `Narrow the payout bounds of ${coin(0)} to ${money(0, 1)} – ${money(0, 2)} per dollar`;
    case 'raiseAllowance':
      return `Raise the daily allowance in ${coin(0)} to ${usd(1)}`;
    case 'lowerAllowance':
      return `Lower the daily allowance in ${coin(0)} to ${usd(1)}`;
    case 'raiseMinimumReserve':
      return `Raise the minimum reserve to ${money(0, 1)}`;
    case 'lowerMinimumReserve':
      return `Lower the minimum reserve to ${money(0, 1)}`;
    case 'fund':
      return `Add ${money(0, 1)} to the pool`;
    case 'withdraw':
      return `Withdraw ${money(0, 2)} from the pool to ${who(1)}`;
    case 'payClaim':
      return `Pay a claim of ${usd(3)}`;
    case 'proposePayout':
      return `Propose a payout of ${usd(2)}`;
    case 'payProposed':
      return 'Pay the proposed payout';
    case 'vetoPayout':
      return 'Veto the proposed payout';
    case 'reject':
      return 'Reject the policy and give its whole premium back';
    case 'refund':
      return 'Cancel the policy and refund what its holder agreed to';
    case 'proposeHolderChange':
      return `Propose ${who(1)} as the new holder`;
    case 'confirmHolderChange':
      return `Confirm ${who(1)} as the new holder`;
    case 'stopHolderChange':
      return 'Stop the change of holder';
    case 'completeHolderChange':
      return 'Complete the change of holder';
    default:
      return call.functionName;
  }
}
