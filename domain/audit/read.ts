/** Reads contracts straight from a chain's node. The caller brings the connection. */
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem';
import * as z from 'zod';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { blockShape, hex, type Log, logShape } from '#domain/node-answers.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { eventNamed } from '#domain/registry/contract-events.ts';
import { type AuditEvent, decodeLog, type RawLog } from './events.ts';

const abi = insurancePaymentAbi;

/** How far the audit is. */
export interface Progress {
  /** What is being done, in a few words. */
  step: string;
  done: number;
  /** Zero where nobody knows. */
  total: number;
}

export type Report = (progress: Progress) => void;

/** The result of a JSON-RPC call, null for something that the node doesn't know; throws if there is no answer. */
export type Rpc = (method: string, params: unknown[]) => Promise<unknown>;

export interface AuditedCurrency {
  symbol: string;
  decimals: number;
  /** Null for the native coin. */
  token: string | null;
}

/** A chain and the contracts that count, from a source that the auditor trusts. */
export interface AuditedChain {
  chainId: number;
  name: string;
  contracts: readonly string[];
  /** First block of the oldest contract. */
  fromBlock: number;
  confirmations: number;
  currencies: readonly AuditedCurrency[];
}

/** A pool as the chain holds it, in base units. */
interface PoolReading {
  contract: string;
  token: string;
  symbol: string;
  decimals: number;
  balance: bigint;
  /** What the contract itself says it owes and keeps, and what it pays for a dollar. */
  owed: bigint;
  minimumReserve: bigint;
  minPerDollar: bigint;
  maxPerDollar: bigint;
  allowance: number;
  accepted: boolean;
}

export interface ChainReading {
  chain: AuditedChain;
  head: { number: number; hash: string; time: number };
  events: readonly AuditEvent[];
  /** Logs of our contracts that the published ABI doesn't know. */
  unknown: readonly RawLog[];
  /** Null where the node no longer keeps the state of that block, so that no balance can be proved. */
  pools: readonly PoolReading[] | null;
}

const toHex = (value: number): Hex => `0x${value.toString(16)}`;

/** Blocks per question. It grows while the node answers and is halved when it refuses. */
const FIRST_RANGE = 2000;
const LARGEST_RANGE = 50_000;
/** Questions about blocks that are under way at once. */
const AT_ONCE = 20;

export async function readBlock(rpc: Rpc, number: number | 'latest') {
  const tag = number === 'latest' ? number : toHex(number);
  return blockShape.parse(await rpc('eth_getBlockByNumber', [tag, false]));
}

async function readLogs(
  rpc: Rpc,
  { contracts, fromBlock, name }: AuditedChain,
  to: number,
  report: Report,
): Promise<Log[]> {
  const ours = new Set(contracts.map((each) => each.toLowerCase()));
  const logs: Log[] = [];
  const step = `Reading ${name}`;
  const total = to - fromBlock + 1;
  let range = FIRST_RANGE;
  let from = fromBlock;
  while (from <= to) {
    const last = Math.min(from + range - 1, to);
    let found: unknown;
    try {
      const filter = { address: contracts, fromBlock: toHex(from), toBlock: toHex(last) };
      found = await rpc('eth_getLogs', [filter]);
    } catch (error) {
      if (range === 1) throw error;
      range = Math.ceil(range / 2);
      continue;
    }
    // A node could answer with more than it was asked for.
    for (const log of z.array(logShape).parse(found)) {
      if (ours.has(log.address.toLowerCase())) logs.push(log);
    }
    from = last + 1;
    range = Math.min(range * 2, LARGEST_RANGE);
    report({ step, done: from - fromBlock, total });
  }
  return logs;
}

/** Times of the logs' blocks: from the logs where the node gives them, otherwise from the blocks. */
async function timesOf(rpc: Rpc, logs: readonly Log[]): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const { blockNumber, blockTimestamp } of logs) {
    if (blockTimestamp) times.set(blockNumber, blockTimestamp);
  }
  const open = [...new Set(logs.map((log) => log.blockNumber))].filter((number) => !times.has(number));
  for (let start = 0; start < open.length; start += AT_ONCE) {
    const some = open.slice(start, start + AT_ONCE);
    for (const block of await Promise.all(some.map((number) => readBlock(rpc, number)))) {
      times.set(block.number, block.time);
    }
  }
  return times;
}

type ContractCall = (to: string, data: Hex) => Promise<Hex>;

async function decimalsOf(call: ContractCall, token: string): Promise<number> {
  const data = await call(token, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }));
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data });
}

/** The token's own name for itself, or its address if it has none. */
async function symbolOf(call: ContractCall, token: string): Promise<string> {
  const data = await call(token, encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' }));
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data });
  } catch {
    return token;
  }
}

