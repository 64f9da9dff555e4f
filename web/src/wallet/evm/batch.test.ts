// @vitest-environment happy-dom
import type { Hex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from 'wagmi';
import { ADA, FakeExtension, fault } from '#web/test/fake-extension.ts';
import { CONTRACT, FakeNode, OLDER, QUOTE, VALID_UNTIL } from '#web/test/fake-node.ts';
import { batchingOf, CAPABILITIES_MS, type Call, followBatch, sendBatch } from './batch.ts';

const TOKEN: Hex = `0x${'7'.repeat(40)}`;
const HASH: Hex = `0x${'1'.repeat(64)}`;
const OTHER: Hex = `0x${'2'.repeat(64)}`;
const calls: Call[] = [
  { to: TOKEN, data: '0xaa', value: 0n },
  { to: CONTRACT, data: '0xbb', value: 0n },
];

let node: FakeNode;
let extension: FakeExtension;
let config: Config;

beforeEach(async () => {
  node = new FakeNode();
  extension = new FakeExtension();
  config = await extension.connectedTo(async ({ method }) => fault(-32601, method));
});
afterEach(() => {
  vi.useRealTimers();
});

describe('wallet capabilities', () => {
  const says = async (answer: () => unknown) => {
    extension.answers.wallet_getCapabilities = answer;
    return batchingOf(config, 1337, ADA);
  };

  it('a wallet is asked for its capabilities for this account and chain', async () => {
    let asked: unknown;
    extension.answers.wallet_getCapabilities = (params) => {
      asked = params;
      return { '0x539': { atomic: { status: 'ready' } } };
    };
    expect(await batchingOf(config, 1337, ADA)).toBe('ready');
    expect(asked).toEqual([ADA, ['0x539']]);
    expect(await says(() => ({ '0x539': { atomic: { status: 'supported' } } }))).toBe('supported');
  });

  it('a wallet that denies, omits, misplaces or fails its capabilities cannot batch', async () => {
    const answers = [
      () => ({ '0x539': { atomic: { status: 'unsupported' } } }),
      () => ({ '0x539': { paymasterService: { supported: true } } }),
      () => ({ '0x1': { atomic: { status: 'supported' } } }),
      () => ({}),
      () => null,
      () => Promise.reject(fault(4200, 'Unsupported method')),
      () => Promise.reject(new Error('lost')),
    ];
    for (const answer of answers) expect(await says(answer)).toBe('none');
  });

  it('a wallet that never answers cannot batch', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const said = says(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(CAPABILITIES_MS);
    expect(await said).toBe('none');
  });
});

describe('batch requests', () => {
  const send = () => sendBatch(config, 1337, ADA, calls);
  const refusing = (error: unknown) => {
    extension.answers.wallet_sendCalls = () => Promise.reject(error);
  };

  it('a batch is requested once, as all or nothing @payment-32', async () => {
    const asked: unknown[] = [];
    extension.answers.wallet_sendCalls = (params) => {
      asked.push(params[0]);
      return { id: 'batch-1' };
    };
    expect(await send()).toBe('batch-1');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      atomicRequired: true,
      chainId: '0x539',
      from: ADA,
      version: '2.0.0',
      calls: [
        { to: TOKEN, data: '0xaa' },
        { to: CONTRACT, data: '0xbb' },
      ],
    });
  });

  it('a rejected account upgrade or any sign of missing support means no batch @payment-34', async () => {
    for (const code of [5700, 5710, 5740, 5750, 5760, 4200, 4100, -32601, -32602, -32603]) {
      refusing(fault(code, 'no'));
      expect(await send(), String(code)).toBeNull();
    }
    const upgrade = Object.assign(fault(5750, 'no upgrade'), { cause: fault(4001, 'User rejected') });
    refusing(upgrade);
    expect(await send()).toBeNull();
    expect(extension.asked).not.toContain('eth_sendTransaction');
  });

  it('a rejected batch ends the payment quietly', async () => {
    refusing(fault(4001, 'User rejected the request.'));
    await expect(send()).rejects.toMatchObject({ code: 'rejected', message: 'Payment cancelled by user' });
  });

  it('a batch ends when funds are missing, another request is open, or the wallet was lost', async () => {
    refusing(fault(-32000, 'insufficient funds for gas * price + value'));
    await expect(send()).rejects.toMatchObject({ code: 'insufficient_funds' });
    refusing(fault(-32002, 'pending'));
    await expect(send()).rejects.toMatchObject({ code: 'pending' });
    for (const lost of [fault(4900, 'gone'), new Error('timeout')]) {
      refusing(lost);
      await expect(send()).rejects.toMatchObject({ code: 'other' });
    }
  });

  it('a batch without an id is never called sent and is not requested again', async () => {
    for (const answer of [null, {}, { id: '' }, { id: 7 }]) {
      extension.answers.wallet_sendCalls = () => answer;
      await expect(send()).rejects.toMatchObject({ code: 'other' });
    }
  });
});

