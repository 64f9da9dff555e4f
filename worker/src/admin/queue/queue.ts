import { type ApprovalEntry, areIndependent } from '#domain/admin/approvals-schema.ts';
import * as adminQueueApi from '#domain/admin/queue-api.ts';
import {
  QUEUE_KINDS,
  QUEUE_SECTIONS,
  type QueueItem,
  type QueueKind,
  type QueueSection,
} from '#domain/admin/records-schema.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import { DAY_SECONDS, dayOf, formatDay } from '#domain/days.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import { listApprovals } from '#worker/admin/approvals/list.ts';
import { everyone, type Person } from '#worker/admin/second-person/repository.ts';
import { type AdminCtx, isoIn, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentHolderChange } from '#worker/policies/holder-change.ts';
import { type Change, itemsOf } from './items.ts';
import { KINDS, subjectOf } from './kinds.ts';
import {
  type AliveTransfer,
  type Counted,
  type HolderStep,
  type Moment,
  readAlive,
  readCounts,
  readHolderChanges,
  readWaiting,
  type Which,
} from './repository.ts';
import { readSnoozes, type SnoozeRow } from './snoozed/repository.ts';

/** Everyone sees the work of their role; who has none sees all of it that they can open. */
function kindsOf({ admin }: AdminCtx): { mine: boolean; kinds: readonly QueueKind[] } {
  const mine = QUEUE_KINDS.filter((kind) => isPermitted(admin.role, KINDS[kind].work));
  if (mine.length > 0) return { mine: true, kinds: mine };
  return { mine: false, kinds: QUEUE_KINDS.filter((kind) => kind !== 'approvals') };
}

/** What is few and decides what the rest waits for. */
interface Standing {
  at: Moment;
  people: readonly Person[];
  changes: readonly Change[];
  approvals: readonly ApprovalEntry[];
  alive: readonly AliveTransfer[];
  snoozes: readonly SnoozeRow[];
}

export async function readStanding(ctx: AdminCtx): Promise<Standing> {
  const now = nowIso(ctx);
  const [people, alive, steps, snoozes, approvals] = await Promise.all([
    everyone(ctx.db),
    readAlive(ctx.db),
    readHolderChanges(ctx.db, now),
    readSnoozes(ctx.db, formatDay(dayOf(ctx.clock()))),
    isPermitted(ctx.admin.role, KINDS.approvals.work) ? listApprovals(ctx) : [],
  ]);
  const createdBy = new Map(people.map((person) => [person.id, person.createdBy]));
  const samePerson = people.filter(({ id }) => !areIndependent(ctx.admin.id, id, createdBy));
  return {
    at: {
      now,
      adminId: ctx.admin.id,
      rejectableFrom: isoIn(ctx, -REJECTION_DAYS * DAY_SECONDS * 1000),
      samePerson: samePerson.map(({ id }) => id),
      announced: alive.flatMap((row) => (waits(row, now) ? (row.claim_id ?? []) : [])),
      sent: alive.flatMap((row) => (row.claim_id === null && row.state === 'sent' ? row.quote_id : [])),
    },
    people,
    changes: changesOf(ctx, steps),
    approvals,
    alive,
    snoozes,
  };
}

/** Whether a payout that was announced can't be paid yet. */
const waits = ({ announced, payable_at }: AliveTransfer, now: string): boolean =>
  announced && payable_at !== null && payable_at > now;

/** The changes of holder that are under way. */
function changesOf(ctx: AdminCtx, steps: readonly HolderStep[]): Change[] {
  const policies = new Map(steps.map((step) => [step.policyId, step]));
  return [...policies.values()].flatMap(({ policyId, wallet, customer }) => {
    const events = steps.filter((step) => step.policyId === policyId).map(({ event }) => event);
    const change = presentHolderChange(ctx, events);
    return change ? [{ ...change, policyId, wallet, customer, section: sectionOf(ctx, change) }] : [];
  });
}

/** The underwriter proposes, an administrator confirms, and then the contract's delay has to pass. */
function sectionOf(ctx: AdminCtx, { effective_at: at }: Pick<Change, 'effective_at'>): QueueSection {
  if (at !== null) return at > nowIso(ctx) ? 'time' : 'to_do';
  return isPermitted(ctx.admin.role, 'admins.manage') ? 'to_do' : 'second_person';
}

type Counts = Readonly<Record<QueueKind, Partial<Record<QueueSection, number>>>>;

