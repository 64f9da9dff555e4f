import type { Ctx } from '#worker/platform/context.ts';
import { readProgress } from './repository.ts';

export interface Progress {
  /** The last block whose events were read; null before the first run. */
  block: number | null;
  /** Its time, and when it was read. */
  readUntil: string | null;
  scannedAt: string | null;
  /** The last block that was read a second time, and when; null before the first run. */
  sweptTo: number | null;
  sweptAt: string | null;
}

/** How far each chain was read, by chain id. */
export async function scanProgress(ctx: Ctx): Promise<ReadonlyMap<string, Progress>> {
  const { cursors, sweeps } = await readProgress(ctx.db);
  const swept = new Map(sweeps.map((sweep) => [sweep.chain_id, sweep]));
  return new Map(
    cursors.map(({ chain_id, block_number, block_time, updated_at }) => {
      const sweep = swept.get(chain_id);
      return [
        chain_id,
        {
          block: block_number,
          readUntil: block_time,
          scannedAt: updated_at,
          sweptTo: sweep?.swept_to ?? null,
          sweptAt: sweep?.swept_at ?? null,
        },
      ];
    }),
  );
}
