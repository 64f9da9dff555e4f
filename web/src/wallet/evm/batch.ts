import type { Address, Client, Hex } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { answered } from '#web/wallet/answered.ts';
import {
  codesOf,
  hasCode,
  isInsufficientFunds,
  isRejection,
  paymentError,
  WalletError,
} from '#web/wallet/errors.ts';
import { outcomeOf, type Purchase, purchaseHash } from './purchase-outcome.ts';

export interface Call {
  to: Address;
  data: Hex;
  value: bigint;
}

/** Whether a wallet executes several calls as one (EIP-5792): yes, after upgrading its account, or no. */
export type Batching = 'supported' | 'ready' | 'none';

/** How a batch ended. `dropped`: nothing was sent. `partial`: only part was executed, against our request. */
export type BatchEnd =
  | { status: 'sent'; txHash: Hex }
  | { status: 'dropped' | 'reverted' | 'partial' | 'lapsed' };

/** Milliseconds a wallet may take to report its capabilities. Some never answer an unknown method. */
export const CAPABILITIES_MS = 3_000;
/** Milliseconds a wallet is asked for a batch before the registry is asked as well. */
const WATCH_MS = 10_000;

/** The connected wallet's batch capability on this chain; `none` if it does not say. */
export async function batchingOf(config: Config, chainId: number, account: Address): Promise<Batching> {
  const asked = actions.getCapabilities(config, { account, chainId }).then(
    (capabilities) => capabilities?.atomic?.status,
    () => undefined,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), CAPABILITIES_MS);
  });
  const status = await Promise.race([asked, late]);
  clearTimeout(timer);
  return status === 'supported' || status === 'ready' ? status : 'none';
}

/** These codes end the payment: a request is still open, or the wallet may have sent before the connection was lost. */
const FINAL = [-32002, 4900, 4901];

/**
 * Whether a wallet that rejected a batch may be asked for its calls one by one: it answered, and the reason was neither
 * the customer nor missing funds. Declining the account upgrade (5750) is not a refusal to pay.
 */
function mayGoStepByStep(error: unknown): boolean {
  if (hasCode(error, 5750)) return true;
  if (isRejection(error) || isInsufficientFunds(error)) return false;
  const codes = codesOf(error);
  return codes.length > 0 && !codes.some((code) => FINAL.includes(code));
}

/** Asks the wallet to execute all calls or none. Returns the batch id, or null without support; throws WalletError. */
export async function sendBatch(
  config: Config,
  chainId: number,
  account: Address,
  calls: readonly Call[],
): Promise<string | null> {
  try {
    const sent: { id?: unknown } | null = await answered(
      actions.sendCalls(config, { account, chainId, calls: [...calls], forceAtomic: true }),
    );
    if (typeof sent?.id === 'string' && sent.id !== '') return sent.id;
    throw new WalletError('other', 'The wallet returned no id by which the payment could be followed.');
  } catch (error) {
    if (mayGoStepByStep(error)) return null;
    throw paymentError(error);
  }
}

/** How a failed batch ended according to its EIP-5792 status code; null while it is still open. */
function failureOf(code: number): BatchEnd | null {
  if (code >= 600) return { status: 'partial' };
  if (code >= 500) return { status: 'reverted' };
  return code >= 400 ? { status: 'dropped' } : null;
}

/** The wallet's status of the batch, now or after a while; null if it gives none. */
async function watch(config: Config, id: string, pause: number) {
  const asked = { id, pollingInterval: pause, timeout: WATCH_MS, retryCount: 0 };
  return actions.waitForCallsStatus(config, asked).catch(() => null);
}

/** A batch, the contracts that it calls, and what the chain knows of it. */
interface Sent {
  id: string;
  contracts: readonly Address[];
  /** `unnamed`: it was carried out by a transaction that no node names; `lapsed`: it is not waited for anymore. */
  known: () => Promise<
    { status: 'sent'; txHash: Hex } | { status: 'unnamed' } | { status: 'lapsed' | 'open' }
  >;
}

/**
 * Follows a batch until its transaction is known or it has failed. The chain is asked as well: it knows what the wallet has
 * forgotten, and it outweighs a reported failure. Throws when the node cannot be read or `signal` aborts.
 * @param pause milliseconds between checks
 */
export async function followCalls(
  config: Config,
  batch: Sent,
  pause: number,
  signal?: AbortSignal,
): Promise<BatchEnd> {
  for (;;) {
    signal?.throwIfAborted();
    const answer = await watch(config, batch.id, pause);
    const receipts = answer?.status === 'success' ? (answer.receipts ?? []) : [];
    const own = receipts.find(({ logs }) =>
      logs?.some(({ address }) => batch.contracts.some((contract) => sameAddress(address, contract))),
    );
    const receipt = own ?? receipts.at(-1);
    if (receipt) return { status: 'sent', txHash: receipt.transactionHash };

    const known = await batch.known();
    if (known.status === 'sent') return known;
    if (known.status === 'lapsed') return { status: 'lapsed' };
    const failure = known.status === 'open' && answer ? failureOf(answer.statusCode) : null;
    if (failure) return failure;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The same for a purchase, which the registry knows. */
export const followBatch = (
  config: Config,
  client: Client,
  batch: Purchase & { id: string },
  pause: number,
  signal?: AbortSignal,
): Promise<BatchEnd> =>
  followCalls(
    config,
    {
      ...batch,
      known: async () => {
        const outcome = await outcomeOf(client, batch);
        if (outcome !== 'bought') return { status: outcome };
        const txHash = await purchaseHash(client, batch);
        return txHash === null ? { status: 'unnamed' } : { status: 'sent', txHash };
      },
    },
    pause,
    signal,
  );

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
