/** What is being done with the contract, and its transactions. */
import { queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as chainsApi from '#domain/admin/chains-api.ts';
import type { Stop, stopRequest } from '#domain/admin/stops-schema.ts';
import { formatAmount } from '#domain/money.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { toast } from '#web/ui/toast.ts';
import {
  type ContractCall,
  type ContractState,
  contractCalls,
  contractReads,
  type PreparedCall,
} from '#web/wallet/contract.ts';
import type { ContractAction } from './actions.ts';

/** One of the contract's actions, or a call about an announcement. */
export interface Doing {
  title: string;
  /** The button that opens the wallet. */
  button: string;
  /** What happens, and who may send it. */
  what?: string;
  of: { action: ContractAction } | { call: PreparedCall };
  /** It asks for a reason. */
  stop?: { action: Stop; quote_id?: string };
}

export type Start = (doing: Doing) => void;

/** A time of the chain, which counts seconds since 1970. */
export const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

export type Step = Pick<Doing, 'title'> & { call: PreparedCall };

/** The transactions of a call: a token is first allowed to the contract, then funded. */
export async function stepsOf(
  state: ContractState,
  { of, title }: Doing,
  args: ContractCall['args'],
): Promise<Step[]> {
  if ('call' in of) return [{ call: of.call, title }];
  const { chain, contract, powers, currencies, recovery } = state;
  const { prepareApproval, prepareCall } = await contractCalls();
  const { call: name, recovers } = of.action;
  const given = recovers ? { role: 0, holder: recovery } : args;
  const call = prepareCall(chain, contract, { name, args: given }, powers[name].announced);
  const currency = currencies.find(({ token }) => token === args.token);
  if (name !== 'fund' || call.value !== '0' || !currency) return [{ call, title }];
  const amount = args.amount as bigint;
  const shown = formatAmount(amount, currency.decimals, currency.symbol);
  return [
    {
      call: prepareApproval(chain, contract, currency.token, amount),
      title: `First let the contract take ${shown} from this wallet`,
    },
    { call, title },
  ];
}

/** A token that is not one of the pool's currencies yet. */
export const tokenQuery = (chainId: number, token: string) =>
  queryOptions({
    queryKey: ['chain', 'token', chainId, token],
    queryFn: async () => (await contractReads()).readToken(chainId, token),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Says why something was stopped, or is no longer. */
export async function noteStop(chain_id: number, body: z.input<typeof stopRequest>) {
  await adminApi.send(chainsApi.noteStop, { chain_id, body });
  return { done: true, message: 'It is on chain, and the reason is in the audit log.' };
}

const STOPPED: Readonly<Record<Stop, string>> = {
  halt: 'Payouts are halted',
  lift: 'Payouts work again',
  veto: 'Announcement vetoed',
};

/** Says that it is on chain, and on which contract. */
export const tellDone = ({ chain, contract }: ContractState, { title, stop }: Doing) =>
  toast.success(
    stop ? STOPPED[stop.action] : `On chain: ${title}`,
    <Link to="/admin/contract" className="text-teal underline underline-offset-4">
      {chain.name}, {shortAddress(contract)}
    </Link>,
  );
