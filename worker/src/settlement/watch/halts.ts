import { DAY_SECONDS } from '#domain/days.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf } from '#worker/platform/context.ts';
import { recentGovernance } from './repository.ts';
import { auditEventOf } from './standing.ts';

/** The contract lets no halt last longer. */
const LONGEST_DAYS = 3;

export interface Halt {
  chain: Chain;
  /** The wallet that set it. */
  by: string;
  /** Unix seconds. */
  until: number;
  txHash: string;
}

/** The halts of payouts that our contracts' events show to be in effect, also before they are confirmed. */
export async function haltsInEffect(ctx: Ctx): Promise<Halt[]> {
  const now = Math.floor(ctx.clock() / 1000);
  const since = isoOf(now - LONGEST_DAYS * DAY_SECONDS);
  const found = await Promise.all(
    ctx.chains.map(async (chain) => {
      const halts = new Map<string, Halt>();
      for (const row of await recentGovernance(ctx.db, chain.id, since)) {
        const event = auditEventOf(row);
        if (event?.name === 'HaltLifted') halts.delete(event.contract);
        if (event?.name !== 'PayoutsHalted') continue;
        const { by, until } = event.args;
        halts.set(event.contract, { chain, by: String(by), until: Number(until), txHash: event.txHash });
      }
      return [...halts.values()].filter(({ until }) => until > now);
    }),
  );
  return found.flat();
}
