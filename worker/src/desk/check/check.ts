/** Once a day every row of the desk is compared with its record, and the counters of each kind with its rows. */
import { dayOf, formatDay } from '#domain/days.ts';
import { areCounted, findDiffering, lastRecord, recount, repairRows } from '#worker/desk/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { DESK_KINDS, type DeskKindName } from '#worker/platform/db/desk-kinds.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';

/** The mark that keeps the day, the kind and the last record that was compared; without a kind all are. */
const MARK = 'desk checked';
/** Records that one query compares, and queries of a run. */
const AT_ONCE = 2000;
const PAGES = 10;

const KINDS = Object.keys(DESK_KINDS) as DeskKindName[];

interface Place {
  kind: DeskKindName;
  record: number;
}

function placeOf(mark: string | null, day: string): Place | null {
  const [marked, kind, record] = mark?.split(' ') ?? [];
  if (marked !== day) return { kind: 'users', record: 0 };
  return kind === undefined ? null : { kind: kind as DeskKindName, record: Number(record) };
}

/** Where the records after these begin; null after the last kind. */
async function comparePage(ctx: Ctx, { kind, record }: Place): Promise<Place | null> {
  const to = record + AT_ONCE;
  const [records, last] = await Promise.all([
    findDiffering(ctx.db, kind, [record + 1, to]),
    lastRecord(ctx.db, kind),
  ]);
  if (records.length > 0) {
    await repairRows(ctx.db, kind, records);
    ctx.log.warn('desk_repaired', { kind, records: records.join(', ') });
  }
  if (to < last) return { kind, record: to };
  if (!(await areCounted(ctx.db, kind))) {
    await recount(ctx.db, kind);
    ctx.log.warn('desk_recounted', { kind });
  }
  const next = KINDS[KINDS.indexOf(kind) + 1];
  return next ? { kind: next, record: 0 } : null;
}

/**
 * Compares the next rows with what their records make of them, and counters with rows. A difference is logged and repaired.
 * @returns whether today's check is finished
 */
export async function checkDesk(ctx: Ctx): Promise<boolean> {
  const day = formatDay(dayOf(ctx.clock()));
  let place = placeOf(await readMark(ctx.db, MARK), day);
  if (place === null) return true;
  for (let page = 0; page < PAGES && place !== null; page += 1) place = await comparePage(ctx, place);
  await moveMark(ctx.db, MARK, place === null ? day : `${day} ${place.kind} ${place.record}`);
  return place === null;
}
