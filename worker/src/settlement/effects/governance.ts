import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import type { EventKind } from '#worker/settlement/ledger/effect.ts';
import { dropUntold, setNotice, storeLog } from '#worker/settlement/watch/repository.ts';

/** Statement that has guardian and administrators told of a confirmed event; see `watch/watch.ts`. */
export const tell = (ctx: Ctx, event: ChainEventRow): Statement =>
  setNotice(ctx.db, event, { notice: 'happened', notice_at: nowIso(ctx) });

/** The same of a reorganization that reverses it, unless they were not told of it yet. */
export const tellReversed = (ctx: Ctx, event: ChainEventRow): Statement[] => [
  setNotice(ctx.db, event, { notice: 'reversed', notice_at: nowIso(ctx) }, 'happened'),
  dropUntold(ctx.db, event),
];

/** A change or announcement of roles, stops and limits. It changes none of our records, but people have to know in time. */
export const governance: EventKind = {
  seen: async (ctx, { chain, event }) => ({
    statements:
      event.kind === 'governance' ? [storeLog(ctx.db, { ...event, chain_id: chain.id }, event.log)] : [],
    confirmed: false,
    became: 'noted',
    log: () => {},
  }),
  confirmed: async (ctx, event) => ({ statements: [tell(ctx, event)], from_status: null }),
  takenBack: async (ctx, event) => (event.status === 'confirmed' ? tellReversed(ctx, event) : []),
};
