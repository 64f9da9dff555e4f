/** What the worker says about the accounts that hold the pool on a chain without a contract. */
import * as z from 'zod';
import { chainIdField, hash32, uintString } from '../fields.ts';
import { MEANINGS } from '../payouts/movements.ts';
import type { Api } from './audit.ts';

const signed = z.string().regex(/^-?\d+$/, 'An amount is a whole number of base units.');

/** A change of what one of our accounts holds, as the worker recorded it. */
export const recordedMovement = z.object({
  chain_id: chainIdField,
  /** Wallet key of our account. */
  account: hash32,
  block: z.number().int(),
  block_hash: hash32,
  block_time: z.iso.datetime(),
  /** Position in its block. */
  log_index: z.number().int(),
  /** The chain's name for it. */
  kind: z.string(),
  /** Signed base units. */
  free: signed,
  reserved: signed,
  counterparty: z.string().nullable(),
  tx_hash: hash32.nullable(),
  /** The position of the recorded event that it belongs to; null if it belongs to no payment. */
  about: z.number().int().nullable(),
  /** What it is for; null if nothing explains it. */
  meaning: z.enum(MEANINGS).nullable(),
});
export type RecordedMovement = z.output<typeof recordedMovement>;

/** From which block on an account's movements are recorded, and what it held at the end of that block. */
export const recordedAccount = z.object({
  chain_id: chainIdField,
  account: hash32,
  from_block: z.number().int(),
  free: uintString,
  reserved: uintString,
  /** The last block that the worker has read; null before its first run. */
  read_to: z.number().int().nullable(),
});
export type RecordedAccount = z.output<typeof recordedAccount>;

/** What the worker says about the accounts that hold the pool. */
export interface RecordedBooks {
  accounts: readonly RecordedAccount[];
  movements: readonly RecordedMovement[];
}

const accountList = z.array(recordedAccount);
const movementList = z.array(recordedMovement);

/** Everything the worker says about the accounts that hold the pool. */
export async function readRecordedBooks(api: Api): Promise<RecordedBooks> {
  const accounts = await api.get('/audit/accounts', accountList);
  const movements: RecordedMovement[] = [];
  let cursor: string | null = null;
  do {
    const page: { entries: RecordedMovement[]; next: string | null } = await api.page(
      '/audit/movements',
      movementList,
      cursor,
    );
    movements.push(...page.entries);
    cursor = page.next;
  } while (cursor !== null);
  return { accounts, movements };
}

/**
 * The same as of an earlier moment: each account up to its last movement until then, since nothing changed it after that.
 * @param time seconds since 1970
 */
export function booksAsOf({ accounts, movements }: RecordedBooks, time: number): RecordedBooks {
  const until = movements.filter(({ block_time }) => Date.parse(block_time) / 1000 <= time);
  const lastOf = ({ chain_id, account, from_block: from }: RecordedAccount) =>
    until
      .filter((each) => each.chain_id === chain_id && each.account === account)
      .reduce((last, { block }) => Math.max(last, block), from);
  return { accounts: accounts.map((each) => ({ ...each, read_to: lastOf(each) })), movements: until };
}
