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
  const cursors = await readProgress(ctx.db);
  return new Map(
    cursors.map(({ chain_id, block_number, block_time, updated_at, swept_to, swept_at }) => [
      chain_id,
      {
        block: block_number,
        readUntil: block_time,
        scannedAt: updated_at,
        sweptTo: swept_to,
        sweptAt: swept_at,
      },
    ]),
  );
}
