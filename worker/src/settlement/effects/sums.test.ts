/** Sums that are set from their rows read only the rows that they sum, however many others there are. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { setPaidOut } from '#worker/policies/ledger/repository.ts';
import { deskCtx } from '../../../test/desk.ts';
import { countingDatabase, rows } from '../../../test/harness.ts';
import { setClaimsPaid } from './repository.ts';

const QUOTE = `0x${'5e'.repeat(32)}`;
const DAY = '2025-01-03T00:00:00.000Z';

test('what a policy paid out and what a day’s claims were are set by reading only their own rows', async () => {
  const insert = (quote: string, day: string, count: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO chain_events (kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet, usd, status, created_at)
       SELECT 'claim_paid', '1337', ? || i, 0, -i, '0x', ?, ?, '0x', 700, 'confirmed', '' FROM n`,
    )
      .bind(quote, day, quote)
      .run();
  await insert(QUOTE, DAY, 2);
  await insert('0xmany', '2025-01-02T00:00:00.000Z', 2000);
  for (const statement of [
    (db: ReturnType<typeof deskCtx>['db']) => setPaidOut(db, QUOTE),
    (db: ReturnType<typeof deskCtx>['db']) => setClaimsPaid(db, { chain_id: '1337', block_time: DAY }),
  ]) {
    const { DB, rowsRead } = countingDatabase();
    const { db } = deskCtx({}, { DB });
    await db.batch([statement(db)]);
    expect(await rowsRead()).toBeLessThan(60);
  }
  expect(
    await rows("SELECT claims_paid, claims_paid_usd FROM chain_totals WHERE day = '2025-01-03'"),
  ).toEqual([{ claims_paid: 2, claims_paid_usd: 1400 }]);
});