async function readPools(rpc: Rpc, chain: AuditedChain, contract: string, at: Hex): Promise<PoolReading[]> {
  const call: ContractCall = async (to, data) => hex.parse(await rpc('eth_call', [{ to, data }, at])) as Hex;
  const list = decodeFunctionResult({
    abi,
    functionName: 'currencies',
    data: await call(contract, encodeFunctionData({ abi, functionName: 'currencies' })),
  });
  return Promise.all(
    list.map(async (currency): Promise<PoolReading> => {
      const token = currency.token.toLowerCase();
      const known = chain.currencies.find((each) => (each.token?.toLowerCase() ?? NATIVE_TOKEN) === token);
      const balance =
        token === NATIVE_TOKEN
          ? await rpc('eth_getBalance', [contract, at])
          : await call(
              token,
              encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [contract as Hex] }),
            );
      const decimals = known?.decimals ?? (token === NATIVE_TOKEN ? 18 : await decimalsOf(call, token));
      const symbol = known?.symbol ?? (token === NATIVE_TOKEN ? 'native coin' : await symbolOf(call, token));
      const { owed, minimumReserve, minPerDollar, maxPerDollar, allowance, accepted } = currency;
      return {
        contract,
        token,
        symbol,
        decimals,
        balance: BigInt(hex.parse(balance)),
        owed,
        minimumReserve,
        minPerDollar,
        maxPerDollar,
        allowance,
        accepted,
      };
    }),
  );
}

/**
 * Reads all events of the chain's contracts up to its newest block, or to an earlier one, and the pools at that block.
 * Throws if the node can't be read, or if that block was replaced meanwhile.
 */
export async function readChain(
  rpc: Rpc,
  given: AuditedChain,
  report: Report = () => {},
  upTo: number | 'latest' = 'latest',
): Promise<ChainReading> {
  const chain = { ...given, contracts: given.contracts.map((each) => each.toLowerCase()) };
  const id = Number(BigInt(hex.parse(await rpc('eth_chainId', []))));
  if (id !== chain.chainId) throw new Error(`The node is on chain ${id}, not on chain ${chain.chainId}.`);
  const head = await readBlock(rpc, upTo);
  const at = toHex(head.number);
  // Nodes forget old states, so the pools come before the long reading.
  const pools = await Promise.all(chain.contracts.map((each) => readPools(rpc, chain, each, at))).catch(
    (error: unknown) => {
      if (upTo === 'latest') throw error;
      return null;
    },
  );
  const logs = await readLogs(rpc, chain, head.number, report);
  if ((await readBlock(rpc, head.number)).hash !== head.hash) {
    throw new Error(`${chain.name} was reorganized while it was being read. Please start again.`);
  }
  const times = await timesOf(rpc, logs);
  const events: AuditEvent[] = [];
  const unknown: RawLog[] = [];
  report({ step: `Decoding ${chain.name}`, done: 0, total: logs.length });
  for (const log of logs) {
    const raw = {
      address: log.address,
      topics: log.topics,
      data: log.data,
      block: log.blockNumber,
      blockHash: log.blockHash,
      txHash: log.transactionHash,
      logIndex: log.logIndex,
      time: times.get(log.blockNumber) ?? 0,
    };
    const event = decodeLog(chain.chainId, raw);
    if (event) events.push(event);
    else unknown.push(raw);
  }
  events.sort((one, other) => one.block - other.block || one.logIndex - other.logIndex);
  return {
    chain,
    head: { number: head.number, hash: head.hash, time: head.time },
    events,
    unknown,
    pools: pools?.flat() ?? null,
  };
}

/** What a chain shows in the place where a record says an event was. */
export type Found =
  | { state: 'no_transaction' }
  | { state: 'failed' }
  | { state: 'no_event' }
  /** `address`: which contract reported an event there, and the event's name if it looks like ours. */
  | { state: 'event'; address: string; name: string | null; block: number };

const receiptShape = z.object({ status: hex, logs: z.array(logShape) }).nullable();

/** Looks at the place of a record that no listed contract reported. */
export async function lookAt(rpc: Rpc, txHash: string, logIndex: number): Promise<Found> {
  const receipt = receiptShape.parse(await rpc('eth_getTransactionReceipt', [txHash]));
  if (!receipt) return { state: 'no_transaction' };
  if (BigInt(receipt.status) === 0n) return { state: 'failed' };
  const log = receipt.logs.find((each) => each.logIndex === logIndex);
  if (!log) return { state: 'no_event' };
  return {
    state: 'event',
    address: log.address.toLowerCase(),
    name: eventNamed(log.topics[0] ?? ''),
    block: log.blockNumber,
  };
}
