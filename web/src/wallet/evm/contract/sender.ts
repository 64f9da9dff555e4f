import { type Address, type Client, erc20Abi, getAddress, type Hex, isAddressEqual, zeroAddress } from 'viem';
import { call as ethCall, getBalance, readContract } from 'viem/actions';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { shortAddress, walletKey } from '#domain/address.ts';
import type { Shown } from '#domain/clear-signing/show.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { chainOf, loadDeployment } from '#web/lib/deployment.ts';
import { isInsufficientFunds } from '#web/wallet/errors.ts';
import { contractError } from '#web/wallet/evm/revert.ts';
import type { PoolNow, Rehearsal, Sender } from '#web/wallet/sender.ts';
import { addedToken, decodeCall, type PreparedCall, shownCall } from './calls.ts';
import { refusalOf } from './refusal.ts';
import { CHAIN_ROLES, type ChainRole, rolesIn } from './roles.ts';
import { followCall, inspectCall, publicClient } from './send.ts';
import { readToken } from './token.ts';

const ADDRESS_LENGTH = 42;

const ENDS = {
  mined: null,
  reverted: 'The contract refused this transaction on chain, so it changed nothing except for the fee.',
  unsent:
    'Your wallet has not sent this yet: the network knows no such transaction, so nothing has changed. If the wallet is a contract, it sends this once its owners have signed.',
  replaced: 'Your wallet sent another transaction instead, so this one changed nothing.',
} as const;

const refused = (reason: string): Rehearsal => ({
  state: 'refused',
  says: `The contract would refuse this, so nothing was sent. ${reason}`,
});

/** The roles of which one must send the call; empty if anyone may. */
async function rolesFor(client: Client, contract: Address, data: string): Promise<readonly ChainRole[]> {
  const decoded = decodeCall(data);
  if (decoded === null) return [];
  const inner = decoded.functionName === 'announce' || decoded.functionName === 'veto';
  const subject = inner ? (decoded.args[0] as string) : data;
  const args = [subject.slice(0, 10) as Hex] as const;
  const [bits] = await readContract(client, { abi, address: contract, functionName: 'powerOf', args });
  const roles = rolesIn(bits);
  if (decoded.functionName !== 'veto' || roles.includes('guardian')) return roles;
  const vetoed = decodeCall(subject);
  const replacesGuardian =
    vetoed?.functionName === 'grantRole' && vetoed.args[0] === CHAIN_ROLES.indexOf('guardian');
  return replacesGuardian ? roles : [...roles, 'guardian'];
}

/** Runs a call in the next block, whose time may be past a delay that the latest block is not; or in the latest. */
async function tryOut(client: Client, account: Address, call: PreparedCall): Promise<void> {
  const attempt = { account, to: call.to as Address, data: call.data as Hex, value: BigInt(call.value) };
  try {
    await ethCall(client, { ...attempt, blockTag: 'pending' });
  } catch (error) {
    if (contractError(error) !== null || isInsufficientFunds(error)) throw error;
    // Not every node knows a pending block.
    await ethCall(client, attempt);
  }
}

export async function rehearseCall(prepared: PreparedCall, account: string): Promise<Rehearsal> {
  const chain = await inspectCall(prepared);
  const client = publicClient(chain);
  const to = getAddress(prepared.to);
  const from = getAddress(account);
  try {
    const roles = await rolesFor(client, to, prepared.data);
    const holders = await Promise.all(
      roles.map(async (role) => {
        const args = [CHAIN_ROLES.indexOf(role)] as const;
        const holder = await readContract(client, { abi, address: to, functionName: 'roleHolder', args });
        return { role, holder };
      }),
    );
    const held = holders.find(({ holder }) => isAddressEqual(holder, from));
    if (roles.length > 0 && !held) {
      const named = holders
        .filter(({ holder }) => holder !== zeroAddress)
        .map(({ role, holder }) => `${role} role (${shortAddress(holder)})`);
      const says =
        named.length === 0
          ? 'Nobody holds the role for this at the moment.'
          : `This needs the ${named.join(' or the ')}. The connected account does not hold it.`;
      return { state: 'wrong_account', says, outside: null };
    }
    await tryOut(client, from, prepared);
    const role = held ? ` from the ${held.role} role` : '';
    return { state: 'ready', says: `The contract accepts it${role}. Nothing is sent before you confirm.` };
  } catch (error) {
    return refused(refusalOf(error, chain));
  }
}

async function rehearse(call: PreparedCall, account: string | null): Promise<Rehearsal> {
  if (account === null) {
    const says = 'Connect the wallet that holds the role. It neither signs you in nor out.';
    return { state: 'no_wallet', says, outside: null };
  }
  if (walletKey(account)?.length !== ADDRESS_LENGTH) {
    const says = 'This goes to a contract, and the connected account belongs to another kind of network.';
    return { state: 'wrong_account', says, outside: null };
  }
  return rehearseCall(call, account);
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
    readContract(client, { abi, address, functionName: 'currencies' }),
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
