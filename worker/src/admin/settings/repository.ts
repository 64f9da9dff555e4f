import { desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Notice, SettingKey } from '#domain/admin/settings-schema.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';
import { adminPreferences, systemSettings } from '#worker/platform/db/settings-schema.ts';

const setters = alias(admins, 'setters');
const confirmers = alias(admins, 'confirmers');

/** Stored settings with who set them. */
export const readStored = (db: Database, keys: readonly SettingKey[]) => {
  const { key, value, version, updatedAt } = systemSettings;
  return db
    .select({ key, value, version, updatedAt, setBy: setters.name, confirmedBy: confirmers.name })
    .from(systemSettings)
    .leftJoin(setters, eq(setters.id, systemSettings.updatedBy))
    .leftJoin(confirmers, eq(confirmers.id, systemSettings.confirmedBy))
    .where(inArray(key, [...keys]))
    .all();
};
export type Stored = Awaited<ReturnType<typeof readStored>>[number];

/** Batch guard: the setting still has this value. */
export const guardValue = (db: Database, key: SettingKey, value: string, standard: string): Statement =>
  guard(
    db,
    sql`coalesce((SELECT ${systemSettings.value} FROM ${systemSettings} WHERE ${eq(systemSettings.key, key)}), ${standard}) = ${value}`,
  );

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
    .values({ key, value, updatedAt: at, updatedBy: by, confirmedBy })
    .onConflictDoUpdate({
      target: systemSettings.key,
      set: {
        value,
        updatedAt: at,
        updatedBy: by,
        confirmedBy,
        version: sql`${systemSettings.version} + 1`,
      },
    });

/** The administrator's own name, address and choices; those never made are null. */
export async function readOwn(db: Database, adminId: number) {
  const { name, email, role } = admins;
  const row = await db
    .select({ name, email, role, preferences: adminPreferences, nameBy: setters.name })
    .from(admins)
    .leftJoin(adminPreferences, eq(adminPreferences.adminId, admins.id))
    .leftJoin(setters, eq(setters.id, adminPreferences.profileBy))
    .where(eq(admins.id, adminId))
    .get();
  if (!row) throw new Error('An administrator with a session is not there');
  return row;
}

type Versioned = 'version' | 'profileVersion';

/** Batch guard: the administrator's own choices, or name, are as they were read. */
export const guardOwn = (db: Database, adminId: number, column: Versioned, version: number): Statement =>
  guard(
    db,
    sql`coalesce((SELECT ${adminPreferences[column]} FROM ${adminPreferences} WHERE ${eq(adminPreferences.adminId, adminId)}), 1) = ${version}`,
  );

const COLUMNS = {
  new_claim: 'newClaim',
  payment_exception: 'paymentException',
  message_waiting: 'messageWaiting',
  veto: 'veto',
  monthly_report: 'monthlyReport',
} as const satisfies Record<Notice, string>;

export const noticeOf = (row: typeof adminPreferences.$inferSelect | null, notice: Notice): boolean =>
  row?.[COLUMNS[notice]] ?? false;

export function setNotices(
  db: Database,
  adminId: number,
  wanted: Readonly<Partial<Record<Notice, boolean>>>,
  at: string,
): Statement {
  const values = Object.fromEntries(
    Object.entries(wanted).map(([notice, value]) => [COLUMNS[notice as Notice], value]),
  );
  return db
    .insert(adminPreferences)
    .values({ adminId, ...values, version: 2, updatedAt: at })
    .onConflictDoUpdate({
      target: adminPreferences.adminId,
      set: { ...values, version: sql`${adminPreferences.version} + 1`, updatedAt: at },
    });
}

/** Notes that an administrator's name was changed. */
export const nameChanged = (db: Database, adminId: number, by: number, at: string): Statement =>
  db
    .insert(adminPreferences)
    .values({ adminId, profileVersion: 2, profileAt: at, profileBy: by })
    .onConflictDoUpdate({
      target: adminPreferences.adminId,
      set: {
        profileAt: at,
        profileBy: by,
        profileVersion: sql`${adminPreferences.profileVersion} + 1`,
      },
    });

export const setName = (db: Database, adminId: number, name: string): Statement =>
  db.update(admins).set({ name }).where(eq(admins.id, adminId));

/** The newest policies with the facts of their quotes that are not encrypted. */
export const newestQuoted = (db: Database, limit: number) =>
  db
    .select({
      id: policies.id,
      createdAt: policies.createdAt,
      product: quotes.product,
      details: quotes.details,
      premiumUsd: quotes.premiumUsd,
      startDate: quotes.startDate,
      heldPolicies: quotes.heldPolicies,
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quoteId))
    .orderBy(desc(policies.id))
    .limit(limit)
    .all();
