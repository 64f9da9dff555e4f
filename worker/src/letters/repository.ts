import { and, asc, eq, gte, inArray, notExists, type SQLWrapper, sql } from 'drizzle-orm';
import { RENEWED_PRODUCTS } from '#domain/policy/lifecycle.ts';
import { adminInvitations, admins } from '#worker/platform/db/admin-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { threadMessages } from '#worker/platform/db/messages-schema.ts';
import { confirmedEmails } from '#worker/platform/db/outbox-schema.ts';
import { profiles } from '#worker/platform/db/profile-schema.ts';
import { policyContacts } from '#worker/platform/db/registry-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';
import { notReplaced } from '#worker/policies/change/repository.ts';

/** Stores an invitation's link by its token's hash. */
export const insertInvitation = (db: Database, row: typeof adminInvitations.$inferSelect): Statement =>
  db.insert(adminInvitations).values(row);

/** The administrator who was invited by a letter and hasn't chosen a password; null if there is none. */
export const findInvited = (db: Database, id: number) =>
  firstOf(
    db
      .select({ name: admins.name, role: admins.role })
      .from(admins)
      .where(and(eq(admins.id, id), eq(admins.status, 'active'), eq(admins.password_hash, ''))),
  );

/** `mailbox` of letter.ts in SQL; accepted addresses have exactly one @. */
const mailboxOf = (email: SQLWrapper) =>
  sql`substr(${email}, 1, instr(${email}, '@')) || lower(substr(${email}, instr(${email}, '@') + 1))`;

/**
 * Active policies that end on a day, that nothing replaced, and whose holder has no message with this key yet, each with its
 * contact address and whether that is confirmed.
 */
export function policiesEnding(
  db: Database,
  wanted: { endDate: string; minDays: number; keyPrefix: string },
  limit: number,
) {
  const email = sql<
    string | null
  >`coalesce(${profiles.email}, ${policyContacts.email}, CASE WHEN ${quotes.wallet} = ${policies.wallet} THEN ${quotes.email} END)`;
  return db
    .select({
      policyId: policies.id,
      quote_id: policies.quote_id,
      wallet: policies.wallet,
      product: policies.product,
      end_date: policies.end_date,
      cover_until: policies.cover_until,
      email,
      emails: profiles.email_notifications,
      confirmed_at: confirmedEmails.confirmed_at,
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .leftJoin(policyContacts, eq(policyContacts.policy_id, policies.id))
    .leftJoin(profiles, eq(profiles.wallet, policies.wallet))
    .leftJoin(
      confirmedEmails,
      and(eq(confirmedEmails.wallet, policies.wallet), eq(confirmedEmails.mailbox, mailboxOf(email))),
    )
    .where(
      and(
        eq(policies.end_date, wanted.endDate),
        eq(policies.status, 'active'),
        inArray(policies.product, RENEWED_PRODUCTS),
        gte(quotes.days, wanted.minDays),
        notReplaced,
        notExists(
          db
            .select({ one: sql`1` })
            .from(threadMessages)
            .where(eq(threadMessages.dedupe_key, sql`${wanted.keyPrefix} || ${policies.quote_id}`)),
        ),
      ),
    )
    .orderBy(asc(policies.id))
    .limit(limit)
    .all();
}
export type EndingPolicy = Awaited<ReturnType<typeof policiesEnding>>[number];
