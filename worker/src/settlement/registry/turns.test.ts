import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { insured } from '../../../test/desk.ts';
import { readChains, rows, scanFromHere, shaky, shakyChain } from '../../../test/harness.ts';
import { claimsPaid, payOut, recorded } from '../../../test/registry.ts';

beforeEach(async () => {
  await env.DB.batch(
    ['chain_events', 'entries', 'job_cursors'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  await scanFromHere();
});

/** Events about a policy that is nowhere, all in one block of the chain that is deep enough: they can never take effect. */
async function stuck(total: number): Promise<void> {
  const { number, hash, timestamp } = await shakyChain.getBlock();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
     INSERT INTO chain_events (kind, chain_id, tx_hash, event_index, block_number, block_hash, block_time, quote_id,
       wallet, amount, status, created_at)
     SELECT 'payment_owed', ?, '0xstuck', i, ?, ?, ?, '0xnone', '0x0', '1', 'unconfirmed', '2026' FROM n`,
  )
    .bind(String(shaky.chain_id), Number(number), hash, new Date(Number(timestamp) * 1000).toISOString())
    .run();
  await shakyChain.mine({ blocks: 1 });
}

test('an event is confirmed even behind more failing ones than a run tries', async () => {
  const { policy } = await insured({}, shakyChain);
  await stuck(120);
  await payOut(policy, 300, shakyChain);
  await readChains();
  expect(await recorded(policy)).toEqual(['claim_paid unconfirmed']);
  await shakyChain.mine({ blocks: 3 });
  for (let run = 0; run < 3; run += 1) await readChains();
  expect(await recorded(policy)).toEqual(['claim_paid confirmed']);
  expect(await claimsPaid()).toEqual({ n: 1, usd: 300 });
});

test('failing events are tried again in turn until they succeed', async () => {
  const { policy } = await insured({}, shakyChain);
  await stuck(70);
  await shakyChain.mine({ blocks: 3 });
  await readChains();
  await env.DB.prepare("UPDATE chain_events SET quote_id = ? WHERE event_index = 3 AND tx_hash = '0xstuck'")
    .bind(policy.quote_id)
    .run();
  for (let run = 0; run < 2; run += 1) await readChains();
  expect(await recorded(policy)).toEqual(['payment_owed confirmed']);
  expect(await rows("SELECT id FROM chain_events WHERE status = 'unconfirmed'")).toHaveLength(69);
});
