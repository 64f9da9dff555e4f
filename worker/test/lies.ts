/** An RPC proxy that answers like its node but sometimes lies. */
import { toEventSelector } from 'viem';
import type { Edges } from '#worker/platform/context.ts';

interface Call {
  id: number;
  method: string;
  params: unknown[];
}
interface Answer {
  id: number;
  result?: unknown;
}

/** Pseudorandom numbers from 0 to 1 for a seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * `other_blocks` makes up a new hash each time; `another_branch` always shows the same other ones. `other_amount` shows
 * another premium in every purchase, and `high_head` a newest block that isn't there yet.
 */
export type Lie =
  | 'no_logs'
  | 'fewer_logs'
  | 'old_logs'
  | 'behind'
  | 'other_blocks'
  | 'another_branch'
  | 'other_amount'
  | 'high_head'
  | 'late'
  | 'none';

/** A node with other blocks has none of our logs in them. */
const NO_LOGS: ReadonlySet<Lie> = new Set(['no_logs', 'other_blocks', 'another_branch']);

const PURCHASED = toEventSelector(
  'PolicyPurchased(bytes32,address,address,uint256,uint8,uint24,uint16,uint40,uint64,uint64,bytes32)',
);
interface Log {
  topics: string[];
  data: string;
}
/** The premium is the second word, and is paid a thousandth part of. */
function withOtherAmount(log: Log): Log {
  if (log.topics[0] !== PURCHASED) return log;
  const [before, premium, after] = [log.data.slice(0, 66), log.data.slice(66, 130), log.data.slice(130)];
  return {
    ...log,
    data: `${before}${(BigInt(`0x${premium}`) / 1000n).toString(16).padStart(64, '0')}${after}`,
  };
}

const quantity = (value: bigint) => `0x${value.toString(16)}`;
const hash = (roll: () => number) =>
  `0x${Array.from({ length: 64 }, () => Math.floor(roll() * 16).toString(16)).join('')}`;

/** A lie that is told once, in the first request with this call. */
export function once(method: string, lie: Lie): (calls: readonly Call[]) => Lie {
  let told = false;
  return (calls) => {
    if (told || calls.every((call) => call.method !== method)) return 'none';
    told = true;
    return lie;
  };
}

/** @param lieNow the lie for all answers of one request */
export function lyingChain(lieNow: (calls: readonly Call[]) => Lie, roll: () => number): Partial<Edges> {
  /** The last logs of each node, as a stale cache would return them. */
  const cached = new Map<string, unknown>();
  const color = (lie: Lie, node: string, call: Call, result: unknown): unknown => {
    const isLogs = call.method === 'eth_getLogs';
    if (isLogs && NO_LOGS.has(lie)) return [];
    if (isLogs && lie === 'fewer_logs') return (result as unknown[]).filter(() => roll() < 0.5);
    if (isLogs && lie === 'old_logs') return cached.get(node) ?? [];
    if (isLogs) cached.set(node, result);
    if (isLogs && lie === 'other_amount') return (result as Log[]).map(withOtherAmount);
    if (call.method === 'eth_getTransactionReceipt' && lie === 'other_amount' && result !== null) {
      const receipt = result as { logs: Log[] };
      return { ...receipt, logs: receipt.logs.map(withOtherAmount) };
    }
    if (call.method === 'eth_blockNumber' && lie === 'high_head')
      return quantity(BigInt(result as string) + 50n);
    if (lie === 'behind') return behind(call, result, 1n + BigInt(Math.floor(roll() * 40)));
    if (call.method !== 'eth_getBlockByNumber' || result === null) return result;
    const block = result as { hash: string };
    if (lie === 'other_blocks') return { ...block, hash: hash(roll) };
    if (lie === 'another_branch') return { ...block, hash: `${block.hash.slice(0, -8)}00000bad` };
    return result;
  };
  return {
    fetch: async (input, init) => {
      const calls = JSON.parse(String(init?.body)) as Call[];
      const lie = lieNow(calls);
      if (lie === 'late') throw new DOMException('The operation timed out.', 'TimeoutError');
      const answers = (await (await fetch(input, init)).json()) as Answer[];
      const colored = answers.map((answer) => {
        const call = calls.find(({ id }) => id === answer.id);
        return call && 'result' in answer
          ? { ...answer, result: color(lie, String(input), call, answer.result) }
          : answer;
      });
      return Response.json(colored);
    },
  };
}

/** The answer of a node that hasn't seen the newest blocks. */
function behind(call: Call, result: unknown, blocks: bigint): unknown {
  if (call.method === 'eth_blockNumber') {
    const head = BigInt(result as string);
    return quantity(head > blocks ? head - blocks : 0n);
  }
  if (call.method === 'eth_getTransactionReceipt' || call.method === 'eth_getTransactionByHash') return null;
  if (call.method === 'eth_getLogs') return [];
  return result;
}
