import type { Address, Client, Hex } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { codesOf, hasCode, isInsufficientFunds, isRejection, paymentError, WalletError } from './errors.ts';
import { outcomeOf, type Purchase, purchaseHash } from './purchase-outcome.ts';

/** A contract call as a wallet is asked for it. */
export interface Call {
  to: Address;
  data: Hex;
  value: bigint;
}

/** Whether a wallet carries out several calls as one (EIP-5792): it can, it can once its account is upgraded, or not. */
export type Batching = 'supported' | 'ready' | 'none';

/** Where a batch ended. `dropped`: the wallet sent nothing; `partial`: it did some of it, though all or none was asked. */
export type BatchEnd =
  | { status: 'sent'; txHash: Hex }
  | { status: 'dropped' | 'reverted' | 'partial' | 'lapsed' };

/** How long a wallet may take to say what it can, in milliseconds: some never answer what they do not know. */
export const CAPABILITIES_MS = 3_000;
/** How long a wallet is asked for a batch before the registry is asked as well, in milliseconds. */
const WATCH_MS = 10_000;

/** What the connected wallet says it can do on this chain; one that does not say can do nothing. */
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

/** After these the payment ends: a request is open still, or the wallet may have sent before it was lost. */
const FINAL = [-32002, 4900, 4901];

/**
 * Whether a wallet that did not take a batch may be asked for its calls one by one: it answered, and neither the person
 * nor the funds said no. Refusing the account's upgrade (5750) is no refusal to pay.
 */
function mayGoStepByStep(error: unknown): boolean {
  if (hasCode(error, 5750)) return true;
  if (isRejection(error) || isInsufficientFunds(error)) return false;
  const codes = codesOf(error);
  return codes.length > 0 && !codes.some((code) => FINAL.includes(code));
}

/** Asks the wallet to carry out all of the calls or none. The batch's id, or null when it takes no batch; throws WalletError. */
export async function sendBatch(
  config: Config,
  chainId: number,
  account: Address,
  calls: readonly Call[],
): Promise<string | null> {
  try {
    const sent: { id?: unknown } | null = await actions.sendCalls(config, {
      account,
      chainId,
      calls: [...calls],
      forceAtomic: true,
    });
    if (typeof sent?.id === 'string' && sent.id !== '') return sent.id;
    throw new WalletError('other', 'The wallet gave the payment no name by which it could be followed.');
  } catch (error) {
    if (mayGoStepByStep(error)) return null;
    throw paymentError(error);
  }
}

/** What a wallet's status code of EIP-5792 says of a batch that came to nothing; null while it may still come. */
function failureOf(code: number): BatchEnd | null {
  if (code >= 600) return { status: 'partial' };
  if (code >= 500) return { status: 'reverted' };
  return code >= 400 ? { status: 'dropped' } : null;
}

/** What the wallet says of the batch now or within a while; null when it does not say. */
async function watch(config: Config, id: string, pause: number) {
  const asked = { id, pollingInterval: pause, timeout: WATCH_MS, retryCount: 0 };
  return actions.waitForCallsStatus(config, asked).catch(() => null);
}

/**
 * Follows a batch until its transaction is known or nothing can come of it. Beside the wallet the registry is asked: it
 * knows of a payment that the wallet has forgotten, and no failure is believed against it. Throws when the node cannot be
 * read, or `signal` aborts.
 * @param pause milliseconds between two looks
 */
export async function followBatch(
  config: Config,
  client: Client,
  batch: Purchase & { id: string },
  pause: number,
  signal?: AbortSignal,
): Promise<BatchEnd> {
  for (;;) {
    signal?.throwIfAborted();
    const answer = await watch(config, batch.id, pause);
    const receipts = answer?.status === 'success' ? (answer.receipts ?? []) : [];
    const own = receipts.find(({ logs }) =>
      logs?.some(({ address }) => sameAddress(address, batch.contract)),
    );
    const receipt = own ?? receipts.at(-1);
    if (receipt) return { status: 'sent', txHash: receipt.transactionHash };

    const outcome = await outcomeOf(client, batch);
    if (outcome === 'lapsed') return { status: 'lapsed' };
    const txHash = outcome === 'bought' ? await purchaseHash(client, batch) : null;
    if (txHash !== null) return { status: 'sent', txHash };
    const failure = outcome === 'open' && answer ? failureOf(answer.statusCode) : null;
    if (failure) return failure;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
