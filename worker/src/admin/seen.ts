import { AppError } from '../../../domain/errors.ts';
import { etagOf } from '../platform/http/etag.ts';

/** 409 when the record is no longer as the administrator saw it. Without a tag nobody says what they saw. */
export function requireSeen(record: { version: number }, ifMatch: string | undefined, what: string): void {
  if (ifMatch !== undefined && ![etagOf(record), '*'].includes(ifMatch)) throw changedSince(what);
}

/** @param what such as `claim` */
export const changedSince = (what: string) =>
  new AppError('conflict', `This ${what} was just changed. Please review it and try again.`);
