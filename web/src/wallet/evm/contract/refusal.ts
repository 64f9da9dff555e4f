import { type Address, zeroAddress } from 'viem';
import { shortAddress } from '../../../../../domain/address.ts';
import { formatUnits, formatUsd } from '../../../../../domain/money.ts';
import type { DeployedChain } from '../../../lib/deployment.ts';
import { longMoment, trimZeros } from '../../../lib/format.ts';
import { isInsufficientFunds, shortMessage } from '../../errors.ts';
import { contractError } from '../revert.ts';
import { roleName } from './roles.ts';

const at = (seconds: bigint | number) => longMoment(new Date(Number(seconds) * 1000).toISOString());

/** `1.5 ETH` from base units of a token. */
export function amountText(chain: DeployedChain, token: string, amount: bigint): string {
  const native = token === zeroAddress;
  const currency = chain.currencies.find((one) =>
    native ? one.token === null : one.token?.toLowerCase() === token.toLowerCase(),
  );
  if (!currency) return `${amount} base units of ${shortAddress(token)}`;
  return `${trimZeros(formatUnits(amount, currency.decimals))} ${currency.symbol}`;
}

type Refusal = NonNullable<ReturnType<typeof contractError>>;

/** What each of the contract's errors means to the administrator who wanted to send the call. */
function sentenceOf({ errorName, args }: Refusal, chain: DeployedChain): string | null {
  const given = (args ?? []) as readonly unknown[];
  const number = (index: number) => given[index] as bigint;
  const usd = (index: number) => formatUsd(Number(number(index)));
  const money = (token: number, amount: number) => amountText(chain, given[token] as Address, number(amount));
  switch (errorName) {
    case 'Unauthorized':
      return `The account ${shortAddress(given[0] as string)} does not hold a role that may do this.`;
    case 'ExecutionExpired':
      return `This was prepared for use until ${at(number(0))}. Please prepare it again.`;
    case 'PayoutsAreHalted':
      return `Payouts are halted until ${at(number(0))}. The guardian can lift the halt.`;
    case 'WrongClaimNumber':
      return `The registry expects claim ${number(0)} of this policy, not ${number(1)}: another payout came first. Please prepare it again.`;
    case 'TooManyClaims':
      return `This policy already has the ${number(0)} payouts that the registry can hold.`;
    case 'TooManyDirectClaims':
      return `This policy already has ${number(0)} payouts, so the next one has to be proposed. Please prepare it again.`;
    case 'IncidentOutsideCover':
      return `The incident is outside the cover, which runs from ${at(number(1))} to ${at(number(2))}.`;
    case 'ZeroPayout':
      return 'A payout must be at least one dollar.';
    case 'PayoutAboveCover':
      return `Only ${usd(0)} of cover is left in the registry, and this pays ${usd(1)}.`;
    case 'AmountOutOfBounds':
      return 'The amount does not fit the dollars within the contract’s payout bounds. The rate has moved too far, or the bounds need to be widened.';
    case 'PayoutPending':
      return `Another payout is proposed on this policy until ${at(number(1))}. It must be paid or vetoed first.`;
    case 'NoPayoutProposed':
      return 'No payout is proposed on this policy. It was paid, vetoed or has lapsed.';
    case 'PayoutNotPayable':
      return `This payout can be paid from ${at(number(1))}.`;
    case 'AllowanceExceeded':
      return `Only ${usd(1)} of today’s allowance is left, and this pays ${usd(2)}. It has to be proposed, or wait.`;
    case 'PoolTooSmall':
      return `The pool has ${money(0, 1)} available and this needs ${money(0, 2)}. Please fund the pool first.`;
    case 'WithdrawalAboveFree':
      return `Only ${money(0, 1)} can be withdrawn: the rest is owed or reserved.`;
    case 'PolicyUnknown':
      return 'The registry does not know this policy.';
    case 'PolicyNotActive':
      return 'The registry shows this policy as ended: it was refunded already.';
    case 'PolicyHasPayout':
      return `A claim was paid on this policy (${usd(1)}), so its premium can’t be refunded.`;
    case 'RefundAbovePremium':
      return 'The refund is more than the premium that was paid.';
    case 'RejectionTooLate':
      return `This policy could be rejected until ${at(number(1))}. Now a refund needs the holder’s consent.`;
    case 'NoConsent':
      return 'The holder’s consent does not match this refund: it was revoked, has changed, or is another holder’s.';
    case 'ConsentTooLong':
      return 'The holder’s consent is valid for longer than the contract allows.';
    case 'PolicyContested':
      return 'A change of holder was contested on this policy, so nothing is paid out or refunded until it is settled.';
    case 'InvalidHolder':
      return 'The new holder must be another wallet, and not the contract itself.';
    case 'NoHolderChange':
      return 'No change to this holder is under way. It was stopped, has lapsed, or names another wallet.';
    case 'HolderChangeNotEffective':
      return number(1) === 0n
        ? 'This change of holder is not confirmed yet.'
        : `This change of holder can be completed from ${at(number(1))}.`;
    case 'AlreadyConfirmed':
      return 'This role has confirmed the change of holder already.';
    case 'HolderChangeWouldLapse':
      return `The change would lapse on ${at(number(1))}, before it takes effect. Please propose it again.`;
    case 'ZeroAddress':
      return 'The zero address can’t hold a role.';
    case 'AddressHoldsRole':
      return `${shortAddress(given[0] as string)} already holds the ${roleName(Number(given[1]))} role. No address holds two roles.`;
    case 'WrongRole':
      return `This can’t be done for the ${roleName(Number(given[0]))} role.`;
    case 'NotProposedAdministrator':
      return 'Only the proposed administrator can accept, within 7 days. After that it has to be proposed again.';
    case 'NotAnnounceable':
      return 'This call does not need an announcement.';
    case 'AlreadyAnnounced':
      return 'This call is announced already.';
    case 'NotAnnounced':
      return 'This call is not announced: it was executed or vetoed, or its time has run out.';
    case 'AnnouncementNotExecutable':
      return `This call can be executed from ${at(number(1))}.`;
    case 'HaltedRecently':
      return `The ${roleName(Number(given[0]))} can halt payouts again from ${at(number(1))}.`;
    case 'NotHalted':
      return 'Payouts are not halted.';
    case 'TokenNotListed':
      return 'This token is not one of the pool’s currencies.';
    case 'TokenAlreadyListed':
      return 'This token is one of the pool’s currencies already.';
    case 'TokenWithoutCode':
      return 'There is no token at this address.';
    case 'TooManyCurrencies':
      return `The pool can hold at most ${number(0)} currencies.`;
    case 'InvalidPayoutBounds':
      return 'The fewest base units per dollar must be above zero and at most the most.';
    case 'WrongDirection':
      return 'The value does not change in that direction. Lowering and raising are two different calls.';
    case 'ZeroAmount':
      return 'The amount must be above zero.';
    case 'InvalidRecipient':
      return 'The money can’t be sent to that address.';
    case 'WrongValue':
      return `The transaction carries ${number(1)} base units of the chain’s coin, and ${number(0)} are due.`;
    case 'WrongAmountReceived':
      return 'The token takes a fee of its own on transfers, so the amount does not arrive in full.';
    case 'NativeTransferFailed':
      return 'The recipient does not accept the chain’s coin.';
    case 'SafeERC20FailedOperation':
      return 'The token refused the transfer. The wallet may hold or allow too little of it.';
    default:
      return null;
  }
}

/** Why the contract would refuse a call, in words. */
export function refusalOf(error: unknown, chain: DeployedChain): string {
  const refusal = contractError(error);
  const sentence = refusal && sentenceOf(refusal, chain);
  if (sentence) return sentence;
  if (refusal) return `The contract would refuse this call (${refusal.errorName}).`;
  if (isInsufficientFunds(error))
    return 'The connected account has too few coins for this transaction and its fee.';
  return shortMessage(error) || 'The chain did not answer. Please try again.';
}
