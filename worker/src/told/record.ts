import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { Act } from './acts.ts';
import type { Told } from './kind.ts';
import { type About, type Author, type Changed, insertOccurrence, settled } from './repository.ts';
import { type Telling, tell } from './tell.ts';
import { type DataOf, type Kind, TOLD } from './told.ts';

/** A kind as the journal has it: `policy_opened` is `policy.opened`. */
const occurrenceOf = (kind: Kind): string => kind.replace('_', '.');

/**
 * Whoever did it: the administrator of a request, the wallet of one, or else our servers. The audit log has whatever names an
 * administrator, and 0 stands for everybody else in it.
 */
function authorOf({ admin, actor }: Asking, by: About['by'], isLogged: boolean): Author {
  const actor_kind = by ?? (admin ? 'admin' : actor ? 'customer' : 'server');
  return {
    actor_kind,
    wallet: actor_kind === 'customer' ? (actor?.wallet ?? null) : null,
    actor: actor_kind === 'admin' && admin ? admin.id : isLogged ? 0 : null,
  };
}

interface Asking {
  admin: { id: number } | null;
  actor: Ctx['actor'];
}
type Recording = Pick<Ctx, 'db' | 'clock' | 'requestId'> & Asking;

/** Statement that records what happened, for the batch that does it. With what changed, the audit log has it. */
export function record<K extends Kind>(
  ctx: Ctx,
  kind: K,
  { by, late = [], found = {}, before, after, ...about }: About & Changed,
  given: DataOf<K>,
): Statement {
  const entry = TOLD[kind] as unknown as Told<DataOf<K>>;
  return insertOccurrence(ctx.db, found, {
    ...about,
    ...authorOf(ctx, by, (before ?? after) !== undefined),
    kind: occurrenceOf(kind),
    v: entry.v ?? 1,
    at: nowIso(ctx),
    data: settled(JSON.stringify({ ...entry.data.parse(given), before, after }), late),
    request_id: ctx.requestId,
  });
}

/** Old and new values of the columns among these that a change sets otherwise, with what else the audit log has of it. */
export function changed<Row extends object>(
  row: Row,
  change: Partial<Row>,
  columns: readonly (keyof Row)[],
  besides: object = {},
): Changed {
  const differing = columns.filter((column) => column in change && change[column] !== row[column]);
  const pick = (from: Partial<Row>) => Object.fromEntries(differing.map((column) => [column, from[column]]));
  return { before: pick(row), after: { ...pick(change), ...besides } };
}

/** Something that only the audit log has. */
interface Line extends Changed {
  action: Act;
  /** Table and id, such as `claim:12`. */
  subject: string;
  /** What makes it one of its own; by default the request. */
  key?: string;
  /** Where it isn't whoever makes the request. */
  by?: About['by'] | Author;
}

/** Statement that records an act, for the batch of the write itself. */
export const recordAct = (
  ctx: Recording,
  { action, subject, before, after, by, key = ctx.requestId }: Line,
): Statement =>
  insertOccurrence(
    ctx.db,
    {},
    {
      ...(typeof by === 'object' ? by : authorOf(ctx, by, true)),
      about: subject,
      key,
      kind: action,
      v: 1,
      at: nowIso(ctx),
      data: settled(JSON.stringify({ before, after }), []),
      request_id: ctx.requestId,
    },
  );

/**
 * Statements that record what happened and tell it.
 * @param recorded what of it is recorded otherwise than it is told
 */
export const recordAndTell = <K extends Kind>(
  ctx: Ctx,
  kind: K,
  about: About,
  telling: Telling,
  data: DataOf<K>,
  recorded: Partial<DataOf<K>> = {},
): Statement[] => [record(ctx, kind, about, { ...data, ...recorded }), ...tell(ctx, kind, telling, data)];

/** The line of an occurrence, from its data as stored. */
export function lineAs(occurrence: string, data: string): string {
  const entry = TOLD[occurrence.replace('.', '_') as Kind] as unknown as Told<unknown> | undefined;
  return entry?.line?.(JSON.parse(data)) ?? '';
}
