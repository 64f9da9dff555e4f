import { type Address, zeroAddress } from 'viem';
import { formatAmount, formatUsd } from '#domain/money.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { longMoment } from '#web/lib/format.ts';
import { isInsufficientFunds, shortMessage } from '#web/wallet/errors.ts';
import { contractError } from '#web/wallet/evm/revert.ts';
import { roleName } from './roles.ts';

/** The currency of a token, the zero address being the coin; undefined if this site does not know it. */
export const currencyAt = (chain: DeployedChain, token: string) =>
  chain.currencies.find((one) => (one.token ?? zeroAddress).toLowerCase() === token.toLowerCase());

/** `1.5 ETH` from base units of a token. */
export function amountText(chain: DeployedChain, token: string, amount: bigint): string {
  const currency = currencyAt(chain, token);
  if (!currency) return `${amount.toLocaleString('en-US')} base units of ${token}`;
  return formatAmount(amount, currency.decimals, currency.symbol);
}

type Refusal = NonNullable<ReturnType<typeof contractError>>;

function argumentsOf({ args }: Refusal, chain: DeployedChain) {
  const given = (args ?? []) as readonly unknown[];
  const number = (index: number) => given[index] as bigint;
  return {
    number,
    at: (index: number) => longMoment(new Date(Number(number(index)) * 1000).toISOString()),
    usd: (index: number) => formatUsd(Number(number(index))),
    money: (token: number, amount: number) => amountText(chain, given[token] as Address, number(amount)),
    role: (index: number) => roleName(Number(given[index])),
    account: (index: number) => given[index] as string,
  };
}

type Sentence = string | ((given: ReturnType<typeof argumentsOf>) => string);

/** What each of the contract's errors means to the administrator who wanted to send the call. */
const SENTENCES: Partial<Record<Refusal['errorName'], Sentence>> = {
  Unauthorized: ({ account }) => `The account ${account(0)} does not hold a role that may do this.`,
  ExecutionExpired: ({ at }) => `This was prepared for use until ${at(0)}. Please prepare it again.`,
  PayoutsAreHalted: ({ at }) => `Payouts are halted until ${at(0)}. The guardian can lift the halt.`,
  WrongClaimNumber: ({ number }) =>
    `The registry expects claim ${number(0)} of this policy, not ${number(1)}: another payout came first. Please prepare it again.`,
  TooManyClaims: ({ number }) =>
    `This policy already has the ${number(0)} payouts that the registry can hold.`,
  TooManyDirectClaims: ({ number }) =>
    `This policy already has ${number(0)} payouts, so the next one has to be announced. Please prepare it again.`,
  IncidentOutsideCover: ({ at }) =>
    `The incident is outside the cover, which runs from ${at(1)} to ${at(2)}.`,
  ZeroPayout: 'A payout must be at least one dollar.',
  PayoutAboveCover: ({ usd }) => `Only ${usd(0)} of cover is left in the registry, and this pays ${usd(1)}.`,
  AmountOutOfBounds:
    'The amount does not fit the dollars within the contract’s payout bounds. The rate has moved too far, or the bounds need to be widened.',
  AnnouncedForAnother: ({ account }) =>
    `This payout was announced for the holder ${account(1)}, and the policy is now held by ${account(0)}. Please announce it again.`,
  AllowanceExceeded: ({ usd }) =>
    `Only ${usd(1)} of today’s allowance is left, and this pays ${usd(2)}. It has to be announced, or wait.`,
  PoolTooSmall: ({ money }) =>
    `The pool has ${money(0, 1)} available and this needs ${money(0, 2)}. Please fund the pool first.`,
  WithdrawalAboveFree: ({ money }) => `Only ${money(0, 1)} can be withdrawn: the rest is owed or reserved.`,
  PolicyUnknown: 'The registry does not know this policy.',
  PolicyNotActive: 'The registry shows this policy as ended: it was already refunded.',
  PolicyHasPayout: ({ usd }) =>
    `A claim was paid on this policy (${usd(1)}), so its premium can’t be refunded.`,
  RefundAbovePremium: 'The refund is more than the premium that was paid.',
  RejectionTooLate: ({ at }) =>
    `This policy could be rejected until ${at(1)}. Now a refund needs the holder’s consent.`,
  NoConsent:
    'The holder’s consent does not match this refund: it was revoked, has changed, or is another holder’s.',
  ConsentTooLong: 'The holder’s consent is valid for longer than the contract allows.',
  PolicyContested:
    'A change of holder was contested on this policy, so nothing is paid out or refunded until it is settled.',
  InvalidHolder: 'The new holder must be another wallet, and not the contract itself.',
  NoHolderChange:
    'No change to this holder is under way. It was stopped, has lapsed, or names another wallet.',
  HolderChangeNotEffective: ({ number, at }) =>
    number(1) === 0n
      ? 'This change of holder is not confirmed yet.'
      : `This change of holder can be completed from ${at(1)}.`,
  AlreadyConfirmed:
    'The change of holder is already confirmed, by this role or by this wallet. To propose another one, it must be stopped first.',
  ZeroAddress: 'The zero address can’t hold a role.',
  AddressHoldsRole: ({ role, account }) =>
    `${account(0)} already holds the ${role(1)} role. No address holds two roles.`,
  WrongRole: ({ role }) => `This can’t be done for the ${role(0)} role.`,
  RecoveryHoldsNoRole: 'This is the recovery address. It can’t be given a role.',
  VoidInThisSecond:
    'What makes such a call void happened in this very second. Please announce it again in a moment.',
  NotAnnounceable: 'This call does not need an announcement.',
  AlreadyAnnounced: 'This call is already announced.',
  NotAnnounced:
    'This call is not announced: it was executed or vetoed, became void, or its time has run out.',
  AnnouncementNotExecutable: ({ at }) => `This call can be executed from ${at(1)}.`,
  HaltedRecently: ({ at, role }) => `The ${role(0)} can halt payouts again from ${at(1)}.`,
  NotHalted: 'Payouts are not halted.',
  TokenNotListed: 'This token is not one of the pool’s currencies.',
  TokenAlreadyListed: 'This token is already one of the pool’s currencies.',
  TokenWithoutCode: 'There is no token at this address.',
  TooManyCurrencies: ({ number }) => `The pool can hold at most ${number(0)} currencies.`,
  InvalidPayoutBounds: 'The minimum of base units per dollar must be above zero and not above the maximum.',
  WrongDirection: 'A limit moves in the other direction. Tightening and loosening are two different calls.',
  ZeroAmount: 'The amount must be above zero.',
  InvalidRecipient: 'The money can’t be sent to that address.',
  WrongValue: ({ number }) =>
    `The transaction carries ${number(1)} base units of the chain’s coin, and ${number(0)} are due.`,
  WrongAmountReceived:
    'The token takes a fee of its own on transfers, so the amount does not arrive in full.',
  NativeTransferFailed: 'The recipient does not accept the chain’s coin.',
  SafeERC20FailedOperation: 'The token refused the transfer. The wallet may hold or allow too little of it.',
};

export function refusalOf(error: unknown, chain: DeployedChain): string {
  const refusal = contractError(error);
  const sentence = refusal && SENTENCES[refusal.errorName];
  if (sentence) return typeof sentence === 'string' ? sentence : sentence(argumentsOf(refusal, chain));
  if (refusal) return `The contract would refuse this call (${refusal.errorName}).`;
  if (isInsufficientFunds(error))
    return 'The connected account has too few coins for this transaction and its fee.';
  return shortMessage(error) || 'The chain did not answer. Please try again.';
}
