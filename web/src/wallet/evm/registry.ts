import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { chainRefOf } from '#domain/chains.ts';
import { type DeployedChain, loadDeployment } from '#web/lib/deployment.ts';
import { postRpc } from '#web/wallet/post-rpc.ts';
import type { LookUp, RegistryReading } from '#web/wallet/registry.ts';

const TIMEOUT_MS = 10_000;

/** One JSON-RPC request to the chain's node; throws without a result. */
async function rpc(url: string, method: string, params: unknown[], signal?: AbortSignal): Promise<unknown> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const response = await postRpc(url, method, params, eitherSignal(late, signal));
  const answer = (await response.json()) as { result?: unknown } | null;
  if (answer?.result === undefined || answer.result === null) throw new Error(`${method} gave no result`);
  return answer.result;
}

const STATUS = [null, 'active', 'rejected', 'cancelled'] as const;

/** What one contract of `chain` says about `quoteId` at `now` (milliseconds). Throws if it cannot be read. */
async function readContract(
  chain: DeployedChain,
  contract: Address,
  quoteId: Hex,
  now: number,
  signal?: AbortSignal,
): Promise<RegistryReading> {
  const head = (await rpc(chain.rpc_url, 'eth_getBlockByNumber', ['latest', false], signal)) as {
    number: Hex;
    timestamp: Hex;
  };
  const time = Math.max(Math.floor(now / 1000), Number(head.timestamp));
  const call = async (data: Hex): Promise<Hex> =>
    (await rpc(chain.rpc_url, 'eth_call', [{ to: contract, data }, head.number], signal)) as Hex;
  const [stored, inForce] = await Promise.all([
    call(encodeFunctionData({ abi, functionName: 'policyOf', args: [quoteId] })),
    call(encodeFunctionData({ abi, functionName: 'isInForce', args: [quoteId, BigInt(time)] })),
  ]);
  const policy = decodeFunctionResult({ abi, functionName: 'policyOf', data: stored });
  const status = STATUS[policy.status] ?? null;
  return {
    chain,
    contract,
    policy: status && {
      holder: policy.holder,
      token: policy.token === zeroAddress ? null : policy.token,
      product: policy.product,
      status,
      start: Number(policy.start),
      end: Number(policy.end),
      cover: policy.cover,
      paidOut: policy.paidOut,
      claims: policy.claims,
    },
    inForce: decodeFunctionResult({ abi, functionName: 'isInForce', data: inForce }),
    time,
    block: Number(head.number),
  };
}

/**
 * Asks the contracts of `chain`, the newest first, until one knows the id. Null if none does. Throws if none does and
 * one of them cannot be read.
 */
async function readChain(
  chain: DeployedChain,
  quoteId: Hex,
  now: number,
  signal?: AbortSignal,
): Promise<RegistryReading | null> {
  let failure: unknown = null;
  for (const contract of chain.contracts) {
    try {
      const reading = await readContract(chain, contract as Address, quoteId, now, signal);
      if (reading.policy !== null) return reading;
    } catch (error) {
      signal?.throwIfAborted();
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  return null;
}

export async function lookUpPolicy(
  quoteId: Hex,
  now: number,
  options: { chainId?: number | string; signal?: AbortSignal } = {},
): Promise<LookUp> {
  const { chains } = await loadDeployment();
  const asked = chains.filter(
    ({ ref }) => options.chainId === undefined || chainRefOf(options.chainId) === ref,
  );
  const readings = await Promise.allSettled(
    asked.map((chain) => readChain(chain, quoteId, now, options.signal)),
  );
  options.signal?.throwIfAborted();
  const answered = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []));
  return {
    found: answered.find((reading) => reading !== null) ?? null,
    asked,
    unreachable: asked.filter((_, index) => readings[index]?.status === 'rejected'),
  };
}

/** A signal that aborts with the first of the two. `AbortSignal.any` is newer than the browsers we build for. */
export function eitherSignal(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  if (other === undefined) return one;
  const either = new AbortController();
  for (const signal of [one, other]) {
    const stop = () => either.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: either.signal });
  }
  return either.signal;
}
