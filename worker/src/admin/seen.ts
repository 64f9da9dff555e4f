import { AppError } from '#domain/errors.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
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
  new AppError('conflict', `This ${what} was just changed. Please review it and try again.`);
