import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Event } from '@polkadot/types/interfaces';
import type { BlockReading } from '../../../../domain/audit/places.ts';
import { type Remarked, remarkedTransfers, type Transfer } from '../../../../domain/payouts/transfers.ts';
import { substrateKey } from '../../../../domain/ss58.ts';
import { type Node, type NodeOf, openNode } from './node.ts';

/** A chain, and our accounts on it, of whom money that moves to or from them is read (SS58 or public keys). */
export type PaidChain = NodeOf & { recipients: readonly string[] };

type Api = Node['api'];

/** Blocks that are asked for together. */
const AT_ONCE = 8;

interface Called {
  section: string;
  method: string;
  args: readonly unknown[];
}

const isCall = (value: object): value is Called =>
  'section' in value && 'method' in value && 'args' in value && Array.isArray(value.args);

/** The bytes of every remark among calls within calls, executed or not. Only its event proves that one was executed. */
function remarksIn(value: unknown): Uint8Array[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(remarksIn);
  if (!isCall(value)) return [];
  const isRemark = value.section === 'system' && /^remark(WithEvent)?$/.test(value.method);
  if (!isRemark) return value.args.flatMap(remarksIn);
  const [bytes] = value.args as readonly { toU8a(bare: boolean): Uint8Array }[];
  return bytes ? [bytes.toU8a(true)] : [];
}

const blake256 = (bytes: Uint8Array) => `0x${bytesToHex(blake2b(bytes, { dkLen: 32 }))}`;

/** What the events of one extrinsic moved and remarked. Positions are those in the block. */
function movedBy(api: Api, events: readonly { at: number; event: Event }[]) {
  const transfers: Transfer[] = [];
  const remarks: Remarked[] = [];
  for (const { at, event } of events) {
    if (api.events.balances.Transfer.is(event)) {
      const [from, to, amount] = event.data;
      transfers.push({ at, from: from.toHex(), to: to.toHex(), amount: amount.toBigInt() });
    } else if (api.events.system.Remarked.is(event)) {
      const [sender, hash] = event.data;
      remarks.push({ at, sender: sender.toHex(), hash: hash.toHex() });
    }
  }
  return { transfers, remarks };
}

/** Reads what a finalized block moved to or from our accounts. */
async function blockOf(
  { api }: Node,
  ours: ReadonlySet<string | null>,
  number: number,
): Promise<BlockReading> {
  const hash = await api.rpc.chain.getBlockHash(number);
  const [{ block }, then] = await Promise.all([api.rpc.chain.getBlock(hash), api.at(hash)]);
  const [all, now] = await Promise.all([then.query.system.events(), then.query.timestamp.now()]);
  const payments = block.extrinsics.flatMap((extrinsic, index) => {
    const events = all.flatMap(({ phase, event }, at) =>
      phase.isApplyExtrinsic && phase.asApplyExtrinsic.toNumber() === index ? [{ at, event }] : [],
    );
    const texts = new Map(remarksIn(extrinsic.method).map((bytes) => [blake256(bytes), bytes]));
    const found = remarkedTransfers(movedBy(api, events), texts, (account) => ours.has(account));
    return found.map((payment) => ({ ...payment, txHash: extrinsic.hash.toHex() }));
  });
  return { number, hash: hash.toHex(), time: Math.floor(now.toNumber() / 1000), payments };
}

/** Reads finalized blocks, each once. One that the chain doesn't have is null. */
export async function readBlocks(
  chain: PaidChain,
  numbers: readonly number[],
  each: (done: number) => void = () => undefined,
): Promise<ReadonlyMap<number, BlockReading | null>> {
  const node = await openNode(chain);
  const ours = new Set(chain.recipients.map(substrateKey));
  try {
    const head = await node.finalized();
    const all = [...new Set(numbers)];
    const read = new Map<number, BlockReading | null>();
    for (let start = 0; start < all.length; start += AT_ONCE) {
      const some = all.slice(start, start + AT_ONCE);
      const blocks = some.map((number) => (number > head ? null : blockOf(node, ours, number)));
      for (const [index, block] of (await Promise.all(blocks)).entries()) read.set(some[index] ?? 0, block);
      each(read.size);
    }
    return read;
  } finally {
    await node.close().catch(() => undefined);
  }
}
