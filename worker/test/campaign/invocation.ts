/** One invocation of the worker, and the faults that happen to it. */
import { env } from 'cloudflare:workers';
import { realEdges } from '#worker/edges.ts';
import type { Edges } from '#worker/platform/context.ts';
import { watchedDatabase } from '../faults.ts';
import { type Lie, lyingChain } from '../lies.ts';
import type { Dice } from './dice.ts';
import type { InvocationFault } from './kinds.ts';

/** A fault that waits for its invocation. */
export interface Armed {
  fault: InvocationFault;
  /** Invocations that it lets pass before it. */
  after: number;
  /** Of a write: which one, counted from 1. */
  nth: number;
  /** Of a death: before that write, or after it. */
  before: boolean;
  lie: Lie;
}

const WRITES = /^\s*(insert|update|delete|replace)/im;
const LATEST_MS = 40;

/** Calls to a Substrate node, answered as that lie would. */
type SubstrateCall = { id: number; method: string; params: unknown[] };

export class Invocation {
  dead = false;
  private writes = 0;

  constructor(
    private readonly dice: Dice,
    private readonly armed: readonly Armed[],
    private readonly fired: (armed: Armed) => void,
  ) {}

  /** A worker that died does nothing anymore. */
  alive<Result>(run: () => Result): Result {
    if (this.dead) throw new Error('The worker was killed');
    return run();
  }

  private find(fault: InvocationFault): Armed | undefined {
    return this.armed.find((each) => each.fault === fault);
  }

  readonly database: D1Database = watchedDatabase(async (sql, run, spoiled) => {
    this.alive(() => {});
    if (!WRITES.test(sql)) return run();
    this.writes += 1;
    const [killed, refused] = [
      this.find('worker killed between two writes'),
      this.find('statement of a batch refused'),
    ];
    if (refused?.nth === this.writes) {
      this.fired(refused);
      return spoiled();
    }
    if (killed?.nth !== this.writes) return run();
    this.fired(killed);
    if (!killed.before) await run();
    this.dead = true;
    throw new Error('The worker was killed');
  });

  /** Whether a fault waits for a later write than there was. */
  get unreached(): Armed[] {
    return this.armed.filter(({ nth }) => nth > this.writes);
  }

  /** @param substrate the node's address, where there is one */
  fetch(substrate: string | null): Edges['fetch'] {
    const lying = lyingChain(() => this.find('RPC lying')?.lie ?? 'none', this.dice.roll);
    return async (input, init) => {
      this.alive(() => {});
      const timeout = this.find('RPC timing out');
      if (timeout) {
        this.fired(timeout);
        throw new DOMException('The operation timed out.', 'TimeoutError');
      }
      const late = this.find('RPC late');
      if (late) {
        this.fired(late);
        await scheduler.wait(this.dice.below(LATEST_MS));
      }
      const lies = this.find('RPC lying');
      if (lies) this.fired(lies);
      const behind = this.find('RPC lagging behind');
      if (behind) this.fired(behind);
      const isSubstrate = String(input).replace(/\/$/, '') === substrate;
      const ask: Edges['fetch'] = isSubstrate
        ? (...request) => liarOnSubstrate(lies !== undefined, behind !== undefined, ...request)
        : behind
          ? (lyingChain(() => 'behind', this.dice.roll).fetch as Edges['fetch'])
          : (lying.fetch as Edges['fetch']);
      const answer = await ask(input, init);
      this.alive(() => {});
      const disordered = this.find('RPC out of order');
      if (!disordered) return answer;
      const answers: unknown = await answer.json();
      if (Array.isArray(answers)) this.fired(disordered);
      return Response.json(Array.isArray(answers) ? answers.toReversed() : answers);
    };
  }

  edges(clock: () => number, substrate: string | null): Partial<Edges> {
    return {
      clock,
      fetch: this.fetch(substrate),
      files: (of) =>
        new Proxy(realEdges.files(of), {
          get: (bucket, name) => {
            const member: unknown = Reflect.get(bucket, name);
            if (typeof member !== 'function') return member;
            return (...given: unknown[]) => this.alive(() => member.apply(bucket, given) as unknown);
          },
        }),
    };
  }

  variables(more: Partial<Env>): Env {
    return { ...env, ...more, DB: this.database };
  }
}

/** A Substrate node that shows no events, or is some blocks behind. */
async function liarOnSubstrate(
  lies: boolean,
  behind: boolean,
  ...[input, init]: Parameters<Edges['fetch']>
): Promise<Response> {
  const answer = await fetch(input, init);
  if (!lies && !behind) return answer;
  const calls = JSON.parse(String(init?.body)) as SubstrateCall[];
  const answers = (await answer.json()) as { id: number; result?: unknown }[];
  const colored = await Promise.all(
    answers.map(async (each) => {
      const call = calls.find(({ id }) => id === each.id);
      if (lies && call?.method === 'state_getStorage') return { ...each, result: null };
      if (!behind || call?.method !== 'chain_getFinalizedHead') return each;
      return { ...each, result: await earlier(String(input), String(each.result)) };
    }),
  );
  return Response.json(colored);
}

/** The block before one. */
async function earlier(node: string, hash: string): Promise<string> {
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'chain_getHeader', params: [hash] }),
  });
  const { result } = (await response.json()) as { result: { parentHash: string } };
  return result.parentHash;
}