describe('sent batches', () => {
  let looks = 0;
  /** The wallet's status codes, one a look; the last one stays. */
  const statuses = (codes: number[], receipts: { transactionHash: Hex; address?: Hex }[] = []) => {
    looks = 0;
    extension.answers.wallet_getCallsStatus = () => {
      const status = codes[Math.min(looks, codes.length - 1)] as number;
      looks += 1;
      return {
        version: '2.0.0',
        id: 'batch-1',
        chainId: '0x539',
        atomic: true,
        status,
        receipts: receipts.map(({ transactionHash, address = TOKEN }) => ({
          transactionHash,
          status: '0x1',
          blockNumber: '0x10',
          gasUsed: '0x1',
          logs: [{ address, data: '0x', topics: [] }],
        })),
      };
    };
  };
  const follow = (validUntil: number | null = VALID_UNTIL, signal?: AbortSignal) =>
    followBatch(
      config,
      node.client,
      { id: 'batch-1', quoteId: QUOTE, contracts: [CONTRACT, OLDER], validUntil },
      1,
      signal,
    );

  it('a batch resolves to the hash of its receipt', async () => {
    statuses([100, 100, 200], [{ transactionHash: HASH }]);
    expect(await follow()).toEqual({ status: 'sent', txHash: HASH });
    expect(looks).toBe(3);
    expect(node.asked).toEqual([]);
  });

  it('a batch that paid an older contract resolves to the receipt with that contract’s event', async () => {
    statuses([200], [{ transactionHash: HASH, address: OLDER }, { transactionHash: OTHER }]);
    expect(await follow()).toEqual({ status: 'sent', txHash: HASH });
  });

  it('a batch with several receipts resolves to the one with our contract’s event', async () => {
    statuses([200], [{ transactionHash: HASH, address: CONTRACT }, { transactionHash: OTHER }]);
    expect(await follow()).toEqual({ status: 'sent', txHash: HASH });
  });

  it('a batch is found through the registry when its wallet has no receipt or forgot it', async () => {
    node.boughtBy = HASH;
    statuses([200]);
    expect(await follow()).toEqual({ status: 'sent', txHash: HASH });
    extension.answers.wallet_getCallsStatus = () => Promise.reject(fault(5730, 'Unknown bundle id'));
    expect(await follow()).toEqual({ status: 'sent', txHash: HASH });
  });

  it('a failed batch reports what the wallet says', async () => {
    for (const [code, status] of [
      [400, 'dropped'],
      [500, 'reverted'],
      [600, 'partial'],
    ] as const) {
      statuses([100, code]);
      expect(await follow()).toEqual({ status });
    }
  });

  it('a batch that the registry knows did not fail, whatever the wallet says', async () => {
    for (const code of [400, 500, 600]) {
      node.boughtBy = HASH;
      statuses([code]);
      expect(await follow()).toEqual({ status: 'sent', txHash: HASH });
    }
  });

  it('a batch is still awaited while the registry has the policy and no node finds its hash', async () => {
    const left = new AbortController();
    node.boughtBy = HASH;
    node.searchable = false;
    statuses([500]);
    const usual = extension.answers.wallet_getCallsStatus;
    extension.answers.wallet_getCallsStatus = (params) => {
      if (looks === 3) left.abort();
      return usual?.(params);
    };
    await expect(follow(VALID_UNTIL, left.signal)).rejects.toThrow(/abort/i);
  });

  it('a batch unknown to the wallet is awaited until its quote expires', async () => {
    let asked = 0;
    extension.answers.wallet_getCallsStatus = () => {
      asked += 1;
      if (asked === 5) node.time = VALID_UNTIL + 121;
      throw fault(5730, 'Unknown bundle id');
    };
    expect(await follow()).toEqual({ status: 'lapsed' });
    expect(asked).toBe(5);
  });

  it('following a batch stops when nobody waits for it', async () => {
    const left = new AbortController();
    let asked = 0;
    extension.answers.wallet_getCallsStatus = () => {
      asked += 1;
      if (asked === 3) left.abort();
      throw fault(5730, 'Unknown bundle id');
    };
    await expect(follow(null, left.signal)).rejects.toThrow(/abort/i);
    expect(asked).toBe(3);
  });
});
