/** The policies and claims behind a page of the books. */
import { sql } from 'drizzle-orm';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { policies } from '#worker/platform/db/schema.ts';

export type InsuredPolicy = typeof policies.$inferSelect;
export type InsuredClaim = typeof claims.$inferSelect;

const among = (ids: readonly number[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])}))`;
const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

export const readInsuredPolicies = async (db: Database, ids: readonly number[]) =>
  byId(
    await db
      .select()
      .from(policies)
      .where(sql`${policies.id} IN ${among(ids)}`),
  );

export const readInsuredClaims = async (db: Database, ids: readonly number[]) =>
  byId(
    await db
      .select()
      .from(claims)
      .where(sql`${claims.id} IN ${among(ids)}`),
  );
