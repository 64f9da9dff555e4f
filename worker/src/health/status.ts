import type { HealthAnswer } from '../../../domain/health/schema.ts';
import { version } from '../../../package.json';
import type { Chain } from '../chain/chain.ts';
import type { Ctx } from '../context.ts';
import { scannedBlocks } from '../scan/cursors.ts';

const chainRef = (id: string) => (/^\d+$/.test(id) ? Number(id) : id);

/** Whether the database answers, and how far the reading of each chain is behind its head. */
export async function readHealth(ctx: Ctx): Promise<HealthAnswer> {
  const [scanned, chains] = await Promise.all([
    scannedBlocks(ctx).catch((error: unknown) => {
      ctx.log.error('health_database', error);
      return null;
    }),
    Promise.all(ctx.chains.map(async (chain) => ({ chain, head: await headOf(ctx, chain) }))),
  ]);
  const ok = scanned !== null && chains.every(({ head }) => head !== null);
  return {
    status: ok ? 'ok' : 'degraded',
    version,
    database: scanned === null ? 'down' : 'ok',
    chains: chains.map(({ chain, head }) => {
      const block = scanned?.get(chain.id);
      const lag = head === null || block === undefined ? null : Math.max(0, head - block);
      return { chain_id: chainRef(chain.id), head, lag };
    }),
  };
}

async function headOf(ctx: Ctx, chain: Chain): Promise<number | null> {
  try {
    return await chain.head();
  } catch (error) {
    ctx.log.warn('health_chain', { chain: chain.id, error: error instanceof Error ? error.name : 'unknown' });
    return null;
  }
}
