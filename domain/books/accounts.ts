/** The chart of accounts. */

type Side = 'asset' | 'liability' | 'equity' | 'income' | 'expense';

interface Account {
  code: string;
  name: string;
  side: Side;
}

const account = (code: string, name: string, side: Side): Account => ({ code, name, side });

export const ACCOUNTS = {
  /** One for each contract or recipient and token, see `cashAccount`. */
  cash: account('1000', 'Cash', 'asset'),
  /** Claims paid outside the chain, and the owners’ money that paid them. */
  bank: account('1100', 'Bank', 'asset'),
  /** The wallets of our roles, which pay the networks. */
  wallets: account('1200', 'Operating wallets', 'asset'),
  /** Money that was sent twice and has to come back. */
  recoverable: account('1300', 'Recoverable payments', 'asset'),
  unearned: account('2000', 'Unearned premium reserve', 'liability'),
  outstanding: account('2100', 'Outstanding claims reserve', 'liability'),
  /** Payments that bought no policy, and what is owed of premiums. */
  refunds: account('2200', 'Refunds payable', 'liability'),
  /** Payouts and refunds that their holder could not receive and can take. */
  owed: account('2300', 'Payments owed to holders', 'liability'),
  /** What was put into the pools, less what was taken out, and what paid claims outside the chain. */
  capital: account('3000', 'Capital', 'equity'),
  written: account('4000', 'Premiums written', 'income'),
  returned: account('4010', 'Premiums refunded', 'income'),
  unearnedChange: account('4100', 'Change in unearned premium', 'income'),
  platformFee: account('4200', 'Platform fee income', 'income'),
  exchange: account('4300', 'Exchange differences', 'income'),
  /** Payments too small to send back. */
  other: account('4400', 'Other income', 'income'),
  claims: account('5000', 'Claims paid', 'expense'),
  outstandingChange: account('5100', 'Change in outstanding claims', 'expense'),
  platformFeeExpense: account('5200', 'Platform fee', 'expense'),
  networkFees: account('5300', 'Network fees', 'expense'),
} as const satisfies Record<string, Account>;

/** The contract, or on a chain without one the recipient, that holds money in a token; null is the chain's coin. */
export interface Cash {
  chainId: string;
  contract: string;
  token: string | null;
}

/** An account's id is its code; a cash account's also says whose money it is. */
export const cashAccount = ({ chainId, contract, token }: Cash): string =>
  [ACCOUNTS.cash.code, chainId, contract, token ?? ''].join('|');

/** What a cash account's id says; null for any other account. */
export function cashOf(id: string): Cash | null {
  const [code, chainId, contract, token] = id.split('|');
  if (code !== ACCOUNTS.cash.code || chainId === undefined || contract === undefined) return null;
  return { chainId, contract, token: token || null };
}

const BY_CODE: ReadonlyMap<string, Account> = new Map(
  Object.values(ACCOUNTS).map((each) => [each.code, each]),
);

/** The account with this id. Throws RangeError for an unknown one. */
export function accountOf(id: string): Account {
  const found = BY_CODE.get(id.split('|')[0] ?? '');
  if (!found) throw new RangeError(`Not an account: ${id}`);
  return found;
}
