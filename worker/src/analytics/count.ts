import * as z from 'zod';
import { ANALYTICS_DAYS } from '#domain/admin/analytics-schema.ts';
import { visitReport } from '#domain/analytics/schema.ts';
import { DEVICES, SENT_PATH, type SitePath, stepBit } from '#domain/analytics/visit.ts';
import { dayOf, dayStart, formatDay, parseDay } from '#domain/days.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { commit } from '#worker/platform/db/guard.ts';
import type { QueuedVisit } from '#worker/platform/edges/visits.ts';
import { type QueueMessage, take } from '#worker/platform/queue.ts';
import { todayOf } from './receive.ts';
import {
  addViews,
  continueVisit,
  deleteReports,
  firstCountedDay,
  insertReport,
  recordVisit,
  takeOff,
  type VisitChange,
} from './repository.ts';

const queuedVisit = z.object({
  report: visitReport,
  day: z.iso.date(),
  at: z.number().int(),
  visitor: z.string(),
  device: z.enum(DEVICES),
  country: z.string().regex(/^[A-Z]{2}$/),
});

/** Adds the reports of a queue batch to the sums. */
export async function countVisits(ctx: Ctx, messages: readonly QueueMessage[]): Promise<void> {
  const count = (visit: QueuedVisit) => countVisit(ctx, visit);
  const failed = (error: unknown) => ctx.log.error('visit_not_counted', error);
  for (const message of messages) await take(ctx, message, queuedVisit, count, failed);
}

/** What a report says of its visit, from its first event to its last. */
function changeOf({ report, day, at, ...visit }: QueuedVisit): VisitChange {
  // The hash begins at midnight, and so does the visit.
  const midnight = dayStart(parseDay(day) ?? 0);
  const moments = report.events.map(({ ago }) => Math.max(at - ago, midnight));
  let steps = 0;
  for (const event of report.events) {
    if (event.kind === 'step') steps |= stepBit(event.step);
  }
  return {
    ...visit,
    day,
    referrer: report.referrer ?? '',
    viewport: report.viewport,
    started_at: Math.min(...moments),
    last_at: Math.max(...moments),
    views: report.events.filter(({ kind }) => kind === 'view').length,
    path: report.events.at(-1)?.path ?? '/404',
    steps,
    sent: report.events.some(({ kind, path }) => kind === 'view' && path === SENT_PATH),
  };
}

/**
 * Counts a report once, however often the queue or a stranger repeats it. One that arrives after its day counts its
 * page views alone, because its visitor is already forgotten.
 */
async function countVisit(ctx: Ctx, visit: QueuedVisit): Promise<void> {
  const { day, report } = visit;
  const views = new Map<SitePath, number>();
  for (const { kind, path } of report.events) {
    if (kind === 'view') views.set(path, (views.get(path) ?? 0) + 1);
  }
  const change = changeOf(visit);
  // Nobody begins a visit by leaving: that is the end of one from before midnight.
  const write = change.views > 0 || change.steps > 0 ? recordVisit : continueVisit;
  const counted = await commit(
    ctx,
    [
      insertReport(ctx.db, day, report.id),
      ...[...views].flatMap(([path, count]) => addViews(ctx.db, day, path, count)),
      ...(day === todayOf(ctx) ? write(ctx.db, change) : []),
      markDays(ctx.db, day),
    ],
    () => false,
  );
  if (!counted) ctx.log.info('visit_report_repeated');
}

/**
 * Takes the days that have left the last 30 off their sums, and forgets which reports were counted before yesterday.
 * @returns that there is nothing more to do today
 */
export async function rollOffCounts(ctx: Ctx): Promise<true> {
  const today = dayOf(ctx.clock());
  const oldest = formatDay(today - ANALYTICS_DAYS + 1);
  for (let day = await firstCountedDay(ctx.db); day !== null && day < oldest; ) {
    await takeOff(ctx.db, day);
    day = await firstCountedDay(ctx.db);
  }
  await deleteReports(ctx.db, formatDay(today - 1));
  return true;
}
