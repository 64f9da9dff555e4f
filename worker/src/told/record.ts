import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { Told } from './kind.ts';
import { type About, insertOccurrence } from './repository.ts';
import { type DataOf, type Kind, TOLD } from './told.ts';

/** A kind as the journal has it: `policy_opened` is `policy.opened`. */
export const occurrenceOf = (kind: Kind): string => kind.replace('_', '.');

/** Statement that records what happened, for the batch that does it. */
export function record<K extends Kind>(ctx: Ctx, kind: K, about: About, given: DataOf<K>): Statement {
  const entry = TOLD[kind] as unknown as Told<DataOf<K>>;
  const { admin, actor } = ctx;
  return insertOccurrence(ctx.db, {
    ...about,
    kind: occurrenceOf(kind),
    v: entry.v ?? 1,
    at: nowIso(ctx),
    actor_kind: admin ? 'admin' : actor ? 'customer' : 'server',
    wallet: admin ? null : (actor?.wallet ?? null),
    actor: admin?.id ?? null,
    data: JSON.stringify(entry.data.parse(given)),
    request_id: ctx.requestId,
  });
}

/** The line of an occurrence, from its data as stored. */
export function lineAs(occurrence: string, data: string): string {
  const entry = TOLD[occurrence.replace('.', '_') as Kind] as unknown as Told<unknown> | undefined;
  return entry?.line?.(JSON.parse(data)) ?? '';
}
