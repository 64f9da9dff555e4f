/** What blocks did with the money of our accounts. */
import type { Block } from '#domain/chains.ts';
import { ChainUnreachable, type Rpc, understood } from '#domain/json-rpc.ts';
import { type RemarkedTransfer, remarkedTransfers } from '#domain/payouts/transfers.ts';
import { blocksAt, bodiesOf, type Place, runtimesOf, storageCall } from './blocks.ts';
import { type Applied, appliedIn, recordsIn } from './events.ts';
import { extrinsicHash, remarksOf } from './extrinsics.ts';
import { depositOf, EVENTS_KEY, type Runtime } from './runtime.ts';

/** A chain's node, and the public keys of our accounts there. */
export interface AccountReader {
  rpc: Rpc;
  genesis: string;
  recipients: readonly string[];
}

/** An extrinsic that moved our money, with the remarks in its calls by their hashes; null if they can't be read. */
export interface OwnExtrinsic {
  block: Block;
  txHash: string;
  applied: Applied;
  remarks: ReadonlyMap<string, Uint8Array> | null;
  /** Base units that every account must hold. */
  deposit: bigint;
}

/** A block and the extrinsics in it that moved our money. */
export interface BlockChanges {
  block: Block;
  own: readonly OwnExtrinsic[];
}

const textOf = (answer: unknown): string => {
  if (answer === null) return '0x00';
  if (typeof answer !== 'string') throw new ChainUnreachable('Events that are no bytes');
  return answer;
};

/** The storage of System.Events after each of these blocks. */
export const rawEvents = async (rpc: Rpc, places: readonly Place[]): Promise<string[]> =>
  (await rpc.all(places.map(({ hash }) => storageCall(EVENTS_KEY, hash)))).map(textOf);

/**
 * What these blocks did with our money. Throws ChainUnreachable.
 * @param raw each one's events, as bytes
 */
export async function readChanges(
  { rpc, genesis, recipients }: AccountReader,
  places: readonly Place[],
  raw: readonly string[],
): Promise<BlockChanges[]> {
  const [blocks, bodies, runtimes] = await Promise.all([
    blocksAt(rpc, places),
    bodiesOf(rpc, places),
    runtimesOf(rpc, genesis, places),
  ]);
  return understood(() =>
    raw.map((bytes, index) => {
      const [block, body, runtime] = [blocks[index], bodies[index], runtimes[index]];
      if (!block || !body || !runtime) throw new RangeError('A block is missing');
      return { block, own: ownExtrinsics(block, body, runtime, bytes, recipients) };
    }),
  );
}

function ownExtrinsics(
  block: Block,
  body: readonly string[],
  runtime: Runtime,
  bytes: string,
  recipients: readonly string[],
): OwnExtrinsic[] {
  const isOurs = ({ transfers }: Applied) =>
    transfers.some(({ from, to }) => recipients.includes(from) || recipients.includes(to));
  const own = [...appliedIn(recordsIn(runtime, bytes)).values()].filter(isOurs);
  const deposit = own.length > 0 ? depositOf(runtime) : 0n;
  return own.map((applied) => {
    const hex = body[applied.index];
    if (hex === undefined) throw new RangeError('Events of an extrinsic that the block lacks');
    return { block, txHash: extrinsicHash(hex), applied, remarks: remarksOf(runtime, hex), deposit };
  });
}

export interface Payment extends RemarkedTransfer {
  block: Block;
  txHash: string;
  /** Whether sending it back would take more: it is below what an account must hold and a fee. */
  isDust: boolean;
}

/** The fee of its own transaction stands for that of a refund, up to a deposit: it may have carried a tip or many transfers. */
function isDust(amount: bigint, { applied, deposit }: OwnExtrinsic): boolean {
  const fee = applied.fee ?? 0n;
  return amount < deposit + (fee < deposit ? fee : deposit);
}

/** The payments of an extrinsic between our accounts and others. */
export const paymentsIn = (extrinsic: OwnExtrinsic, accounts: readonly string[]): Payment[] =>
  remarkedTransfers(extrinsic.applied, extrinsic.remarks, (account) => accounts.includes(account)).map(
    (transfer) => ({
      ...transfer,
      block: extrinsic.block,
      txHash: extrinsic.txHash,
      isDust: isDust(transfer.amount, extrinsic),
    }),
  );
