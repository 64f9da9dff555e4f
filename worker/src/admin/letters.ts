import { and, desc, eq, sql } from 'drizzle-orm';
import { deliveryOf, deliveryProblem, type LetterEntry } from '#domain/admin/letters-schema.ts';
import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { threadMessages } from '#worker/platform/db/messages-schema.ts';
import { outbox } from '#worker/platform/db/outbox-schema.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** The newest letters about a claim, policy or thread, with what became of each; none for a record without letters. */
export const listLetters = serve(
  adminMessagesApi.listLetters,
  async (ctx, { claim_id: claim, policy_id: policy, thread_id: thread }) => {
    const rows =
      policy !== undefined
        ? await policyLetters(ctx.db, policy)
        : await threadLetters(ctx.db, claim === undefined ? { thread: thread ?? 0 } : { claim });
    return rows.map(present);
  },
);

const present = (row: ShownLetter): LetterEntry => ({
  ...row,
  message_id: row.messageId,
  to: row.target,
  state: deliveryOf(row),
  problem: row.state === 'sent' ? null : deliveryProblem(row.lastError),
  written_at: row.writtenAt,
});

/** Most letters shown with a record; the newest ones. */
const SHOWN = 50;

const letter = {
  id: outbox.id,
  subject: outbox.subject,
  target: outbox.target,
  state: outbox.state,
  attempts: outbox.attempts,
  lastError: outbox.last_error,
  writtenAt: sql<string>`${outbox.created_at}`.as('written_at'),
  sent_at: outbox.sent_at,
};

/** The letters that carried the messages of a thread, or of the thread of a claim, newest first. */
function threadLetters(db: Database, record: { thread: number } | { claim: number }) {
  const thread =
    'thread' in record
      ? sql`${record.thread}`
      : sql`(SELECT id FROM threads WHERE claim_id = ${record.claim})`;
  return db
    .select({ ...letter, messageId: sql<number | null>`${threadMessages.id}`.as('message_id') })
    .from(threadMessages)
    .innerJoin(outbox, sql`${outbox.dedupe_key} = 'letter:' || ${threadMessages.dedupe_key}`)
    .where(and(sql`${threadMessages.thread_id} = ${thread}`, eq(threadMessages.sender, 'admin')))
    .orderBy(desc(threadMessages.id))
    .limit(SHOWN)
    .all();
}

/** The letters about a policy and its claims, newest first. */
function policyLetters(db: Database, policyId: number) {
  return db
    .select({ ...letter, messageId: sql<number | null>`NULL`.as('message_id') })
    .from(outbox)
    .where(
      and(
        sql`${outbox.quote_id} = (SELECT quote_id FROM policies WHERE id = ${policyId})`,
        eq(outbox.channel, 'email'),
      ),
    )
    .orderBy(desc(outbox.created_at), desc(outbox.id))
    .limit(SHOWN)
    .all();
}
type ShownLetter = Awaited<ReturnType<typeof policyLetters>>[number];
