import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { Told } from './kind.ts';
import { type About, insertOccurrence, settled } from './repository.ts';
import { type Telling, tell } from './tell.ts';
import { type DataOf, type Kind, TOLD } from './told.ts';

/** A kind as the journal has it: `policy_opened` is `policy.opened`. */
export const occurrenceOf = (kind: Kind): string => kind.replace('_', '.');

/** Whoever did it: the administrator of a request, the wallet of one, or else our servers. */
const authorOf = ({ admin, actor }: Ctx, by: About['by']) => ({
  actor_kind: by ?? (admin ? 'admin' : actor ? 'customer' : 'server'),
  wallet: by === undefined && !admin ? (actor?.wallet ?? null) : null,
  actor: by === 'server' ? null : (admin?.id ?? null),
});

/** Statement that records what happened, for the batch that does it. */
export function record<K extends Kind>(
  ctx: Ctx,
  kind: K,
  { by, late = [], found = {}, ...about }: About,
  given: DataOf<K>,
): Statement {
  const entry = TOLD[kind] as unknown as Told<DataOf<K>>;
  return insertOccurrence(ctx.db, found, {
    ...about,
    ...authorOf(ctx, by),
    kind: occurrenceOf(kind),
    v: entry.v ?? 1,
    at: nowIso(ctx),
    data: settled(JSON.stringify(entry.data.parse(given)), late),
    request_id: ctx.requestId,
  });
}

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
