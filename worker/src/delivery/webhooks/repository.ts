import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Cursor } from '#domain/page.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { findRow, findRows, guardFewer, guardRow, hasRow } from '#worker/platform/db/guard.ts';
import { isCall, outbox } from '#worker/platform/db/outbox-schema.ts';
import { webhooks } from '#worker/platform/db/profile-schema.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
type Own = Pick<WebhookRow, 'id' | 'wallet'>;

const own = ({ id, wallet }: Own) => and(eq(webhooks.id, id), eq(webhooks.wallet, wallet));

/** Batch guard: fails when the wallet has reached its webhook limit. */
export const guardCapacity = (db: Database, wallet: string, most: number) =>
  guardFewer(db, webhooks, eq(webhooks.wallet, wallet), most);

/** Fails when the wallet already has a webhook for that URL. */
export const insertWebhook = (db: Database, row: WebhookRow) => db.insert(webhooks).values(row);

/** Whether the wallet has a webhook for that URL. */
export const hasUrl = (db: Database, { wallet, url }: Pick<WebhookRow, 'wallet' | 'url'>): Promise<boolean> =>
  hasRow(db, webhooks, { wallet, url });

export const findWebhook = (db: Database, webhook: Own): Promise<WebhookRow | null> =>
  findRow(db, webhooks, own(webhook));

/** Newest first. */
export function listWebhooks(db: Database, wallet: string): Promise<WebhookRow[]> {
  return findRows(db, webhooks, { wallet }, [desc(webhooks.created_at), desc(webhooks.id)]);
}

export const deleteWebhook = (db: Database, webhook: Own) => db.delete(webhooks).where(own(webhook));

/** Of any wallet. */
export const webhooksWithId = (db: Database, id: string) =>
  db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id));

/** One webhook of one wallet. */
export interface Target {
  targetId: string;
  wallet: string;
}

const toTarget = ({ targetId, wallet }: Target) =>
  and(isCall, eq(outbox.target, targetId), eq(outbox.wallet, wallet));

export const deleteDeliveries = (db: Database, target: Target): Statement =>
  db.delete(outbox).where(toTarget(target));

/** Deliveries to a webhook after a position (exclusive), newest first; with `back`, the ones before it. */
export function listDeliveries(
  db: Database,
  target: Target,
  limit: number,
  from: Cursor | null,
): Promise<OutboxRow[]> {
  const { created_at, id } = outbox;
  const page = from && sql`(${created_at}, ${id}) ${sql.raw(from.back ? '>' : '<')} (${from.at}, ${from.id})`;
  const order = from?.back ? asc : desc;
  return db
    .select()
    .from(outbox)
    .where(and(toTarget(target), page ?? undefined))
    .orderBy(order(created_at), order(id))
    .limit(limit)
    .all();
}

export const findDelivery = (db: Database, target: Target, id: string): Promise<OutboxRow | null> =>
  findRow(db, outbox, and(toTarget(target), eq(outbox.id, id)));

const doneTo = (target: Target, id: string) =>
  and(toTarget(target), eq(outbox.id, id), ne(outbox.state, 'queued'));

/** Guard for a batch that restarts a delivery: it must have been delivered or have failed. */
export const guardDone = (db: Database, target: Target, id: string): Statement =>
  guardRow(db, outbox, doneTo(target, id));

/** Restarts a delivery with a full set of attempts. */
export const restartDelivery = (db: Database, target: Target, id: string, now: string): Statement =>
  db
    .update(outbox)
    .set({
      state: 'queued',
      attempts: 0,
      next_attempt_at: now,
      response_status: null,
      last_error: null,
      sent_at: null,
    })
    .where(doneTo(target, id));
