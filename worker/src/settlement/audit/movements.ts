/** What auditors are told about the accounts that hold the pool on a chain without a contract. */
import type { RecordedAccount, RecordedMovement } from '../../../../domain/audit/recorded-books.ts';
import { AUDIT_PAGE } from '../../../../domain/audit/schema.ts';
import { chainIdOf } from '../../../../domain/chains.ts';
import type { Page } from '../../../../domain/page.ts';
import type { Ctx } from '../../platform/context.ts';
import { idCursor, type PageInput, readPage } from '../../platform/db/page.ts';
import { accountsOf, type MovementRow, movementPage } from '../movements/repository.ts';
import { scanProgress } from '../scan/cursors.ts';

/** Every movement as we recorded it, oldest first. */
export async function listMovements(
  ctx: Ctx,
  { cursor: from, limit }: PageInput,
): Promise<Page<RecordedMovement>> {
  const input = { cursor: from, limit: limit ?? AUDIT_PAGE };
  const cursor = idCursor(input);
  const page = await readPage(
    input,
    cursor,
    (count) => movementPage(ctx.db, count, cursor),
    ({ id }) => ({ at: null, id }),
  );
  return { ...page, data: page.data.map(presentMovement) };
}

const presentMovement = (row: MovementRow): RecordedMovement => ({
  chain_id: chainIdOf(row.chainId),
  account: row.account,
  block: row.blockNumber,
  block_hash: row.blockHash,
  block_time: row.blockTime,
  log_index: row.eventIndex,
  kind: row.kind,
  free: row.free,
  reserved: row.reserved,
  counterparty: row.counterparty,
  tx_hash: row.txHash,
  about: row.about,
  meaning: row.meaning,
});

/** From when each account's movements are recorded, and how far its chain was read. */
export async function listAccounts(ctx: Ctx): Promise<RecordedAccount[]> {
  const progress = await scanProgress(ctx);
  const chains = ctx.chains.filter(({ accounts }) => accounts.length > 0);
  const rows = await Promise.all(chains.map(({ id }) => accountsOf(ctx.db, id)));
  return rows.flat().map(({ chainId, account, fromBlock, free, reserved }) => ({
    chain_id: chainIdOf(chainId),
    account,
    from_block: fromBlock,
    free,
    reserved,
    read_to: progress.get(chainId)?.block ?? null,
  }));
}
