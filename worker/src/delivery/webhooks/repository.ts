import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { webhooks } from '../../platform/db/profile-schema.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
type Own = Pick<WebhookRow, 'id' | 'wallet'>;

const own = ({ id, wallet }: Own) => and(eq(webhooks.id, id), eq(webhooks.wallet, wallet));

/** For the head of a batch: fails when the wallet has as many webhooks as it may. */
export const guardRoom = (db: Database, wallet: string, most: number) =>
  guard(db, sql`(SELECT count(*) FROM ${webhooks} WHERE ${webhooks.wallet} = ${wallet}) < ${most}`);

/** Fails when the wallet has a webhook for that url. */
export const insertWebhook = (db: Database, row: WebhookRow) => db.insert(webhooks).values(row);

export async function hasPlace(db: Database, { wallet, url }: Pick<WebhookRow, 'wallet' | 'url'>) {
  const row = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.wallet, wallet), eq(webhooks.url, url)))
    .get();
  return row !== undefined;
}

export async function findWebhook(db: Database, webhook: Own): Promise<WebhookRow | null> {
  return (await db.select().from(webhooks).where(own(webhook)).get()) ?? null;
}

/** Newest first. */
export function listWebhooks(db: Database, wallet: string): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhooks)
    .where(eq(webhooks.wallet, wallet))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
    .all();
}

export const deleteWebhook = (db: Database, webhook: Own) =>
  db.delete(webhooks).where(own(webhook)).returning();
