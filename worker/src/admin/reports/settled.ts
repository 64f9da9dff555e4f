import type { Chain } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { isConfirmed } from '#worker/settlement/ledger/blocks.ts';
import { readCursor } from '#worker/settlement/scan/repository.ts';
import { isUnconfirmed } from './repository.ts';

/** Whether every chain was read past a moment with confirmations, so that what happened before it is booked. */
export async function isSettled(ctx: Ctx, moment: string): Promise<boolean> {
  const settled = await Promise.all(ctx.chains.map((chain) => isPast(ctx.db, chain, moment)));
  return settled.every(Boolean);
}

async function isPast(db: Database, chain: Chain, moment: string): Promise<boolean> {
  const cursor = await readCursor(db, chain.id);
  if (!cursor || cursor.block_time < moment) return false;
  const block = await firstSeen(db, chain.id, moment, cursor.block_number);
  return isConfirmed(chain, block, cursor.block_number) && !(await isUnconfirmed(db, chain.id, moment));
}

/** The first block past the moment that was seen: the cursor says only where it is now. */
async function firstSeen(db: Database, chainId: string, moment: string, now: number): Promise<number> {
  const name = `settled:${chainId}`;
  const [known, block] = ((await readMark(db, name)) ?? '').split(' ');
  if (known === moment) return Number(block);
  await moveMark(db, name, `${moment} ${now}`);
  return now;
}
