/** Withdrawals. Not scoped by an owner: our token, the desk or the policy's own row says who withdraws. */
import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';
import { nothingUnderWay } from '#worker/platform/db/prepared-transfers.ts';
import { withdrawals } from '#worker/platform/db/registry-schema.ts';
import { policies } from '#worker/platform/db/schema.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;
/** How far a withdrawal has come. */
export type WithdrawalSteps = Pick<
  WithdrawalRow,
  'accepted_at' | 'effective_at' | 'closed_at' | 'consent_asked_at'
>;

const { id, policy_id, accepted_at, effective_at, closed_at, consent_asked_at, consent_valid_until } =
  withdrawals;

/** The policy's withdrawal that is known to be its holder's: the one that counts, else the newest. For a batch. */
export const selectAccepted = (db: Database, policy: number) =>
  db
    .select()
    .from(withdrawals)
    .where(and(eq(policy_id, policy), isNotNull(accepted_at)))
    .orderBy(sql`${closed_at} IS NOT NULL`, desc(id))
    .limit(1);

export const findAccepted = (db: Database, policy: number): Promise<WithdrawalRow | null> =>
  firstOf(selectAccepted(db, policy));

export const findWithdrawal = (db: Database, one: number): Promise<WithdrawalRow | null> =>
  firstOf(db.select().from(withdrawals).where(eq(id, one)));

export const findByThread = (db: Database, thread: number): Promise<WithdrawalRow | null> =>
  firstOf(db.select().from(withdrawals).where(eq(withdrawals.thread_id, thread)));

/** By the key that its conversation was opened with. */
export async function findByThreadKey(db: Database, key: string): Promise<WithdrawalRow | null> {
  const row = await db
    .select({ withdrawal: withdrawals })
    .from(threads)
    .innerJoin(withdrawals, eq(withdrawals.thread_id, threads.id))
    .where(eq(threads.key, key))
    .get();
  return row?.withdrawal ?? null;
}

/** Withdrawals of a policy that await a person's check, oldest first. For a batch. */
export const selectToCheck = (db: Database, policy: number, limit: number) =>
  db
    .select()
    .from(withdrawals)
    .where(and(eq(policy_id, policy), isNull(accepted_at), isNull(closed_at)))
    .orderBy(asc(id))
    .limit(limit);

type New = Omit<typeof withdrawals.$inferInsert, 'id' | 'thread_id'>;

/** Fails if the policy has an accepted one. */
export const insertWithdrawal = (db: Database, row: New): Statement => db.insert(withdrawals).values(row);

/** Enters one whose conversation the same batch opens; nothing if that was open before. */
export const insertOfThread = (db: Database, threadKey: string, row: New): Statement =>
  db
    .insert(withdrawals)
    .values({ ...row, thread_id: sql`(SELECT id FROM threads WHERE key = ${threadKey})` })
    .onConflictDoNothing({ target: withdrawals.thread_id });

export const updateWithdrawal = (
  db: Database,
  one: Pick<WithdrawalRow, 'id'>,
  change: Partial<Omit<WithdrawalRow, 'id' | 'policy_id' | 'submitted_at'>>,
): Statement => db.update(withdrawals).set(change).where(eq(id, one.id));

/** A consent is its holder's own: the next holder is asked again. */
export const forgetConsent = (db: Database, policy: number): Statement =>
  db
    .update(withdrawals)
    .set({ consent_asked_at: null, consent_signature: null, consent_valid_until: null })
    .where(and(eq(policy_id, policy), isNotNull(accepted_at)));

/** Batch guard: it has come no further since it was read. */
export const guardSteps = (db: Database, row: WithdrawalRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${withdrawals} WHERE ${id} = ${row.id} AND ${accepted_at} IS ${row.accepted_at}
      AND ${effective_at} IS ${row.effective_at} AND ${closed_at} IS ${row.closed_at}
      AND ${consent_asked_at} IS ${row.consent_asked_at} AND ${consent_valid_until} IS ${row.consent_valid_until})`,
  );

const withPolicy = (db: Database, which: SQL | undefined, limit: number) =>
  db
    .select({ withdrawal: withdrawals, quote_id: policies.quote_id })
    .from(withdrawals)
    .innerJoin(policies, eq(policies.id, policy_id))
    .where(which)
    .orderBy(asc(id))
    .limit(limit)
    .all();

/**
 * Those that owe a premium although a claim has been paid meanwhile, which rules the refund out. One with a refund that can
 * still arrive waits for it.
 */
export const overtakenWithdrawals = (db: Database, limit: number) =>
  withPolicy(
    db,
    and(
      ...[isNotNull(policies.refund_until), isNotNull(policies.withdrawn_at), gt(policies.paid_out_usd, 0)],
      ...[isNotNull(accepted_at), isNotNull(effective_at), isNull(closed_at)],
      nothingUnderWay(sql`${policies.chain_id}`, sql`${policies.quote_id}`),
    ),
    limit,
  );

/**
 * Those whose cover began by `coverFrom`, without a consent that holds at `now`, whose holder was not asked since `askedBy`.
 */
export const withoutConsent = (
  db: Database,
  { coverFrom, now, askedBy }: { coverFrom: string; now: string; askedBy: string },
  limit: number,
) =>
  withPolicy(
    db,
    and(
      ...[
        isNotNull(policies.refund_until),
        isNotNull(policies.withdrawn_at),
        lte(policies.cover_from, coverFrom),
      ],
      ...[isNotNull(accepted_at), isNotNull(effective_at), isNull(closed_at)],
      or(isNull(consent_valid_until), lte(consent_valid_until, now)),
      or(isNull(consent_asked_at), lte(consent_asked_at, askedBy)),
    ),
    limit,
  );

/** Whoever waits in this conversation has an answer elsewhere. */
export const resolveThread = (db: Database, thread: number): Statement =>
  db
    .update(threads)
    .set({ status: 'resolved', waiting_since: null, version: sql`${threads.version} + 1` })
    .where(eq(threads.id, thread));
