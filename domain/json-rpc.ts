/** JSON-RPC over HTTP, for every kind of chain. */
import * as z from 'zod';

/** The chain gave no usable answer, so its state is unknown. */
export class ChainUnreachable extends Error {
  override readonly name = 'ChainUnreachable';
}

export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/** The node's error response for the call itself, such as a revert. */
interface RpcFailure {
  error: { code: number; message: string; data?: unknown };
}

const reply = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
const replies = z.union([z.array(reply), reply.transform((one) => [one])]);

/** Calls per request; providers reject more. */
const MOST_CALLS = 100;

export type RpcResult = { result: unknown } | RpcFailure;
export type Fetch = typeof fetch;

/**
 * JSON-RPC over HTTP, several calls per request. Created for each of our requests: a shared batcher
 * would tie requests together, which the runtime forbids.
 */
export class Rpc {
  private readonly url: string;
  private readonly fetcher: Fetch;
  private readonly timeoutMs: number;

  constructor(url: string, fetcher: Fetch, timeoutMs = 8000) {
    this.url = url;
    this.fetcher = fetcher;
    this.timeoutMs = timeoutMs;
  }

  /** Results in the order of the calls. Throws ChainUnreachable if any is missing. */
  async batch(calls: readonly RpcCall[]): Promise<RpcResult[]> {
    const results: RpcResult[] = [];
    for (let start = 0; start < calls.length; start += MOST_CALLS) {
      results.push(...(await this.send(calls.slice(start, start + MOST_CALLS))));
    }
    return results;
  }

  private async send(calls: readonly RpcCall[]): Promise<RpcResult[]> {
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const answers = new Map((await this.post(body)).map((entry) => [entry.id, entry]));
    return calls.map((call, id) => {
      const answer = answers.get(id);
      if (!answer) throw new ChainUnreachable(`No answer to ${call.method}`);
      return answer.error ? { error: answer.error } : { result: answer.result ?? null };
    });
  }

  /** The results of all calls; a failed call counts as an unreachable chain. */
  async all(calls: readonly RpcCall[]): Promise<unknown[]> {
    return (await this.batch(calls)).map((entry, index) => {
      if ('error' in entry) {
        // Not the node's words: they may name its URL, with a key in it.
        throw new ChainUnreachable(`${calls[index]?.method}: error ${entry.error.code}`);
      }
      return entry.result;
    });
  }

  private async post(body: unknown): Promise<z.output<typeof replies>> {
    try {
      const response = await this.fetcher(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // Only the node that was chosen is asked.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      if (!response.ok) throw new ChainUnreachable(`HTTP ${response.status}`);
      return replies.parse(await response.json());
    } catch (error) {
      if (error instanceof ChainUnreachable) throw error;
      throw new ChainUnreachable(error instanceof Error ? error.name : 'unknown');
    }
  }
}

/** Runs a decoder and treats a malformed answer as an unreachable chain. */
export function understood<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    throw new ChainUnreachable(`Unexpected answer: ${error instanceof Error ? error.name : 'unknown'}`);
  }
}
