import { desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Notice, SettingKey } from '#domain/admin/settings-schema.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guard, guardRow } from '#worker/platform/db/guard.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';
import { systemSettings } from '#worker/platform/db/settings-schema.ts';

const setters = alias(admins, 'setters');
const confirmers = alias(admins, 'confirmers');

/** Stored settings with who set them. */
export const readStored = (db: Database, keys: readonly SettingKey[]) => {
  const { key, value, version, updated_at } = systemSettings;
  return db
    .select({ key, value, version, updatedAt: updated_at, setBy: setters.name, confirmedBy: confirmers.name })
    .from(systemSettings)
    .leftJoin(setters, eq(setters.id, systemSettings.updated_by))
    .leftJoin(confirmers, eq(confirmers.id, systemSettings.confirmed_by))
    .where(inArray(key, [...keys]))
    .all();
};
export type Stored = Awaited<ReturnType<typeof readStored>>[number];

/** Batch guard: these settings, all of one form, have this many changes together. */
export const guardVersion = (db: Database, keys: readonly SettingKey[], version: number): Statement =>
  guard(
    db,
    sql`(SELECT coalesce(sum(${systemSettings.version}), 0) FROM ${systemSettings} WHERE ${inArray(systemSettings.key, [...keys])}) = ${version}`,
  );

interface Set {
  key: SettingKey;
  value: string;
  at: string;
  by: number;
  confirmedBy: number | null;
}

export const setSetting = (db: Database, { key, value, at, by, confirmedBy }: Set): Statement =>
  db
    .insert(systemSettings)
    .values({ key, value, updated_at: at, updated_by: by, confirmed_by: confirmedBy })
    .onConflictDoUpdate({
      target: systemSettings.key,
      set: {
        value,
        updated_at: at,
        updated_by: by,
        confirmed_by: confirmedBy,
        version: sql`${systemSettings.version} + 1`,
      },
    });

/** The administrator, and who last changed their name. */
export async function readOwn(db: Database, adminId: number) {
  const row = await db
    .select({ own: admins, nameBy: setters.name })
    .from(admins)
    .leftJoin(setters, eq(setters.id, admins.profile_by))
    .where(eq(admins.id, adminId))
    .get();
  if (!row) throw new Error('An administrator with a session is not there');
  return { ...row.own, nameBy: row.nameBy };
}

/** Batch guard: the administrator's own choices, or name, are as they were read. */
export const guardOwn = (
  db: Database,
  adminId: number,
  read: { notices_version: number } | { profile_version: number },
): Statement => guardRow(db, admins, { id: adminId, ...read });

export const setNotices = (
  db: Database,
  adminId: number,
  wanted: Readonly<Partial<Record<Notice, boolean>>>,
  at: string,
): Statement =>
  db
    .update(admins)
    .set({ ...wanted, notices_version: sql`${admins.notices_version} + 1`, notices_at: at })
    .where(eq(admins.id, adminId));

/** Notes that an administrator's name was changed. */
export const nameChanged = (db: Database, adminId: number, by: number, at: string): Statement =>
  db
    .update(admins)
    .set({ profile_at: at, profile_by: by, profile_version: sql`${admins.profile_version} + 1` })
    .where(eq(admins.id, adminId));

export const setName = (db: Database, adminId: number, name: string): Statement =>
  db.update(admins).set({ name }).where(eq(admins.id, adminId));

/** The newest policies with the facts of their quotes that are not encrypted. */
export const newestQuoted = (db: Database, limit: number) =>
  db
    .select({
      id: policies.id,
      created_at: policies.created_at,
      product: quotes.product,
      details: quotes.details,
      premiumUsd: quotes.premium_usd,
      startDate: quotes.start_date,
      heldPolicies: quotes.held_policies,
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .orderBy(desc(policies.id))
    .limit(limit)
    .all();
