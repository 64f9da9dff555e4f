import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem';
import { insurancePaymentAbi } from '../../../../../domain/abi/insurance-payment.ts';
import { formatAmount, formatUsd } from '../../../../../domain/money.ts';
import type { DeployedChain } from '../../../lib/deployment.ts';
import type { TokenFacts } from './facts.ts';
import { amountText } from './refusal.ts';
import { roleName } from './roles.ts';

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

/** The token that an announced call adds; null for any other call. */
export function addedToken(data: string): Address | null {
  const call = decodeCall(data);
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
  | { name: 'pause' | 'unpause' | 'haltPayouts' | 'liftHalt' | 'acceptAdministrator' | 'cancelHandover' }
  | { name: 'vetoAll' | 'announceRecovery' | 'acceptRecovery' }
  | { name: 'grantRole'; args: readonly [role: number, holder: Address] }
  | { name: 'grantPauser' | 'replaceSigner'; args: readonly [holder: Address] }
  | { name: 'revokeRole'; args: readonly [role: number] }
  | { name: 'openCurrency' | 'closeCurrency'; args: readonly [token: Address] }
  | { name: 'addCurrency' | 'loosenLimits' | 'tightenLimits'; args: readonly [config: CurrencyConfig] }
  | { name: 'fund'; args: readonly [token: Address, amount: bigint] }
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

/** The limits in words. */
function limitsText(config: CurrencyConfig, shown: (units: bigint) => string): string {
  const { minPerDollar, maxPerDollar, minimumReserve, allowance } = config;
  return `${shown(minPerDollar)} – ${shown(maxPerDollar)} per dollar, a reserve of ${shown(minimumReserve)} and ${formatUsd(allowance)} a day`;
}

/** The decimals of a new token are not in the bytes: without them its amounts stay in base units. */
function addedText(config: CurrencyConfig, tokens: readonly TokenFacts[]): string {
  const { token } = config;
  const found = tokens.find((one) => one.token.toLowerCase() === token.toLowerCase());
  const { symbol, decimals } = found ?? { symbol: 'base units', decimals: 0 };
  const limits = limitsText(config, (units) => formatAmount(units, decimals, symbol));
  return `Add ${found ? `${symbol}, the token ${token},` : `the token ${token}`} as a currency: ${limits}`;
}

function argumentsOf(given: readonly unknown[], chain: DeployedChain, tokens: readonly TokenFacts[]) {
  return {
    inner: () => describeCall(given[0] as string, chain, tokens),
    added: () => addedText(given[0] as CurrencyConfig, tokens),
    limits: () => {
      const config = given[0] as CurrencyConfig;
      const shown = (units: bigint) => amountText(chain, config.token, units, tokens);
      return `${shown(1n).replace(/^.* /, '')} to ${limitsText(config, shown)}`;
    },
    who: (index: number) => given[index] as string,
    role: (index: number) => roleName(Number(given[index])),
    usd: (index: number) => formatUsd(Number(given[index])),
    coin: (token: number) => amountText(chain, given[token] as string, 1n, tokens).replace(/^.* /, ''),
    money: (token: number, amount: number) =>
      amountText(chain, given[token] as string, given[amount] as bigint, tokens),
  };
}

type Description = string | ((given: ReturnType<typeof argumentsOf>) => string);

const DESCRIPTIONS: Partial<Record<Decoded['functionName'], Description>> = {
  announce: ({ inner }) => `Announce: ${inner()}`,
  veto: ({ inner }) => `Veto: ${inner()}`,
  grantRole: ({ who, role }) => `Grant the ${role(0)} role to ${who(1)}`,
  grantPauser: ({ who }) => `Grant the pauser role to ${who(0)}`,
  replaceSigner: ({ who }) => `Replace the signer by ${who(0)}`,
  revokeRole: ({ role }) => `Revoke the ${role(0)} role`,
  acceptAdministrator: 'Accept the administrator role',
  cancelHandover: 'Withdraw the proposed administrator',
  vetoAll: 'Veto every announced call but the replacement of the guardian',
  announceRecovery: 'Announce the recovery of the administrator',
  acceptRecovery: 'Become administrator as the recovery address',
  pause: 'Stop taking premiums',
  unpause: 'Take premiums again',
  haltPayouts: 'Halt payouts for 3 days',
  liftHalt: 'Lift the halt of payouts',
  openCurrency: ({ coin }) => `Accept ${coin(0)} for premiums again`,
  closeCurrency: ({ coin }) => `Stop accepting ${coin(0)} for premiums`,
  addCurrency: ({ added }) => added(),
  loosenLimits: ({ limits }) => `Loosen the limits of ${limits()}`,
  tightenLimits: ({ limits }) => `Tighten the limits of ${limits()}`,
  fund: ({ money }) => `Add ${money(0, 1)} to the pool`,
  withdraw: ({ who, money }) => `Withdraw ${money(0, 2)} from the pool to ${who(1)}`,
  payClaim: ({ usd }) => `Pay a claim of ${usd(3)}`,
  proposePayout: ({ usd }) => `Propose a payout of ${usd(3)}`,
  payProposed: 'Pay the proposed payout',
  vetoPayout: 'Veto the proposed payout',
  reject: 'Reject the policy and give its whole premium back',
  refund: 'Cancel the policy and refund what its holder agreed to',
  proposeHolderChange: ({ who }) => `Propose ${who(1)} as the new holder`,
  confirmHolderChange: ({ who }) => `Confirm ${who(1)} as the new holder`,
  stopHolderChange: 'Stop the change of holder',
  completeHolderChange: 'Complete the change of holder',
};

/** What a call does, in words; `tokens` are those that this site does not list. */
export function describeCall(data: string, chain: DeployedChain, tokens: readonly TokenFacts[] = []): string {
  const call = decodeCall(data);
  if (call === null) return `An unknown call (${data.slice(0, 10)})`;
  const said = DESCRIPTIONS[call.functionName] ?? call.functionName;
  return typeof said === 'string' ? said : said(argumentsOf(call.args ?? [], chain, tokens));
}
