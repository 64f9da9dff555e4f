/**
 * A Substrate node in memory, for tests of what we make of a chain. It carries out transfers, remarks and batches of them,
 * each transaction in a final block of its own, in the real chain's bytes. `fake-node.test.ts` compares both.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { Bytes, compactNumber, Tuple, u64 } from '@polkadot-api/substrate-bindings';
import { EVENTS_KEY, NOW_KEY, readRuntime } from '#domain/substrate/runtime.ts';
import {
  askInstead,
  askSubstrate,
  type Codecs,
  codecs,
  type SubstrateCall,
  sr25519Account,
  substrate,
} from './substrate.ts';

const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
const blake256 = (bytes: Uint8Array) => hex(blake2b(bytes, { dkLen: 32 }));

const COIN = 10n ** 12n;
/** What each transaction costs, about as much as on the real chain. */
const FEE = 10_000_000n;
/** Who gets it. */
const COLLATORS = `0x${bytesToHex(utf8ToBytes('modlPotStake')).padEnd(64, '0')}`;
const DISPATCHED = {
  weight: 0n,
  class: { type: 'Normal', value: undefined },
  pays_fee: { type: 'Yes', value: undefined },
};
const POOR = { type: 'Token', value: { type: 'NoFunds', value: undefined } };

interface Happened {
  type: string;
  value: { type: string; value: unknown };
}
const event = (pallet: string, name: string, value: unknown): Happened => ({
  type: pallet,
  value: { type: name, value },
});

/** Of every call that it knows; each has some. */
interface Arguments {
  dest: { value: string };
  value: bigint;
  keep_alive: boolean;
  remark: Uint8Array;
  calls: SubstrateCall[];
}

interface Block {
  hash: string;
  time: bigint;
  extrinsics: string[];
  /** The storage of System.Events. */
  events: string;
  /** Base units of each account after it. */
  held: ReadonlyMap<string, bigint>;
}

/** The account can't pay for a call. */
class Unpaid extends Error {}

/** The answers of a node, as far as no block changes them, and the least that an account must hold. */
interface Chain {
  genesis: string;
  existential: bigint;
  answers: Readonly<Record<string, unknown>>;
}

/** Gives this file a fake chain of its own, with the metadata of the real one and the same rich accounts. */
export async function fakeNode(): Promise<void> {
  const methods = ['state_getMetadata', 'state_getRuntimeVersion', 'system_properties'];
  const answers: Record<string, unknown> = {};
  for (const method of methods) answers[method] = await askSubstrate(method);
  const runtime = readRuntime(String(answers.state_getMetadata));
  const existential = runtime.constant('Balances', 'ExistentialDeposit') as bigint;
  const node = new FakeNode(await codecs(), { genesis: substrate.genesis_hash, existential, answers });
  askInstead((body) => node.fetch(body));
}

class FakeNode {
  private readonly blocks: Block[] = [];
  private readonly nonces = new Map<string, number>();
  private held = new Map<string, bigint>();

  constructor(
    private readonly codecs: Codecs,
    private readonly real: Chain,
  ) {
    for (const name of ['Alice', 'Bob', 'Charlie', 'Dave', 'Eve', 'Ferdie'])
      this.held.set(sr25519Account(name).key, 100_000n * COIN);
    this.held.set(sr25519Account('Mooring').key, 1_000_000n * COIN);
    this.blocks.push({
      hash: real.genesis,
      time: 0n,
      extrinsics: [],
      events: '0x00',
      held: new Map(this.held),
    });
    this.build();
  }

  /** Answers a JSON-RPC request, of one call or several. */
  async fetch(body: string): Promise<Response> {
    type Call = { id: number; method: string; params: unknown[] };
    const asked = JSON.parse(body) as Call | Call[];
    const one = ({ id, method, params }: Call) => {
      try {
        return { jsonrpc: '2.0', id, result: this.answer(method, params) };
      } catch (error) {
        return { jsonrpc: '2.0', id, error: { code: -32_000, message: (error as Error).message } };
      }
    };
    return Response.json(Array.isArray(asked) ? asked.map(one) : one(asked));
  }

  private answer(method: string, [first, second]: unknown[]): unknown {
    switch (method) {
      case 'chain_getFinalizedHead':
        return this.blocks.at(-1)?.hash;
      case 'chain_getBlockHash':
        return this.blocks[Number(first)]?.hash ?? null;
      case 'chain_getHeader':
        return { number: `0x${this.numberOf(first).toString(16)}` };
      case 'chain_getBlock': {
        const number = this.numberOf(first);
        const header = { number: `0x${number.toString(16)}` };
        return { block: { header, extrinsics: this.blocks[number]?.extrinsics } };
      }
      case 'state_getStorage':
        return this.stored(String(first), this.blocks[this.numberOf(second)] as Block);
      case 'author_pendingExtrinsics':
        return [];
      case 'author_submitExtrinsic':
        return this.submit(String(first));
      case 'dev_newBlock':
        for (let left = (first as { count?: number } | undefined)?.count ?? 1; left > 0; left -= 1)
          this.build();
        return this.blocks.at(-1)?.hash;
      default:
        if (!(method in this.real.answers)) throw new Error(`The fake node can't answer ${method}`);
        return this.real.answers[method];
    }
  }

