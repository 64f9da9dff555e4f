/** Which transfers a remark is about, on a chain without a contract. */
import { parseRemark, type Remark } from './remark.ts';

/** Positions are those of the events in their block; accounts are public keys. */
export interface Transfer {
  at: number;
  from: string;
  to: string;
  amount: bigint;
}

export interface Remarked {
  at: number;
  sender: string;
  /** blake2-256 of the remark. */
  hash: string;
}

/** Transfers that one remark is about, or one transfer without a remark of its own. */
export interface RemarkedTransfer extends Transfer {
  remark: Remark | null;
  /** Whether its extrinsic has no remark at all. */
  unmarked: boolean;
}

/** What one extrinsic's events show, in order. */
interface Moved {
  transfers: readonly Transfer[];
  remarks: readonly Remarked[];
}

/**
 * The transfers between our accounts and others. A remark is about the transfers that its account made since its remark
 * before, or about all of them if it made only one remark.
 * @param texts the remarks in the extrinsic's calls by their hashes; null if they can't be read
 */
export function remarkedTransfers(
  moved: Moved,
  texts: ReadonlyMap<string, Uint8Array> | null,
  isOurs: (account: string) => boolean,
): RemarkedTransfer[] {
  const unmarked = texts?.size === 0 && moved.remarks.length === 0;
  const groups = new Map<string, RemarkedTransfer>();
  for (const transfer of moved.transfers) {
    const { at, from, to, amount } = transfer;
    if (isOurs(from) === isOurs(to)) continue;
    const about = remarkOn(transfer, moved);
    const group = about ? `${about.at}:${from}:${to}` : String(at);
    const known = groups.get(group);
    if (known) {
      known.amount += amount;
      continue;
    }
    const text = about ? texts?.get(about.hash) : undefined;
    const remark = text ? parseRemark(text) : null;
    groups.set(group, { at, from, to, amount, remark, unmarked });
  }
  return [...groups.values()];
}

function remarkOn({ at, from }: Transfer, { remarks }: Moved): Remarked | undefined {
  const own = remarks.filter(({ sender }) => sender === from);
  return own.length === 1 ? own[0] : own.find((remark) => remark.at > at);
}
