import { conflict } from '#domain/errors.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { etagOf } from '#worker/platform/http/headers.ts';

/** 409 when the record is no longer as the administrator saw it. Without a tag nobody says what they saw. */
export function requireSeen(record: { version: number }, ifMatch: string | undefined, what: string): void {
  if (ifMatch !== undefined && ![etagOf(record), '*'].includes(ifMatch)) throw changedSince(what);
}

/** Whether the record was changed once since the administrator saw it. */
export const isNext = ({ version }: { version: number }, ifMatch: string | undefined): boolean =>
  ifMatch === etagOf({ version: version - 1 });

/**
 * Identifies a change that is asked for. A record keeps its latest one's: sent again after a lost answer, that gets the same
 * answer.
 */
export const markOf = <Input extends { ifMatch?: string | undefined }>({
  ifMatch: _,
  ...input
}: Input): Promise<string> => sha256Hex(JSON.stringify(input));

/** @param what such as `claim` */
export const changedSince = (what: string) =>
  conflict(`This ${what} was just changed. Please review it and try again.`);

interface Seen<Row> {
  /** What the caller calls it, such as `claim`. */
  what: string;
  read: () => Promise<Row>;
  versionOf: (row: Row) => number;
  /** The version that the caller saw; undefined if they don't say. */
  ifMatch?: string | undefined;
}

export interface Change<Row> {
  /** Whether nothing is left to do, as after the same request before. */
  isDone: (row: Row) => boolean;
  /** Statements of the change, led by a guard on the record's version. Throws what refuses it. */
  decide: (row: Row) => readonly Statement[] | Promise<readonly Statement[]>;
  /** What it means that the last try failed; by default that somebody else changed the record. */
  conflict?: (row: Row) => Error | Promise<Error>;
}

/**
 * Changes a record as an administrator, in one batch with its occurrence. A change that meets another one is decided again on
 * what that left; 409 if the caller saw another version, and after the last try.
 * @returns the record after it
 */
export const changeRecord = <Row>(
  ctx: AdminCtx,
  { what, read, versionOf, ifMatch }: Seen<Row>,
  { isDone, decide, conflict = () => changedSince(what) }: Change<Row>,
): Promise<Row> =>
  changeRow(ctx, {
    read,
    decide: (row) => {
      if (isDone(row)) return [];
      requireSeen({ version: versionOf(row) }, ifMatch, what);
      return decide(row);
    },
    conflict,
  });
