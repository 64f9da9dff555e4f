import {
  type Address,
  type Client,
  createClient,
  getAddress,
  type Hex,
  http,
  isAddressEqual,
  type ReplacementReturnType,
  TransactionNotFoundError,
  type TransactionReceipt,
  zeroAddress,
} from 'viem';
import {
  call as ethCall,
  getTransaction,
  getTransactionReceipt,
  readContract,
  waitForTransactionReceipt,
} from 'viem/actions';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { quoteId } from '#domain/quote/typed-data.ts';
import { chainOf, type DeployedChain, loadDeployment } from '#web/lib/deployment.ts';
import { answered } from '#web/wallet/answered.ts';
import { isInsufficientFunds, paymentError, WalletError } from '#web/wallet/errors.ts';
import { switchNetwork } from '#web/wallet/evm/network.ts';
import { traceHash } from '#web/wallet/evm/purchase-outcome.ts';
import { contractError } from '#web/wallet/evm/revert.ts';
import { sentHash } from '#web/wallet/evm/sent-hash.ts';
import { decodeCall, type PreparedCall } from './calls.ts';
import { refusalOf } from './refusal.ts';
import { CHAIN_ROLES, type ChainRole, rolesIn } from './roles.ts';

/** Milliseconds between two checks of an unmined transaction. */
const LOOK_MS = 1_000;
/** Looks for a transaction that no node knows, and how many of them come before each search for its event. */
const UNSEEN_LOOKS = 120;
const SEARCH_EVERY = 5;
/** Milliseconds between two checks for a receipt that viem missed. */
const MISSED_RECEIPT_MS = 5_000;
const CALL_TIMEOUT_MS = 10_000;

const abi = insurancePaymentAbi;

/** Whether an account may send a call, and what would happen. */
export type CallRehearsal =
  | { state: 'ready'; role: ChainRole | null }
  /** Another account has to send it: the roles that may, with their holders. */
  | { state: 'wrong_account'; roles: readonly { role: ChainRole; holder: string }[] }
  | { state: 'refused'; reason: string };

export function publicClient(chain: DeployedChain): Client {
  return createClient({
    transport: http(chain.rpc_url, { batch: true, timeout: CALL_TIMEOUT_MS, retryCount: 1 }),
  });
}

/**
 * The chain of a prepared call. Throws WalletError if it goes anywhere else than to one of our contracts:
 * a role's wallet signs nothing else from here.
 */
export async function inspectCall({ chain_id, to, data }: PreparedCall): Promise<DeployedChain> {
  const chain = chainOf(await loadDeployment(), chain_id);
  if (!chain) throw new WalletError('refused', 'This site does not know that network, so nothing was sent.');
  const ours = chain.contracts.some((contract) => isAddressEqual(contract as Address, to as Address));
  if (ours && decodeCall(data) !== null) return chain;
  const token = chain.currencies.some(
    (currency) => currency.token !== null && isAddressEqual(currency.token as Address, to as Address),
  );
  // ERC-20's approve.
  if (token && data.startsWith('0x095ea7b3')) return chain;
  throw new WalletError('refused', 'This transaction is not a call to our contract, so nothing was sent.');
}

const selectorOf = (data: string) => data.slice(0, 10) as Hex;

/** The roles of which one must send the call; empty if anyone may. */
async function rolesFor(client: Client, contract: Address, data: string): Promise<readonly ChainRole[]> {
  const decoded = decodeCall(data);
  if (decoded === null) return [];
  const inner = decoded.functionName === 'announce' || decoded.functionName === 'veto';
  const subject = inner ? (decoded.args[0] as string) : data;
  const args = [selectorOf(subject)] as const;
  const [bits] = await readContract(client, { abi, address: contract, functionName: 'powerOf', args });
  const roles = rolesIn(bits);
  if (decoded.functionName !== 'veto' || roles.includes('guardian')) return roles;
  const vetoed = decodeCall(subject);
  const replacesGuardian =
    vetoed?.functionName === 'grantRole' && vetoed.args[0] === CHAIN_ROLES.indexOf('guardian');
  return replacesGuardian ? roles : [...roles, 'guardian'];
}

interface Attempt {
  account: Address;
  to: Address;
  data: Hex;
  value: bigint;
}

/** Runs a call in the next block, whose time may be past a delay that the latest block is not; or in the latest. */
async function tryOut(client: Client, attempt: Attempt): Promise<void> {
  try {
    await ethCall(client, { ...attempt, blockTag: 'pending' });
  } catch (error) {
    if (contractError(error) !== null || isInsufficientFunds(error)) throw error;
    // Not every node knows a pending block.
    await ethCall(client, attempt);
  }
}

export async function rehearseCall(prepared: PreparedCall, account: string): Promise<CallRehearsal> {
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
      return { state: 'wrong_account', roles: holders.filter(({ holder }) => holder !== zeroAddress) };
    }
    await tryOut(client, { account: from, to, data: prepared.data as Hex, value: BigInt(prepared.value) });
    return { state: 'ready', role: held?.role ?? null };
  } catch (error) {
    return { state: 'refused', reason: refusalOf(error, chain) };
  }
}

