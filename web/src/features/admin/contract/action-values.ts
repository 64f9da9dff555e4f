import { walletKey } from '#domain/address.ts';
import { parseDecimal } from '#domain/money.ts';
import { numberProblem, typedNumber } from '#domain/read-number.ts';
import {
  CHAIN_ROLES,
  type ContractCall,
  type ContractState,
  type CurrencyConfig,
  type TokenFacts,
} from '#web/wallet/contract.ts';
import type { ActionField, ContractAction } from './actions.ts';

const WHOLE_DOLLARS = 'Please enter whole dollars.';

export type Values = Partial<Record<ActionField['key'], string>>;
export type Problems = Partial<Record<ActionField['key'], string>>;

/** Base units of a typed amount; null if it is not one, or has more decimals than the currency. */
export function baseUnits(text: string, decimals: number): bigint | null {
  const typed = typedNumber(text, decimals);
  if (typed === null) return null;
  const { units, scale } = parseDecimal(typed);
  return units * 10n ** BigInt(decimals - scale);
}

const amountProblem = (text: string, { decimals, symbol }: TokenFacts): string => {
  const wanted = `Please enter an amount in ${symbol}.`;
  return numberProblem(text, decimals, wanted) ?? wanted;
};

/** Names of the limits in the form and in the contract. */
const LIMITS = {
  fewest: 'minPerDollar',
  most: 'maxPerDollar',
  amount: 'minimumReserve',
  dollars: 'allowance',
} as const;
type Limits = Omit<CurrencyConfig, 'token'>;

const takesLimits = (name: ContractAction['name']) =>
  name === 'addCurrency' || name === 'loosenLimits' || name === 'tightenLimits';

/**
 * The call that a filled form makes, or what is wrong with its fields.
 * @param currencies those of the pool, and a new token's facts
 * @param recovery who can become administrator by a recovery
 */
export function callOf(
  action: ContractAction,
  values: Values,
  currencies: readonly (TokenFacts & Partial<Limits>)[],
  recovery: ContractState['recovery'] = null,
): { call: ContractCall } | { problems: Problems } {
  if (action.recovers && recovery !== null) {
    return { call: { name: 'grantRole', args: [CHAIN_ROLES.indexOf('administrator'), recovery] } };
  }
  const problems: Problems = {};
  const text = (key: ActionField['key']) => (values[key] ?? '').trim();
  const currency = currencies.find(({ token }) => token === text('token'));
  const args: Partial<Record<ActionField['key'], unknown>> = {};
  for (const field of action.fields) {
    const { key } = field;
    if (field.stays && text(key) === '') {
      args[key] = currency?.[LIMITS[key as keyof typeof LIMITS]];
    } else if (field.kind === 'role') {
      const role = field.roles.find((one) => one === values.role);
      if (role) args[key] = CHAIN_ROLES.indexOf(role);
      else problems[key] = 'Please choose a role.';
    } else if (field.kind === 'address') {
      if (walletKey(text(key))?.length === 42) args[key] = text(key);
      else problems[key] = 'Please enter an address: 0x and 40 digits.';
    } else if (field.kind === 'currency') {
      if (currency) args[key] = currency.token;
      else problems[key] = 'Please choose a currency.';
    } else if (field.kind === 'token') {
      if (walletKey(text(key))?.length !== 42) problems[key] = 'Please enter an address: 0x and 40 digits.';
      else if (currency) args[key] = currency.token;
      else problems[key] = 'There is no token at this address.';
    } else if (field.kind === 'dollars') {
      const typed = typedNumber(text(key), 0) ?? '';
      if (/^\d{1,9}$/.test(typed)) args[key] = Number(typed);
      else problems[key] = numberProblem(text(key), 0, WHOLE_DOLLARS) ?? WHOLE_DOLLARS;
    } else {
      const units = currency ? baseUnits(text(key), currency.decimals) : null;
      if (units !== null) args[key] = units;
      else problems[key] = currency ? amountProblem(text(key), currency) : 'Please enter an amount.';
    }
  }
  if (Object.keys(problems).length > 0) return { problems };
  if (takesLimits(action.name)) {
    const limits = Object.entries(LIMITS).map(([key, name]) => [name, args[key as keyof typeof LIMITS]]);
    const config = { token: args.token, ...Object.fromEntries(limits) };
    return { call: { name: action.name, args: [config] } as ContractCall };
  }
  const list = action.fields.map(({ key }) => args[key]);
  // The fields are in the contract's order of arguments.
  return {
    call: (list.length === 0 ? { name: action.name } : { name: action.name, args: list }) as ContractCall,
  };
}