  private numberOf(hash: unknown): number {
    if (hash === undefined) return this.blocks.length - 1;
    const number = this.blocks.findIndex((block) => block.hash === hash);
    if (number < 0) throw new Error(`Unknown block ${hash}`);
    return number;
  }

  private stored(key: string, { events, time, held }: Block): string | null {
    if (key === EVENTS_KEY) return events;
    if (key === NOW_KEY) return time === 0n ? null : hex(u64.enc(time));
    const account = `0x${key.slice(-64)}`;
    const free = held.get(account);
    const nonce = this.nonces.get(account) ?? 0;
    return free === undefined ? null : hex(this.codecs.account.enc(accountOf(free, nonce)));
  }

  /** Carries out an extrinsic in a block of its own. */
  private submit(text: string): string {
    const bytes = hexToBytes(text.slice(2));
    const extrinsic = bytes.slice(compactNumber.enc(compactNumber.dec(bytes)).length);
    const { address, signature, extensions, call } = this.codecs;
    const parts = Tuple(address, signature, ...extensions.map(({ value }) => value), call);
    const decoded = parts.dec(extrinsic.slice(1));
    const { value: signer } = decoded[0] as { value: string };
    this.nonces.set(signer, (this.nonces.get(signer) ?? 0) + 1);
    this.build(text, () => [
      this.take(signer, FEE, event('Balances', 'Withdraw', { who: signer, amount: FEE })),
      event('Balances', 'Deposit', { who: COLLATORS, amount: FEE }),
      ...this.dispatch(signer, decoded.at(-1) as SubstrateCall),
    ]);
    return blake256(bytes);
  }

  private build(extrinsic?: string, run: () => Happened[] = () => []): void {
    const time = BigInt(Date.now());
    const set = { type: 'Timestamp', value: { type: 'set', value: { now: time } } };
    const inherent = Bytes().enc(Uint8Array.of(0x04, ...this.codecs.call.enc(set)));
    const done = event('System', 'ExtrinsicSuccess', { dispatch_info: DISPATCHED });
    const records = [{ at: 0, happened: done }, ...run().map((happened) => ({ at: 1, happened }))].map(
      ({ at, happened }) => ({ phase: { type: 'ApplyExtrinsic', value: at }, event: happened, topics: [] }),
    );
    this.blocks.push({
      hash: blake256(utf8ToBytes(`${this.real.genesis} ${this.blocks.length} ${time}`)),
      time,
      extrinsics: [hex(inherent), ...(extrinsic === undefined ? [] : [extrinsic])],
      events: hex(this.codecs.events.enc(records)),
      held: new Map(this.held),
    });
  }

  /** What a signed call does; a failed one leaves no other trace. */
  private dispatch(signer: string, call: SubstrateCall): Happened[] {
    const before = new Map(this.held);
    try {
      return [...this.run(signer, call), event('System', 'ExtrinsicSuccess', { dispatch_info: DISPATCHED })];
    } catch (error) {
      if (!(error instanceof Unpaid)) throw error;
      this.held = before;
      return [event('System', 'ExtrinsicFailed', { dispatch_error: POOR, dispatch_info: DISPATCHED })];
    }
  }

  private run(signer: string, { type, value: { type: name, value } }: SubstrateCall): Happened[] {
    const args = value as Arguments;
    switch (`${type}.${name}`) {
      case 'Balances.transfer_keep_alive':
        return this.transfer(signer, args.dest, args.value);
      case 'Balances.transfer_all': {
        const kept = args.keep_alive ? this.real.existential : 0n;
        return this.transfer(signer, args.dest, (this.held.get(signer) ?? 0n) - kept, kept);
      }
      case 'System.remark_with_event':
        return [event('System', 'Remarked', { sender: signer, hash: blake256(args.remark) })];
      case 'Utility.batch_all':
        return args.calls.flatMap((each) => this.run(signer, each));
      case 'Utility.batch': {
        const done: Happened[] = [];
        for (const [index, each] of args.calls.entries()) {
          try {
            done.push(...this.run(signer, each));
          } catch (error) {
            if (!(error instanceof Unpaid)) throw error;
            return [...done, event('Utility', 'BatchInterrupted', { index, error: POOR })];
          }
        }
        return done;
      }
      default:
        throw new Error(`The fake node can't carry out ${type}.${name}`);
    }
  }

  private transfer(
    from: string,
    { value: to }: { value: string },
    amount: bigint,
    kept?: bigint,
  ): Happened[] {
    const transferred = this.take(from, amount, event('Balances', 'Transfer', { from, to, amount }), kept);
    this.held.set(to, (this.held.get(to) ?? 0n) + amount);
    return [transferred];
  }

  /** Takes base units from an account, which has to keep so many. */
  private take(from: string, amount: bigint, happened: Happened, kept = this.real.existential): Happened {
    const left = (this.held.get(from) ?? 0n) - amount;
    if (left < kept) throw new Unpaid();
    if (left === 0n) this.held.delete(from);
    else this.held.set(from, left);
    return happened;
  }
}

const accountOf = (free: bigint, nonce: number) => ({
  nonce,
  consumers: 0,
  providers: 1,
  sufficients: 0,
  data: { free, reserved: 0n, frozen: 0n, flags: 0n, misc_frozen: 0n, fee_frozen: 0n },
});
