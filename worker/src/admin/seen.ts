import { AppError } from '#domain/errors.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { etagOf } from '#worker/platform/http/headers.ts';
import { isLogged } from './repository.ts';

/** 409 when the record is no longer as the administrator saw it. Without a tag nobody says what they saw. */
export function requireSeen(record: { version: number }, ifMatch: string | undefined, what: string): void {
  if (ifMatch !== undefined && ![etagOf(record), '*'].includes(ifMatch)) throw changedSince(what);
}

/** Whether the record was changed once since the administrator saw it. */
export const isNext = ({ version }: { version: number }, ifMatch: string | undefined): boolean =>
  ifMatch === etagOf({ version: version - 1 });

/**
 * Whether that change was this very one of theirs, by its line in the audit log. Sent again after a lost answer, it gets the
 * same answer.
 */
export const isRepeated = async (
  ctx: AdminCtx,
  record: { version: number },
  ifMatch: string | undefined,
  line: { action: string; subject: string; after: unknown },
): Promise<boolean> =>
  isNext(record, ifMatch) && (await isLogged(ctx.db, { ...line, adminId: ctx.admin.id }));

/** @param what such as `claim` */
export const changedSince = (what: string) =>
  new AppError('conflict', `This ${what} was just changed. Please review it and try again.`);
