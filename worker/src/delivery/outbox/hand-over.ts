import { type Ctx, nowIso } from '../../platform/context.ts';

/** Entries in one call to the queue; it takes at most 100. */
const AT_ONCE = 50;
/** A run hands over this many lots; the next one goes on. */
const ROUNDS = 20;
/** Time after which what the queue was given is given to it again, in milliseconds. */
const HANDOVER_MS = 5 * 60_000;

export interface Due {
  id: string;
  attempts: number;
}

/** A table of what is to go out, and the queue that takes it. */
export interface Outbox {
  take(now: string, until: string, limit: number): Promise<Due[]>;
  hand(due: readonly Due[]): Promise<void>;
  giveBack(ids: readonly string[], now: string): Promise<void>;
}

/** Hands what is due to the queue. When the queue refuses it stays due, and the next run tries again. */
export async function handOver(ctx: Ctx, outbox: Outbox): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = new Date(ctx.clock() + HANDOVER_MS).toISOString();
    const taken = await outbox.take(nowIso(ctx), until, AT_ONCE);
    if (taken.length === 0) return;
    try {
      await outbox.hand(taken);
    } catch (error) {
      const ids = taken.map(({ id }) => id);
      await outbox.giveBack(ids, nowIso(ctx));
      throw error;
    }
    if (taken.length < AT_ONCE) return;
  }
}
