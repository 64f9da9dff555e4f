import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { deleteRows, findRow, matches, updateRows } from '#worker/platform/db/guard.ts';
import { profiles, pushSubscriptions } from '#worker/platform/db/profile-schema.ts';

export type BrowserRow = typeof pushSubscriptions.$inferSelect;

export const findByEndpoint = (db: Database, endpoint: string): Promise<BrowserRow | null> =>
  findRow(db, pushSubscriptions, { endpoint });

/**
 * Statements that store a browser, replacing any owner of its endpoint, and keep only the wallet's newest
 * `most`.
 */
export function storeBrowser(db: Database, row: BrowserRow, most: number): [Statement, ...Statement[]] {
  const kept = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.wallet, row.wallet))
    .orderBy(desc(pushSubscriptions.created_at), desc(pushSubscriptions.id))
    .limit(most);
  return [
    deleteRows(db, pushSubscriptions, { endpoint: row.endpoint }),
    db.insert(pushSubscriptions).values(row),
    db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.wallet, row.wallet), notInArray(pushSubscriptions.id, kept))),
  ];
}

/** Statements that remove one of the wallet's browsers. Without any left, push notifications turn off. */
export const forgetBrowser = (
  db: Database,
  { wallet, endpoint }: Pick<BrowserRow, 'wallet' | 'endpoint'>,
  now: string,
): [Statement, ...Statement[]] => [
  deleteRows(db, pushSubscriptions, { wallet, endpoint }),
  updateRows(
    db,
    profiles,
    [
      { wallet, push_notifications: true },
      sql`NOT EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.wallet} = ${wallet})`,
    ],
    { push_notifications: false, updated_at: now },
  ),
];

export function listBrowsers(db: Database, wallet: string) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, created_at: pushSubscriptions.created_at })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.wallet, wallet))
    .all();
}

const own = (id: string, wallet: string) => matches(pushSubscriptions, { id, wallet });

/** One of the wallet's browsers. */
export const findBrowser = (db: Database, id: string, wallet: string): Promise<BrowserRow | null> =>
  findRow(db, pushSubscriptions, own(id, wallet));

/** Removes a browser that its push service no longer knows. */
export const deleteBrowser = (db: Database, id: string, wallet: string): Statement =>
  deleteRows(db, pushSubscriptions, own(id, wallet));
