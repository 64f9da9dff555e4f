/** An RPC proxy that answers like its node but sometimes lies. */
import type { Edges } from '../src/platform/context.ts';

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

/** `other_blocks` makes up a new hash each time; `another_branch` always shows the same other ones. */
export type Lie =
  | 'no_logs'
  | 'fewer_logs'
  | 'old_logs'
  | 'behind'
  | 'other_blocks'
  | 'another_branch'
  | 'late'
  | 'none';

/** A node with other blocks has none of our logs in them. */
const NO_LOGS: ReadonlySet<Lie> = new Set(['no_logs', 'other_blocks', 'another_branch']);

const quantity = (value: bigint) => `0x${value.toString(16)}`;
const hash = (roll: () => number) =>
  `0x${Array.from({ length: 64 }, () => Math.floor(roll() * 16).toString(16)).join('')}`;

/** @param lieNow the lie for all answers of one request */
export function lyingChain(lieNow: () => Lie, roll: () => number): Partial<Edges> {
  /** The last logs of each node, as a stale cache would return them. */
  const cached = new Map<string, unknown>();
  const color = (lie: Lie, node: string, call: Call, result: unknown): unknown => {
    const isLogs = call.method === 'eth_getLogs';
    if (isLogs && NO_LOGS.has(lie)) return [];
    if (isLogs && lie === 'fewer_logs') return (result as unknown[]).filter(() => roll() < 0.5);
    if (isLogs && lie === 'old_logs') return cached.get(node) ?? [];
    if (isLogs) cached.set(node, result);
    if (lie === 'behind') return behind(call, result, 1n + BigInt(Math.floor(roll() * 40)));
    if (call.method !== 'eth_getBlockByNumber' || result === null) return result;
    const block = result as { hash: string };
    if (lie === 'other_blocks') return { ...block, hash: hash(roll) };
    if (lie === 'another_branch') return { ...block, hash: `${block.hash.slice(0, -8)}00000bad` };
    return result;
  };
  return {
    fetch: async (input, init) => {
      const lie = lieNow();
      if (lie === 'late') throw new DOMException('The operation timed out.', 'TimeoutError');
      const calls = JSON.parse(String(init?.body)) as Call[];
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
