import {
  createClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  toFunctionSelector,
  toHex,
} from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';

export const HOLDER: Hex = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc';
export const CONTRACT: Hex = '0x0165878a594ca255338adfa4d48449f69242eb8f';
/** An older contract of the same chain. */
export const OLDER: Hex = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
export const QUOTE: Hex = `0x${'b'.repeat(64)}`;
/** When that quote expires, in seconds since 1970. */
export const VALID_UNTIL = 1_795_257_000;
const ALLOWANCE = toFunctionSelector('allowance(address,address)');
const NULL_WORDS = `0x${'0'.repeat(64 * 9)}` as const;

/** A chain's node: its pool, its mined transactions and its registry. */
export class FakeNode {
  pool = new Map<Hex, number>();
  receipts = new Map<Hex, 'success' | 'reverted'>();
  /** Number of the holder's mined transactions. */
  count = 7;
  boughtBy: Hex | null = null;
  /** The contract that knows the quote, once it is bought. */
  soldBy: Hex = CONTRACT;
  searchable = true;
  /** Seconds since 1970 of the newest block. */
  time = VALID_UNTIL;
  /** What a token's allowance reads; null: the token does not answer. */
  allowance: bigint | null = null;
  readonly asked: string[] = [];
  /** Runs before each receipt lookup with the number of the lookup. */
  onLook: (look: number) => void = () => {};
  private looks = 0;

  readonly client = createClient({
    transport: custom(
      { request: ({ method, params }) => this.answer(method, params ?? []) },
      { retryCount: 0 },
    ),
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
              logs: this.boughtBy === params[0] ? [purchased(params[0] as Hex, this.soldBy)] : [],
            }
          : null;
      }
      case 'eth_getTransactionCount':
        return toHex(this.count);
      case 'eth_call':
        if ((params[0] as { data: Hex }).data.startsWith(ALLOWANCE)) {
          if (this.allowance === null) throw new Error('execution reverted');
          return toHex(this.allowance, { size: 32 });
        }
        return this.boughtBy === null || (params[0] as { to: Hex }).to !== this.soldBy
          ? NULL_WORDS
          : active();
      case 'eth_getBlockByNumber':
        return { number: '0x10', timestamp: toHex(this.time), transactions: [] };
      case 'eth_blockNumber':
        return '0x10';
      case 'eth_getLogs':
        if (!this.searchable) throw new Error('block range is too large');
        if (!(params[0] as { address: Hex[] }).address.includes(this.soldBy)) return [];
        return this.boughtBy === null ? [] : [purchased(this.boughtBy, this.soldBy)];
      default:
        throw new Error(`The node was asked for ${method}`);
    }
  }
}

/** The registry's answer for an active policy; its third word is the status. */
function active(): Hex {
  const words = Array.from({ length: 9 }, () => '0'.repeat(64));
  words[2] = '1'.padStart(64, '0');
  return `0x${words.join('')}`;
}

function purchased(transactionHash: Hex, address: Hex) {
  return {
    address,
    topics: encodeEventTopics({
      abi: insurancePaymentAbi,
      eventName: 'PolicyPurchased',
      args: { quoteId: QUOTE, holder: HOLDER },
    }),
    data: encodeAbiParameters(
      ['address', 'uint256', 'uint8', 'uint24', 'uint16', 'uint40', 'uint64', 'uint64', 'bytes32'].map(
        (type) => ({ type }),
      ),
      [address, 1n, 1, 1, 1, 1, 1n, 1n, QUOTE],
    ),
    blockNumber: '0x10',
    logIndex: '0x0',
    transactionIndex: '0x0',
    transactionHash,
  };
}
