/** A sum that is set from its rows reads only the rows that it sums, however many others there are. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { setPaidOut } from '#worker/policies/ledger/repository.ts';
import { deskCtx } from '../../../test/desk.ts';
import { countingDatabase } from '../../../test/harness.ts';

const QUOTE = `0x${'5e'.repeat(32)}`;

test('what a policy paid out is set by reading only its own payouts', async () => {
  const insert = (quote: string, day: string, count: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO chain_events (kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet, usd, status, created_at)
       SELECT 'claim_paid', '1337', ? || i, 0, -i, '0x', ?, ?, '0x', 700, 'confirmed', '' FROM n`,
    )
      .bind(quote, day, quote)
      .run();
  await insert(QUOTE, '2025-01-03T00:00:00.000Z', 2);
  await insert('0xmany', '2025-01-02T00:00:00.000Z', 2000);
  const { DB, rowsRead } = countingDatabase();
  const { db } = deskCtx({}, { DB });
  await db.batch([setPaidOut(db, QUOTE)]);
  expect(await rowsRead()).toBeLessThan(60);
});
