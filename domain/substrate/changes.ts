/** What blocks did with the money of our accounts. */
import * as z from 'zod';
import type { Block } from '../chains.ts';
import { ChainUnreachable, type Rpc, understood } from '../json-rpc.ts';
import { type Explained, explainChanges } from '../payouts/movements.ts';
import { type RemarkedTransfer, remarkedTransfers } from '../payouts/transfers.ts';
import { blocksAt, bodiesOf, type Place, runtimesOf, storageCall } from './blocks.ts';
import { type Applied, appliedIn, balancesEvents, type EventRecords, recordsIn } from './events.ts';
import { extrinsicHash, remarksOf } from './extrinsics.ts';
import { EVENTS_KEY, type Runtime } from './runtime.ts';

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
}

/** A block and the extrinsics in it that moved our money. */
export interface BlockChanges {
  block: Block;
  body: readonly string[];
  runtime: Runtime;
  records: EventRecords;
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
      const records = recordsIn(runtime, bytes);
      const own = ownExtrinsics(block, body, runtime, records, recipients);
      return { block, body, runtime, records, own };
    }),
  );
}

function ownExtrinsics(
  block: Block,
  body: readonly string[],
  runtime: Runtime,
  records: EventRecords,
  recipients: readonly string[],
): OwnExtrinsic[] {
  const isOurs = ({ transfers }: Applied) =>
    transfers.some(({ from, to }) => recipients.includes(from) || recipients.includes(to));
  return [...appliedIn(records).values()].filter(isOurs).map((applied) => {
    const hex = body[applied.index];
    if (hex === undefined) throw new RangeError('Events of an extrinsic that the block lacks');
    return { block, txHash: extrinsicHash(hex), applied, remarks: remarksOf(runtime, hex) };
  });
}

export interface Payment extends RemarkedTransfer {
  block: Block;
  txHash: string;
}

/** The payments of an extrinsic between our accounts and others. */
export const paymentsIn = (
  { block, txHash, applied, remarks }: OwnExtrinsic,
  accounts: readonly string[],
): Payment[] =>
  remarkedTransfers(applied, remarks, (account) => accounts.includes(account)).map((transfer) => ({
    ...transfer,
    block,
    txHash,
  }));

/** Every change of what our accounts hold, with what the block says it is for. */
export function movementsIn(
  { body, runtime, records, own }: BlockChanges,
  accounts: readonly string[],
): (Explained & { txHash: string | null })[] {
  const payments = new Map(
    own.map((extrinsic) => [extrinsic.applied.index, paymentsIn(extrinsic, accounts)]),
  );
  const deposit = z.bigint().parse(runtime.constant('Balances', 'ExistentialDeposit'));
  return explainChanges(balancesEvents(records), accounts, payments, deposit).map((change) => {
    const hex = change.extrinsic === null ? undefined : body[change.extrinsic];
    return { ...change, txHash: hex === undefined ? null : extrinsicHash(hex) };
  });
}
