/** Putting off what there is to do until a day. */
import * as adminQueueApi from '#domain/admin/queue-api.ts';
import { type QueueKind, SNOOZE_DAYS } from '#domain/admin/records-schema.ts';
import { dayOf, formatDay, formatUsDay, parseDay } from '#domain/days.ts';
import { conflict, fieldError, notFound } from '#domain/errors.ts';
import { requirePermitted } from '#worker/admin/auth/guard.ts';
import { changedSince } from '#worker/admin/seen.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { KINDS, subjectOf } from './kinds.ts';
import { readItems, readStanding } from './queue.ts';
import { deleteSnooze, guardSnooze, insertSnooze, type SnoozeRow } from './snoozed/repository.ts';

interface Place {
  kind: QueueKind;
  id: string;
}

/** A record that the administrator has to act on, or nobody now, and how it is put off. */
async function readPlace(ctx: AdminCtx, { kind, id }: Place) {
  const standing = await readStanding(ctx);
  const items = await readItems(ctx, standing, [kind], { only: true, ids: { [kind]: [id] } });
  const subject = subjectOf(kind, id);
  const snooze = standing.snoozes.find((row) => row.kind === kind && row.subject === subject) ?? null;
  return { item: items.find((one) => one.id === id) ?? null, snooze };
}

const todayOf = (ctx: AdminCtx) => formatDay(dayOf(ctx.clock()));

/** The UTC day, or why nothing can be put off until then. */
function checkedDay(ctx: AdminCtx, until: string): number {
  const day = parseDay(until) ?? 0;
  const today = dayOf(ctx.clock());
  if (day <= today) throw fieldError('until', 'Please choose a day from tomorrow on.');
  if (day > today + SNOOZE_DAYS) {
    throw fieldError('until', `Please choose a day until ${formatUsDay(today + SNOOZE_DAYS)}.`);
  }
  return day;
}

const valuesOf = (row: SnoozeRow | null) => (row ? { until: row.until, reason: row.reason } : undefined);

/**
 * Puts off what there is to do, for everyone. 404 if it doesn't wait, 409 if it waits for somebody else. A promise that breaks
 * before that day is broken knowingly, or not at all.
 */
export const snoozeWork = serve(
  adminQueueApi.snoozeWork,
  async (ctx, { kind, id, until, reason, past_due = false }) => {
    requirePermitted(ctx.admin, KINDS[kind].work);
    const day = checkedDay(ctx, until);
    const subject = subjectOf(kind, id);
    const row: SnoozeRow = { subject, kind, until, reason, admin_id: ctx.admin.id, by: ctx.admin.name };
    await changeRow(ctx, {
      read: () => readPlace(ctx, { kind, id }),
      decide: ({ item, snooze }) => {
        if (item === null) throw notFound('This no longer waits.');
        if (snooze?.until === until && snooze.reason === reason && snooze.admin_id === ctx.admin.id)
          return [];
        if (item.section !== 'to_do') throw conflict('This doesn’t wait for you now.');
        const due = dayOf(Date.parse(item.due_at));
        if (due < day && !past_due) {
          const when = due < dayOf(ctx.clock()) ? 'was due on' : 'is due on';
          throw fieldError('until', `This ${when} ${formatUsDay(due)}. Please confirm that it may be late.`);
        }
        return [
          guardSnooze(ctx.db, row, snooze, todayOf(ctx)),
          ...insertSnooze(ctx.db, row, todayOf(ctx)),
          recordAct(ctx, {
            action: 'queue.snoozed',
            subject,
            before: valuesOf(snooze),
            after: { ...valuesOf(row), due_at: item.due_at },
          }),
        ];
      },
      conflict: () => changedSince('snooze'),
    });
    return row;
  },
);

/** Brings back what was put off. Repeated, it changes nothing. */
export const unsnoozeWork = serve(adminQueueApi.unsnoozeWork, async (ctx, { kind, id }) => {
  requirePermitted(ctx.admin, KINDS[kind].work);
  const subject = subjectOf(kind, id);
  await changeRow(ctx, {
    read: async () =>
      (await readStanding(ctx)).snoozes.find((row) => row.kind === kind && row.subject === subject) ?? null,
    decide: (snooze) =>
      snooze === null
        ? []
        : [
            guardSnooze(ctx.db, snooze, snooze, todayOf(ctx)),
            deleteSnooze(ctx.db, snooze),
            recordAct(ctx, { action: 'queue.unsnoozed', subject, before: valuesOf(snooze) }),
          ],
    conflict: () => changedSince('snooze'),
  });
});
