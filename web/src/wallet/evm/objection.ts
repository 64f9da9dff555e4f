import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { WalletError } from '#web/wallet/errors.ts';
import { contractError } from './revert.ts';
import type { ownPolicy } from './revocation.ts';
import { untilHolds } from './until-holds.ts';

type Policy = ReturnType<typeof ownPolicy>;

/** What each error with which the contract refuses an objection means to the holder. */
const REFUSED: Readonly<Record<string, string>> = {
  NotHolder: 'Another wallet holds this policy now, so this one can no longer object. Please write to us.',
  NoHolderChange:
    'No change of holder is under way anymore: it was stopped, has lapsed, or has taken effect. Please refresh this page.',
  PolicyContested: 'You have already objected to this change. Please refresh this page.',
  PolicyUnknown: 'The contract does not know this policy. Please tell us.',
};

export function objectionCall({ contract, quoteId }: Policy): { to: Address; data: Hex } {
  const data = encodeFunctionData({ abi, functionName: 'contestHolderChange', args: [quoteId] });
  return { to: contract, data };
}

/** Tries the objection out as the holder, without sending it; throws WalletError with the reason if it would be refused. */
export async function rehearseObjection(
  config: Config,
  { chainId, contract: address, quoteId }: Policy,
  account: Address,
): Promise<void> {
  try {
    const call = { chainId, account, address, abi, args: [quoteId] } as const;
    await actions.simulateContract(config, { ...call, functionName: 'contestHolderChange' });
  } catch (error) {
    const refused = contractError(error);
    if (refused === null) {
      throw new WalletError('other', 'The network did not answer, so nothing was sent. Please try again.');
    }
    const other = `The contract would refuse this objection (${refused.errorName}), so nothing was sent. Please tell us.`;
    throw new WalletError('refused', REFUSED[refused.errorName] ?? other);
  }
}

/** Waits until no change that could still be objected to is under way. */
export async function followObjection(
  config: Config,
  { chainId, contract: address, quoteId }: Policy,
  hash: Hex,
): Promise<void> {
  const holds = async () => {
    const question = { chainId, address, abi, functionName: 'holderChangeOf', args: [quoteId] } as const;
    const change = await actions.readContract(config, question);
    return change.contested || change.newHolder === zeroAddress;
  };
  await untilHolds(
    config,
    { chainId, hash },
    holds,
    'The transaction was not your objection, so the change is still under way. Please try again.',
  );
}
