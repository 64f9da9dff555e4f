import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { admins, recoveryCodes } from '#worker/platform/db/admin-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { deleteRows, guardRow, hasRow, matches, updateRows } from '#worker/platform/db/guard.ts';

/**
 * Batch guard: the second factor is as it was read. Two requests at once would otherwise replace a secret that was just
 * confirmed, or confirm one that its code doesn't belong to.
 */
export const guardFactor = (
  db: Database,
  {
    id,
    sealed_totp,
    totp_confirmed_at,
  }: Pick<typeof admins.$inferSelect, 'id' | 'sealed_totp' | 'totp_confirmed_at'>,
): Statement => guardRow(db, admins, { id, sealed_totp, totp_confirmed_at });

/** Stores a secret that counts only once a code of it was confirmed. */
export const storeSecret = (db: Database, id: number, sealedTotp: string): Statement =>
  updateRows(db, admins, { id }, { sealed_totp: sealedTotp, totp_confirmed_at: null, totp_step: null });

export const confirmSecret = (db: Database, id: number, now: string): Statement =>
  updateRows(db, admins, { id }, { totp_confirmed_at: now });

export const removeSecret = (db: Database, id: number): [Statement, Statement] => [
  updateRows(db, admins, { id }, { sealed_totp: null, totp_confirmed_at: null, totp_step: null }),
  deleteRows(db, recoveryCodes, { admin_id: id }),
];

/** Uses up a time step. Fails on a constraint if it, or a later one, was used meanwhile. */
export const spendStep = (db: Database, id: number, step: number): [Statement, Statement] => {
  const unused = and(eq(admins.id, id), or(isNull(admins.totp_step), lt(admins.totp_step, step)));
  return [guardRow(db, admins, unused), updateRows(db, admins, { id }, { totp_step: step })];
};

const unusedCode = (adminId: number, hash: string) =>
  matches(recoveryCodes, { admin_id: adminId, hash, used_at: null });

export const isUnusedCode = (db: Database, adminId: number, hash: string): Promise<boolean> =>
  hasRow(db, recoveryCodes, unusedCode(adminId, hash));

/** Uses up a recovery code. Fails on a constraint if it was used meanwhile. */
export const spendRecoveryCode = (
  db: Database,
  adminId: number,
  hash: string,
  now: string,
): [Statement, Statement] => [
  guardRow(db, recoveryCodes, unusedCode(adminId, hash)),
  updateRows(db, recoveryCodes, unusedCode(adminId, hash), { used_at: now }),
];

/** New recovery codes in place of all others. */
export const replaceRecoveryCodes = (
  db: Database,
  adminId: number,
  hashes: readonly string[],
): [Statement, Statement] => [
  deleteRows(db, recoveryCodes, { admin_id: adminId }),
  db.insert(recoveryCodes).values(hashes.map((hash) => ({ admin_id: adminId, hash }))),
];

export const countRecoveryCodes = (db: Database, adminId: number): Promise<number> =>
  db.$count(recoveryCodes, matches(recoveryCodes, { admin_id: adminId, used_at: null }));