/** Makes sure that the connected wallet is still this account and on this chain; throws if it is not. */
export async function requireAccount(config: Config, chain: DeployedChain, account: string): Promise<void> {
  const connection = actions.getConnection(config);
  if (!connection.address || !isAddressEqual(connection.address, getAddress(account))) {
    throw new WalletError('refused', 'Your wallet changed to another account, so nothing was sent.');
  }
  if (connection.chainId !== chain.chain_id) await switchNetwork(config, chain);
}

/** Asks the connected wallet to send a call; throws WalletError. */
export async function sendCall(config: Config, prepared: PreparedCall, account: string): Promise<Hex> {
  const chain = await inspectCall(prepared);
  try {
    await requireAccount(config, chain, account);
    const answer = await answered(
      actions.sendTransaction(config, {
        account: getAddress(account),
        chainId: chain.chain_id,
        to: getAddress(prepared.to),
        data: prepared.data as Hex,
        value: BigInt(prepared.value),
      }),
    );
    return sentHash(answer);
  } catch (error) {
    throw paymentError(error);
  }
}

/**
 * How a sent call ended. A wallet that replaced it by another transaction gives the other one's hash. `unsent`: no node
 * has seen it so far.
 */
export interface CallEnd {
  status: 'mined' | 'reverted' | 'replaced' | 'unsent';
  hash: Hex;
}

/** The payout or refund that a call made, found by its event; null if there is none so far. */
export async function madeBy(client: Client, { chain_id, data, to }: PreparedCall): Promise<Hex | null> {
  const made = decodeCall(data);
  const of = (quote: Hex) => ({ contracts: [to as Address], quoteId: quote });
  switch (made?.functionName) {
    case 'payClaim':
      return traceHash(client, of(made.args[0]), 'ClaimPaid', (paid) => paid.claimNumber === made.args[1]);
    case 'payAnnounced':
      return traceHash(client, of(made.args[0]), 'ClaimPaid', (paid) => paid.claimNumber === made.args[2]);
    case 'reject':
    case 'refund':
      return traceHash(client, of(quoteId(chain_id, to as Hex, made.args[0])), 'PremiumRefunded');
    default:
      return null;
  }
}

const isKnown = (client: Client, hash: Hex): Promise<boolean> =>
  getTransaction(client, { hash }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TransactionNotFoundError) return false;
      throw error;
    },
  );

/**
 * The hash under which the network has a sent call; null if it is still unknown after a while. A wallet that is a
 * contract names a call by a hash of its own, which never becomes a transaction.
 */
async function seenAs(client: Client, prepared: PreparedCall, hash: Hex): Promise<Hex | null> {
  for (let look = 1; look <= UNSEEN_LOOKS; look += 1) {
    if (await isKnown(client, hash)) return hash;
    const made = look % SEARCH_EVERY === 0 ? await madeBy(client, prepared) : null;
    if (made !== null) return made;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return null;
}

/**
 * The receipt of a transaction, or of what replaced it. viem asks only on a new block and skips one that arrives while it
 * looks for a replacement; a chain that mines on demand, as the local one does, may have no later block.
 */
async function minedReceipt(
  client: Client,
  hash: Hex,
  onReplaced: (replacement: ReplacementReturnType) => void,
): Promise<TransactionReceipt> {
  let over = false;
  const waited = waitForTransactionReceipt(client, {
    hash,
    onReplaced,
    pollingInterval: LOOK_MS,
    timeout: 0,
  }).finally(() => {
    over = true;
  });
  const looked = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, MISSED_RECEIPT_MS));
      const receipt = over ? await waited : await getTransactionReceipt(client, { hash }).catch(() => null);
      if (receipt) return receipt;
    }
  };
  return Promise.race([waited, looked()]);
}

/** Follows a sent call until it, or what replaced it, is mined. One that never reaches the network is not waited for. */
export async function followCall(prepared: PreparedCall, sent: Hex): Promise<CallEnd> {
  const { chain_id, data, to } = prepared;
  const chain = chainOf(await loadDeployment(), chain_id);
  if (!chain) throw new WalletError('other', 'Network not found');
  const client = publicClient(chain);
  const hash = await seenAs(client, prepared, sent);
  if (hash === null) return { status: 'unsent', hash: sent };
  // The contract's event has proved it, and its transaction is one to the wallet's contract.
  if (hash !== sent) return { status: 'mined', hash };
  let replaced = false;
  const receipt = await minedReceipt(client, hash, ({ transaction }) => {
    replaced =
      transaction.input !== data || transaction.to === null || !isAddressEqual(transaction.to, to as Address);
  });
  const status = replaced ? 'replaced' : receipt.status === 'reverted' ? 'reverted' : 'mined';
  return { status, hash: receipt.transactionHash };
}
