import { createClient, custom, encodeAbiParameters, encodeEventTopics, type Hex, toHex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '../../../domain/abi/insurance-payment.ts';
import { followReceipt, type Slot } from './receipt.ts';

const HOLDER: Hex = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc';
const CONTRACT: Hex = '0x0165878a594ca255338adfa4d48449f69242eb8f';
const HASH: Hex = `0x${'1'.repeat(64)}`;
const FASTER: Hex = `0x${'2'.repeat(64)}`;
const QUOTE: Hex = `0x${'b'.repeat(64)}`;
const SLOT: Slot = { from: HOLDER, nonce: 7 };
const NULL_WORDS = `0x${'0'.repeat(64 * 9)}` as const;

/** A chain's node at the network's edge: what it has in its pool, what it has mined, and what the registry says. */
class Node {
  pool = new Map<Hex, number>();
  receipts = new Map<Hex, 'success' | 'reverted'>();
  /** Transactions mined of the holder. */
  count = 7;
  boughtBy: Hex | null = null;
  searchable = true;
  asked: string[] = [];
  /** Runs before each receipt is looked up, with the number of the look. */
  onLook: (look: number) => void = () => {};
  private looks = 0;

  readonly client = createClient({
    transport: custom({ request: ({ method, params }) => this.answer(method, params ?? []) }),
  });

  private async answer(method: string, params: unknown[]): Promise<unknown> {
    this.asked.push(method);
    switch (method) {
      case 'eth_getTransactionByHash': {
        const nonce = this.pool.get(params[0] as Hex);
        return nonce === undefined
          ? null
          : { hash: params[0], from: HOLDER, nonce: toHex(nonce), type: '0x2' };
      }
      case 'eth_getTransactionReceipt': {
        this.looks += 1;
        this.onLook(this.looks);
        const status = this.receipts.get(params[0] as Hex);
        return status
          ? {
              transactionHash: params[0],
              status: status === 'success' ? '0x1' : '0x0',
              type: '0x2',
              logs: [],
            }
          : null;
      }
      case 'eth_getTransactionCount':
        return toHex(this.count);
      case 'eth_call':
        return this.boughtBy === null ? NULL_WORDS : active();
      case 'eth_blockNumber':
        return '0x10';
      case 'eth_getLogs':
        if (!this.searchable) throw new Error('block range is too large');
        return this.boughtBy === null ? [] : [purchased(this.boughtBy)];
      default:
        throw new Error(`The node was asked for ${method}`);
    }
  }
}

/** The registry's answer for a policy that stands: its third word is the status. */
function active(): Hex {
  const words = Array.from({ length: 9 }, () => '0'.repeat(64));
  words[2] = '1'.padStart(64, '0');
  return `0x${words.join('')}`;
}

function purchased(transactionHash: Hex) {
  return {
    address: CONTRACT,
    topics: encodeEventTopics({
      abi: insurancePaymentAbi,
      eventName: 'PolicyPurchased',
      args: { quoteId: QUOTE, holder: HOLDER },
    }),
    data: encodeAbiParameters(
      ['address', 'uint256', 'uint8', 'uint24', 'uint64', 'uint64', 'bytes32'].map((type) => ({ type })),
      [CONTRACT, 1n, 1, 1, 1n, 1n, QUOTE],
    ),
    blockNumber: '0x10',
    logIndex: '0x0',
    transactionIndex: '0x0',
    transactionHash,
  };
}

let node: Node;
let seen: Slot[];
beforeEach(() => {
  node = new Node();
  seen = [];
});

const follow = (known: Slot | null = null, signal?: AbortSignal) =>
  followReceipt(
    node.client,
    { hash: HASH, quoteId: QUOTE, contract: CONTRACT },
    known,
    (slot) => seen.push({ ...slot }),
    1,
    signal,
  );

describe('a payment that waits in the network', () => {
  it('is mined or refused under its own hash', async () => {
    node.receipts.set(HASH, 'success');
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    node.receipts.set(HASH, 'reverted');
    expect(await follow()).toEqual({ status: 'reverted', txHash: HASH });
  });

  it('is followed until it is mined, and its slot told once', async () => {
    node.pool.set(HASH, 7);
    node.onLook = (look) => look === 4 && node.receipts.set(HASH, 'success');
    expect(await follow()).toEqual({ status: 'mined', txHash: HASH });
    expect(seen).toEqual([SLOT]);
    expect(node.asked.filter((method) => method === 'eth_getTransactionByHash')).toHaveLength(1);
  });

  it('is bought by the faster transaction that the wallet sent in its place', async () => {
    node.pool.set(HASH, 7);
    node.onLook = (look) => {
      if (look !== 2) return;
      node.pool.clear();
      node.count = 8;
      node.boughtBy = FASTER;
    };
    expect(await follow()).toEqual({ status: 'mined', txHash: FASTER });
  });

  it('is cancelled when another took its place and the registry knows nothing of the quote', async () => {
    node.count = 8;
    expect(await follow(SLOT)).toEqual({ status: 'cancelled', txHash: HASH });
    expect(seen).toEqual([]);
  });

  it('is never called cancelled when the registry has the policy, even if its transaction cannot be found', async () => {
    node.count = 8;
    node.boughtBy = FASTER;
    node.searchable = false;
    expect(await follow(SLOT)).toEqual({ status: 'mined', txHash: HASH });
  });

  it('is not cancelled by a node whose receipts lag behind its counts', async () => {
    node.count = 8;
    node.onLook = (look) => look === 3 && node.receipts.set(HASH, 'success');
    expect(await follow(SLOT)).toEqual({ status: 'mined', txHash: HASH });
  });

  it('is left alone when nobody waits for it any more, and while the node does not know it', async () => {
    const left = new AbortController();
    node.onLook = (look) => look === 5 && left.abort();
    await expect(follow(null, left.signal)).rejects.toThrow(/abort/i);
    expect(seen).toEqual([]);
    expect(node.asked).not.toContain('eth_getTransactionCount');
  });
});
