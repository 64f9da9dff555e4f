/** The register of complaints at the desk. */
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { type Database, readTogether, type Statement } from '../../platform/db/client.ts';
import { type DeskPageInput, readDeskPage } from '../../platform/db/desk-page.ts';
import { guard } from '../../platform/db/guard.ts';
import { complaints, threadMessages, threads } from '../../platform/db/messages-schema.ts';
import { outbox } from '../../platform/db/outbox-schema.ts';
import { selectTrail } from '../repository.ts';

type Status = (typeof complaints.$inferSelect)['status'];

/** A complaint with the person who complains and when our acknowledgment was sent. */
const selectComplaints = (db: Database) =>
  db
    .select({
      ...getTableColumns(complaints),
      name: threads.contactName,
      email: threads.contactEmail,
      acknowledgedAt: outbox.sentAt,
    })
    .from(complaints)
    .innerJoin(threads, eq(threads.id, complaints.threadId))
    .leftJoin(outbox, sql`${outbox.dedupeKey} = 'complaint_received:' || ${threads.key}`);

export async function readComplaintPage(
  db: Database,
  input: DeskPageInput & { status?: NonNullable<Status> | undefined },
) {
  const { rows, ...page } = await readDeskPage(db, input, {
    table: complaints,
    id: complaints.id,
    sort: complaints.id,
    filters: input.status ? [eq(complaints.status, input.status)] : [],
    total: null,
    search: { index: null, wallet: null, prefix: 'CMP' },
  });
  const ids = rows.map(({ id }) => id);
  const found = await selectComplaints(db).where(
    sql`${complaints.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return { ...page, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}
export type ComplaintRow = Awaited<ReturnType<typeof readComplaintPage>>['rows'][number];

/** A complaint with what was written first and its audit log lines; null if there is none. */
export async function findComplaint(db: Database, id: number, mayRead: boolean) {
  const its = eq(complaints.id, id);
  const { found, first, trail } = await readTogether(db, {
    found: selectComplaints(db).where(its),
    first: db
      .select({ text: threadMessages.text })
      .from(threadMessages)
      .where(
        inArray(threadMessages.threadId, db.select({ id: complaints.threadId }).from(complaints).where(its)),
      )
      .orderBy(asc(threadMessages.id))
      .limit(1),
    trail: selectTrail(db, `complaint:${id}`, mayRead),
  });
  const [complaint] = found;
  return complaint ? { complaint, message: first[0]?.text ?? '', trail } : null;
}

/** Leads the batch that answers a complaint: nobody has. */
export const guardUnanswered = (db: Database, id: number): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${complaints} WHERE ${complaints.id} = ${id} AND ${complaints.answeredAt} IS NULL)`,
  );

export const setAnswered = (
  db: Database,
  id: number,
  answer: Pick<ComplaintRow, 'outcome' | 'answeredAt' | 'answeredBy' | 'cause'>,
): Statement =>
  db
    .update(complaints)
    .set(answer)
    .where(and(eq(complaints.id, id), isNull(complaints.answeredAt)));