function countsOf(standing: Standing, counted: Counted, snoozed: readonly QueueItem[]): Counts {
  const of = (kind: QueueKind) => {
    const all = counted.kept.waiting(kind);
    return { ...(KINDS[kind].counts?.(all, counted, fewOf(standing)) ?? { to_do: all }) };
  };
  const counts = Object.fromEntries(QUEUE_KINDS.map((kind) => [kind, of(kind)])) as unknown as Counts;
  for (const { kind, section } of snoozed) {
    const its = counts[kind];
    its[section] = (its[section] ?? 0) - 1;
    its.snoozed = (its.snoozed ?? 0) + 1;
  }
  return counts;
}

function fewOf({ at, changes, approvals }: Standing, which: Which = { only: false, ids: {} }) {
  const isRead = (kind: QueueKind, id: string) => which.only === (which.ids[kind] ?? []).includes(id);
  return {
    adminId: at.adminId,
    changes: changes.filter(({ policyId }) => isRead('holder_changes', String(policyId))),
    approvals: approvals.filter(({ id }) => isRead('approvals', id)),
  };
}

/** What waits of these kinds, where it would stand if nothing were put off. */
export async function readItems(
  ctx: AdminCtx,
  standing: Standing,
  kinds: readonly QueueKind[],
  which: Which,
): Promise<QueueItem[]> {
  const waiting = await readWaiting(ctx.db, standing.at, which);
  const item = itemsOf(ctx, standing.people, standing.alive);
  const few = fewOf(standing, which);
  return kinds.flatMap((kind) =>
    KINDS[kind].items(item, waiting, few).map((placed): QueueItem => ({ kind, snooze: null, ...placed })),
  );
}

const snoozeOf = ({ snoozes }: Standing, { kind, id }: Pick<QueueItem, 'kind' | 'id'>) =>
  snoozes.find((row) => row.kind === kind && row.subject === subjectOf(kind, id)) ?? null;

/** What is put off of these kinds, and all others. */
function partsOf({ snoozes }: Standing): { snoozed: Which; others: Which } {
  const ids: Partial<Record<QueueKind, string[]>> = {};
  for (const { kind, subject } of snoozes) {
    ids[kind] = [...(ids[kind] ?? []), subject.slice(subject.indexOf(':') + 1)];
  }
  return { snoozed: { only: true, ids }, others: { only: false, ids } };
}

const readSnoozed = (ctx: AdminCtx, standing: Standing, kinds: readonly QueueKind[]) =>
  standing.snoozes.length === 0 ? [] : readItems(ctx, standing, kinds, partsOf(standing).snoozed);

/**
 * What waits, by what it waits for and at most 50 items of each kind, the promise that breaks first on top. Work that a
 * second person has to take on waits for those who took the first step.
 */
export const readWork = serve(adminQueueApi.getQueue, async (ctx) => {
  const { mine, kinds } = kindsOf(ctx);
  const standing = await readStanding(ctx);
  const [counted, others, putOff] = await Promise.all([
    readCounts(ctx.db, standing.at),
    readItems(ctx, standing, kinds, partsOf(standing).others),
    readSnoozed(ctx, standing, kinds),
  ]);
  const counts = countsOf(standing, counted, putOff);
  const snoozed = putOff.map(
    (item): QueueItem => ({ ...item, section: 'snoozed', snooze: snoozeOf(standing, item) }),
  );
  return {
    mine,
    sections: QUEUE_SECTIONS.map((key) => {
      const those = kinds.map((kind) => ({ key: kind, count: counts[kind][key] ?? 0 }));
      return {
        key,
        count: those.reduce((sum, { count }) => sum + count, 0),
        kinds: those.filter(({ count }) => count > 0),
      };
    }),
    items: [...others, ...snoozed].sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0)),
  };
});

/** How much there is to do, in all and by screen. */
export const countWork = serve(adminQueueApi.countQueue, async (ctx) => {
  const { kinds } = kindsOf(ctx);
  const standing = await readStanding(ctx);
  const [counted, snoozed] = await Promise.all([
    readCounts(ctx.db, standing.at),
    readSnoozed(ctx, standing, kinds),
  ]);
  const counts = countsOf(standing, counted, snoozed);
  const sums = { queue: 0, claims: 0, messages: 0, policies: 0, exceptions: 0 };
  for (const kind of kinds) {
    const count = counts[kind].to_do ?? 0;
    const { screen } = KINDS[kind];
    sums.queue += count;
    if (screen) sums[screen] += count;
  }
  return { ...sums, newest: counted.newest };
});
