import { describe, expect, test } from 'vitest';
import { ChainUnreachable, type Fetch, Rpc } from './json-rpc.ts';

interface Sent {
  id: number;
  method: string;
}

/** A fake node that answers each batch with `answer` and counts the requests. */
function node(answer: (calls: Sent[]) => unknown) {
  const batches: number[] = [];
  const fetcher: Fetch = async (_, init) => {
    const calls = JSON.parse(String(init?.body)) as Sent[];
    batches.push(calls.length);
    return Response.json(answer(calls));
  };
  return { rpc: new Rpc('http://node.example', fetcher), batches };
}

const calls = (count: number) => Array.from({ length: count }, (_, i) => ({ method: `m${i}`, params: [] }));

describe('JSON-RPC calls', () => {
  test('returns results in call order, whatever the order of the responses', async () => {
    const { rpc, batches } = node((sent) => sent.map(({ id, method }) => ({ id, result: method })).reverse());
    expect(await rpc.all(calls(3))).toEqual(['m0', 'm1', 'm2']);
    expect(batches).toEqual([3]);
  });

  test('splits a batch that a node would reject', async () => {
    const { rpc, batches } = node((sent) => sent.map(({ id, method }) => ({ id, result: method })));
    expect((await rpc.all(calls(250))).at(-1)).toBe('m249');
    expect(batches).toEqual([100, 100, 50]);
  });

  test('treats missing, rejected or malformed answers as an unreachable chain and reveals nothing about the node', async () => {
    const error = { code: -32000, message: 'https://node.example/secret-key' };
    const answers = [
      (sent: Sent[]) => sent.slice(1).map(({ id }) => ({ id, result: 1 })),
      (sent: Sent[]) => sent.map(({ id }) => ({ id, error })),
      () => ({ id: 0, error }),
      () => 'nonsense',
      () => [{ result: 1 }],
    ];
    for (const answer of answers) {
      const failure = await node(answer)
        .rpc.all(calls(2))
        .catch((reason: unknown) => reason);
      expect(failure).toBeInstanceOf(ChainUnreachable);
      expect(String(failure)).not.toContain('secret-key');
    }
  });

  test('asks only the node that was chosen, and treats a redirect as an unreachable chain', async () => {
    const modes: unknown[] = [];
    const redirecting: Fetch = async (_, init) => {
      modes.push(init?.redirect);
      return Response.redirect('https://elsewhere.example', 307);
    };
    const failure = new Rpc('http://node.example', redirecting).all(calls(1));
    await expect(failure).rejects.toThrow(ChainUnreachable);
    expect(modes).toEqual(['manual']);
  });

  test('gives up on calls that take too long', async () => {
    const silent: Fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    await expect(new Rpc('http://node.example', silent, 20).all(calls(1))).rejects.toThrow(ChainUnreachable);
  });

  test('tells a failed call from one without an answer', async () => {
    const { rpc } = node(([first]) => [{ id: first?.id, error: { code: 3, message: 'execution reverted' } }]);
    expect(await rpc.batch(calls(1))).toEqual([{ error: { code: 3, message: 'execution reverted' } }]);
  });
});
