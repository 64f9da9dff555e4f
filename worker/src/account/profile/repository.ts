import { and, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { ProfileRow } from '#worker/identity/account/repository.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { sumCustomer } from '#worker/platform/db/desk-rows.ts';
import { guardNoRow, guardRow, hasRow, upsertRow } from '#worker/platform/db/guard.ts';
import { occurrenceData } from '#worker/platform/db/journal-schema.ts';
import { confirmedEmails, emailVerifications, outbox } from '#worker/platform/db/outbox-schema.ts';
import {
  profiles,
  pushSubscriptions,
  unreferencedAvatars,
  webhooks,
} from '#worker/platform/db/profile-schema.ts';
import { policyShares } from '#worker/platform/db/registry-schema.ts';
import { accounts, drafts } from '#worker/platform/db/schema.ts';

export type ProfileFields = Partial<Omit<ProfileRow, 'wallet' | 'updated_at'>>;

/** The wallet's account, and its profile if it saved one. */
export async function findAccount(db: Database, wallet: string) {
  const row = await db
    .select({ account: accounts, profile: profiles })
    .from(accounts)
    .leftJoin(profiles, eq(profiles.wallet, accounts.wallet))
    .where(eq(accounts.wallet, wallet))
    .get();
  if (!row) throw new Error('A session without an account');
  return row;
}

/** Changes only the given fields; null resets a field to its default. */
export const storeProfile = (
  db: Database,
  wallet: string,
  change: ProfileFields,
  now: string,
): Statement[] => [
  upsertRow(db, profiles, { wallet, ...change, updated_at: now }, ['wallet'], { ...change, updated_at: now }),
  sumCustomer(db, wallet, 'name', 'email'),
];

/** Whether a browser of the wallet is subscribed to notifications. */
export const hasBrowser = (db: Database, wallet: string): Promise<boolean> =>
  hasRow(db, pushSubscriptions, { wallet });

/** Batch guard: the profile is as it was read, or still none. */
export const guardProfile = (db: Database, wallet: string, profile: ProfileRow | null): Statement =>
  profile
    ? guardRow(db, profiles, { wallet, updated_at: profile.updated_at })
    : guardNoRow(db, profiles, { wallet });

type Picture = Pick<ProfileRow, 'avatar_key' | 'avatar_type'>;
type UnreferencedAvatar = typeof unreferencedAvatars.$inferSelect;

/** Records an object before it is stored. */
export async function recordAvatar(db: Database, avatar: UnreferencedAvatar): Promise<void> {
  await db.insert(unreferencedAvatars).values(avatar);
}

const releaseAvatar = (db: Database, wallet: string, now: string): Statement =>
  db.insert(unreferencedAvatars).select(
    db
      .select({
        key: sql`${profiles.avatar_key}`.as('key'),
        wallet: profiles.wallet,
        delete_after: sql`${now}`.as('delete_after'),
      })
      .from(profiles)
      .where(and(eq(profiles.wallet, wallet), isNotNull(profiles.avatar_key))),
  );

/**
 * Replaces or removes the avatar; the previous object becomes unreferenced. Fails on a constraint if the
 * new one may already be deleted.
 */
export async function swapAvatar(db: Database, wallet: string, picture: Picture, now: string): Promise<void> {
  const { avatar_key } = picture;
  const swap: [Statement, ...Statement[]] = [
    releaseAvatar(db, wallet, now),
    db
      .insert(profiles)
      .values({ wallet, ...picture, updated_at: now })
      .onConflictDoUpdate({ target: profiles.wallet, set: { ...picture, updated_at: now } }),
  ];
  if (avatar_key === null) return void (await db.batch(swap));
  const whole = and(eq(unreferencedAvatars.key, avatar_key), gt(unreferencedAvatars.delete_after, now));
  await db.batch([
    guardRow(db, unreferencedAvatars, whole),
    ...swap,
    db.delete(unreferencedAvatars).where(eq(unreferencedAvatars.key, avatar_key)),
  ]);
}

/** Objects that may be deleted, of one wallet or of all. */
export async function dueAvatars(
  db: Database,
  now: string,
  limit: number,
  wallet?: string,
): Promise<string[]> {
  const own = wallet === undefined ? undefined : eq(unreferencedAvatars.wallet, wallet);
  const rows = await db
    .select({ key: unreferencedAvatars.key })
    .from(unreferencedAvatars)
    .where(and(lte(unreferencedAvatars.delete_after, now), own))
    .limit(limit);
  return rows.map(({ key }) => key);
}

export async function forgetAvatars(db: Database, keys: readonly string[]): Promise<void> {
  await db.delete(unreferencedAvatars).where(inArray(unreferencedAvatars.key, [...keys]));
}

/** `mailbox` of identity/account/email.ts in SQL. */
const FOLDED = sql.raw(
  "substr(address, 1, instr(address, '@')) || lower(substr(address, instr(address, '@') + 1))",
);

/** Normalized addresses in the wallet's policies. */
const addressesOfPolicies = (wallet: string) => sql`
  SELECT ${FOLDED} FROM (
    SELECT q.email AS address FROM policies p JOIN quotes q ON q.id = p.quote_id WHERE p.wallet = ${wallet}
    UNION ALL
    SELECT c.email FROM policies p JOIN policy_contacts c ON c.policy_id = p.id
      WHERE p.wallet = ${wallet} AND c.email IS NOT NULL)`;

/** Statements that delete a profile's data. Policies and what belongs to them stay. */
export const forgetProfile = (db: Database, wallet: string, now: string): [Statement, ...Statement[]] => [
  releaseAvatar(db, wallet, now),
  // Covers an avatar being uploaded right now, so that it can't restore the profile.
  db.update(unreferencedAvatars).set({ delete_after: now }).where(eq(unreferencedAvatars.wallet, wallet)),
  db.delete(profiles).where(eq(profiles.wallet, wallet)),
  db
    .delete(occurrenceData)
    .where(
      sql`${occurrenceData.id} IN (SELECT id FROM occurrences WHERE about = ${`user:${wallet}`} AND kind = 'profile.changed')`,
    ),
  // The desk's copies, whether the profile or only a policy gave them; its search entry follows by trigger.
  db.update(accounts).set({ name: null, email: null }).where(eq(accounts.wallet, wallet)),
  db.delete(pushSubscriptions).where(eq(pushSubscriptions.wallet, wallet)),
  db.delete(webhooks).where(eq(webhooks.wallet, wallet)),
  db.delete(outbox).where(and(eq(outbox.wallet, wallet), inArray(outbox.channel, ['webhook', 'push']))),
  // What a letter said goes too, unless it still has to reach an address of a policy.
  db
    .update(outbox)
    .set({ body: '{}' })
    .where(
      and(
        eq(outbox.wallet, wallet),
        eq(outbox.channel, 'email'),
        sql`(${outbox.state} IN ('sent', 'failed') OR ${outbox.mailbox} NOT IN (${addressesOfPolicies(wallet)}))`,
      ),
    ),
  db.delete(drafts).where(eq(drafts.wallet, wallet)),
  db.delete(policyShares).where(eq(policyShares.wallet, wallet)),
  ...[confirmedEmails, emailVerifications].map((table) =>
    db
      .delete(table)
      .where(and(eq(table.wallet, wallet), sql`${table.mailbox} NOT IN (${addressesOfPolicies(wallet)})`)),
  ),
];

export function listConfirmed(db: Database, wallet: string) {
  return db
    .select({ email: confirmedEmails.email, confirmed_at: confirmedEmails.confirmed_at })
    .from(confirmedEmails)
    .where(eq(confirmedEmails.wallet, wallet))
    .all();
}
