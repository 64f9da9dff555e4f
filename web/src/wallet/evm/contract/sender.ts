import { type Address, erc20Abi, type Hex, zeroAddress } from 'viem';
import { getBalance, readContract } from 'viem/actions';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { shortAddress, walletKey } from '#domain/address.ts';
import type { Shown } from '#domain/clear-signing/show.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { chainOf, loadDeployment } from '#web/lib/deployment.ts';
import type { PoolNow, Rehearsal, Sender } from '#web/wallet/sender.ts';
import { addedToken, type PreparedCall, shownCall } from './calls.ts';
import { followCall, inspectCall, publicClient, rehearseCall } from './send.ts';
import { readToken } from './token.ts';

const ADDRESS_LENGTH = 42;

const refused = (reason: string): Rehearsal => ({
  state: 'refused',
  says: `The contract would refuse this, so nothing was sent. ${reason}`,
});

const ENDS = {
  mined: null,
  reverted: 'The contract refused this transaction on chain, so it changed nothing except for the fee.',
  unsent:
    'Your wallet has not sent this yet: the network knows no such transaction, so nothing has changed. If the wallet is a contract, it sends this once its owners have signed.',
  replaced: 'Your wallet sent another transaction instead, so this one changed nothing.',
} as const;

async function rehearse(call: PreparedCall, account: string | null): Promise<Rehearsal> {
  if (account === null) {
    const says = 'Connect the wallet that holds the role. It neither signs you in nor out.';
    return { state: 'no_wallet', says, outside: null };
  }
  if (walletKey(account)?.length !== ADDRESS_LENGTH) {
    const says = 'This goes to a contract, and the connected account belongs to another kind of network.';
    return { state: 'wrong_account', says, outside: null };
  }
  const found = await rehearseCall(call, account);
  if (found.state === 'refused') return refused(found.reason);
  if (found.state === 'ready') {
    const role = found.role ? ` from the ${found.role} role` : '';
    return {
      state: 'ready',
      says: `The contract accepts it${role}. Nothing is sent before you confirm.`,
    };
  }
  const holders = found.roles.map(({ role, holder }) => `${role} role (${shortAddress(holder)})`);
  const says =
    holders.length === 0
      ? 'Nobody holds the role for this at the moment.'
      : `This needs the ${holders.join(' or the ')}. The connected account does not hold it.`;
  return { state: 'wrong_account', says, outside: null };
}

/** A call that adds a currency says its amounts in that token's own units. */
async function shows(call: PreparedCall): Promise<Shown | null> {
  const chain = await inspectCall(call);
  const { chain_id: chainId, data } = call;
  const token = addedToken(data);
  const facts = token === null ? null : await readToken(chainId, token).catch(() => null);
  return shownCall(data, chain, facts ? [facts] : []);
}

export const evmSender = (call: PreparedCall, send: Sender['send']): Sender => ({
  shows: () => shows(call),
  rehearse: (account) => rehearse(call, account).catch((error: unknown) => refused(messageOf(error))),
  send,
  async follow(sent) {
    const { hash, status } = await followCall(call, sent as Hex);
    return { hash, block: null, problem: ENDS[status], ...(status === 'unsent' ? { open: true } : {}) };
  },
  pool: (symbol) => readPool(call.chain_id, call.to, symbol),
});

/** The pool of a currency in the contract that a transaction goes to; null if this site does not know it. */
export async function readPool(chainId: number, contract: string, symbol: string): Promise<PoolNow | null> {
  const chain = chainOf(await loadDeployment(), chainId);
  const currency = chain?.currencies.find((one) => one.symbol === symbol);
  if (!chain || !currency) return null;
  const client = publicClient(chain);
  const address = contract as Address;
  const token = (currency.token ?? zeroAddress) as Address;
  const [list, balance] = await Promise.all([
    readContract(client, { abi: insurancePaymentAbi, address, functionName: 'currencies' }),
    token === zeroAddress
      ? getBalance(client, { address })
      : readContract(client, { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [address] }),
  ]);
  const listed = list.find((one) => one.token.toLowerCase() === token.toLowerCase());
  if (!listed) return null;
  const { owed, allowance, allowanceLeft } = listed;
  return {
    title: `${symbol} pool of the contract ${shortAddress(contract)}`,
    symbol,
    decimals: currency.decimals,
    balance,
    owed,
    allowance: { daily: allowance, left: allowanceLeft },
  };
}
