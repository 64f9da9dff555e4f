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
} from 'viem';
import { getTransaction, getTransactionReceipt, waitForTransactionReceipt } from 'viem/actions';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { quoteId } from '#domain/quote/typed-data.ts';
import { chainOf, type DeployedChain, loadDeployment } from '#web/lib/deployment.ts';
import { answered } from '#web/wallet/answered.ts';
import { paymentError, WalletError } from '#web/wallet/errors.ts';
import { switchNetwork } from '#web/wallet/evm/network.ts';
import { traceHash } from '#web/wallet/evm/purchase-outcome.ts';
import { sentHash } from '#web/wallet/evm/sent-hash.ts';
import { decodeCall, type PreparedCall } from './calls.ts';

/** Milliseconds between two checks of an unmined transaction. */
const LOOK_MS = 1_000;
/** Looks for a transaction that no node knows, and how many of them come before each search for its event. */
const UNSEEN_LOOKS = 120;
const SEARCH_EVERY = 5;
/** Milliseconds between two checks for a receipt that viem missed. */
const MISSED_RECEIPT_MS = 5_000;
const CALL_TIMEOUT_MS = 10_000;

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
