import { env } from 'cloudflare:workers';
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditRecord, AuditSummary } from '#domain/audit/schema.ts';
import { bookTransaction } from '#worker/money/entries/repository.ts';
import { sumEntries } from '#worker/money/entries/sums.ts';
import { Admin } from '../../../test/admin.ts';
import { audit, differences, forgetSales } from '../../../test/audit.ts';
import {
  ADMIN,
  CLAIMS,
  deskCtx,
  GUARDIAN,
  insured,
  onContract,
  sendReady,
  UNDERWRITER,
} from '../../../test/desk.ts';
import {
  call,
  chain,
  countingDatabase,
  ORIGIN,
  readChain,
  readChains,
  rows,
  scanFromHere,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { paidOnChain, paidOutside, refundOwed } from '../../../test/money.ts';
import { cancel, lookAlike, payOut, recorded, refund } from '../../../test/registry.ts';

let hedy: Admin;
let grace: Admin;

beforeAll(async () => {
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});
beforeEach(async () => {
  await forgetSales();
  // What is deleted here by hand is what the daily check would name.
  const today = new Date().toISOString();
  await change(
    'INSERT OR REPLACE INTO rollup_checks (day, finished_at) VALUES (?, ?)',
    today.slice(0, 10),
    today,
  );
  await scanFromHere();
});

const change = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** A policy with a claim of 1,500 dollars paid, and one that was canceled and refunded, both recorded. */
async function twoPolicies() {
  const one = await insured();
  await paidOnChain(hedy, one);
  const other = await insured({ payment_currency: 'USDC' });
  await cancel(other.customer, other.policy.id);
  await refund(other.policy.id);
  await readChain();
  const [paid] = await rows<{ tx_hash: Hex }>("SELECT tx_hash FROM chain_events WHERE kind = 'claim_paid'");
  return { one, claim: paid?.tx_hash ?? '0x', other };
}

describe('the audit of an honest worker', () => {
  test('every event and policy is matched, and the totals agree with the chain', async () => {
    const { one, other } = await twoPolicies();
    const result = await audit();
    expect(result.missing).toBeNull();
    expect(differences(result)).toEqual([]);
    const matched = result.lines.filter((line) => line.result === 'matched');
    const events = matched.filter(({ about }) => about === 'event');
    expect(events.map(({ quoteId }) => quoteId)).toEqual([
      ...[one.policy.quote_id, one.policy.quote_id, other.policy.quote_id, other.policy.quote_id],
    ]);
    expect(matched.filter(({ about }) => about === 'policy')).toHaveLength(2);
    expect(result.onChain.payouts.map(({ event, rate }) => [event.usd, rate])).toEqual([[1500, '2000']]);
    // A year of home cover costs 1,200 dollars: 0.6 ETH at 2,000 dollars, or 1,200 USDC, of
    // which 364 of 365 days were left.
    const { data } = await call<AuditSummary>('/audit/summary');
    const [totals] = data.chains.map((each) => each.totals);
    const usdc = usual.currencies.find(({ symbol }) => symbol === 'USDC')?.token?.toLowerCase() ?? null;
    const contract = usual.contract.toLowerCase();
    expect(totals).toEqual(
      expect.arrayContaining([
        { contract, token: null, kind: 'purchased', events: 1, amount: '600000000000000000', usd: 0 },
        { contract, token: usdc, kind: 'purchased', events: 1, amount: '1200000000', usd: 0 },
        { contract, token: null, kind: 'claim_paid', events: 1, amount: '750000000000000000', usd: 1500 },
        { contract, token: usdc, kind: 'premium_refunded', events: 1, amount: '1196712328', usd: 0 },
      ]),
    );
    expect(totals).toHaveLength(4);
  });

  test('a payment that its holder has yet to collect, and one outside the chain, are not differences', async () => {
    const { customer, policy } = await insured();
    await chain.setCode({ address: customer.address, bytecode: '0x5f5ffd' });
    await paidOnChain(hedy, { customer, policy } as Awaited<ReturnType<typeof insured>>);
    await chain.setCode({ address: customer.address, bytecode: '0x' });
    await onContract(customer.account, 'pull', policy.quote_id, chain, customer.address);
    // 2,000 dollars by bank transfer, which two administrators report.
    const { pay } = await paidOutside(hedy);
    for (const admin of [hedy, grace]) await pay(admin);
    await readChain();
    expect(await rows('SELECT state FROM transfers WHERE reference IS NOT NULL')).toEqual([
      { state: 'confirmed' },
    ]);
    expect(differences(await audit())).toEqual([]);
  });

  test('a sold policy that is removed with its event and its quote stays a difference once the scheduled run has made it an exception, until its refund', async () => {
    const { policy, hash } = await insured();
    await change('DELETE FROM policies WHERE id = ?', policy.id);
    await change(
      'DELETE FROM occurrence_data WHERE id IN (SELECT id FROM occurrences WHERE policy_id = ?)',
      policy.id,
    );
    await change('DELETE FROM chain_events WHERE quote_id = ?', policy.quote_id);
    await change('DELETE FROM quotes WHERE id = ?', policy.quote_id);
    // A thief hides it from the landing page, too.
    await change('DELETE FROM cover_days');
    await readChain();
    const [exception] = await rows<{ id: number; reason: string }>(
      'SELECT id, reason FROM payment_exceptions',
    );
    expect(exception?.reason).toBe('unknown_quote');
    const explained = differences(await audit());
    expect(explained).toMatchObject([
      {
        result: 'owed',
        about: 'event',
        txHash: hash,
        quoteId: policy.quote_id,
        explanation:
          'This payment bought no policy, as our records say too. It is owed back to the payer and stays a difference until its refund’s event.',
      },
    ]);
    expect(await refundOwed(hedy, exception?.id ?? 0)).toBe(200);
    expect(differences(await audit())).toEqual([]);
  });

  test('money that the claims key pays without a claim is named', async () => {
    const { policy } = await insured();
    const hash = await payOut(policy, 400);
    await readChain();
    expect(differences(await audit())).toMatchObject([
      {
        result: 'unclaimed',
        txHash: hash,
        what: `$400 paid out on policy ${policy.quote_id.slice(0, 10)}….`,
        explanation: 'This money left the pool as a claim’s payout, but none of our claims was paid by it.',
      },
    ]);
  });

  test('every step of a change of holder is matched, with who took it and when it takes effect', async () => {
    const { customer, policy } = await insured();
    const { quote_id: id } = policy;
    const heir = `0x${'7e'.repeat(20)}` as const;
    await onContract(UNDERWRITER, 'proposeHolderChange', id, chain, heir);
    await onContract(ADMIN, 'confirmHolderChange', id, chain, heir);
    await onContract(customer.account, 'contestHolderChange', id);
    await onContract(ADMIN, 'confirmHolderChange', id, chain, heir);
    await onContract(GUARDIAN, 'stopHolderChange', id);
    await readChain();
    const result = await audit();
    expect(differences(result)).toEqual([]);
    const matched = result.lines.filter((line) => line.result === 'matched' && line.about === 'event');
    expect(matched).toHaveLength(6);
    await change("UPDATE chain_events SET effective_at = NULL WHERE kind = 'holder_change_confirmed'");
    expect(differences(await audit())).toEqual([
      expect.objectContaining({
        result: 'fields',
        explanation: expect.stringContaining('time from which it takes effect'),
      }),
    ]);
  });

  test('an event that the worker cannot have read yet is not judged, and is missing once the worker has read past it', async () => {
    const { policy } = await insured();
    await readChain();
    const hash = await payOut(policy, 300);
    const before = await audit();
    expect(differences(before)).toEqual([]);
    expect(before.lines.find((line) => line.txHash === hash)?.result).toBe('waiting');
    await change('UPDATE scan_cursors SET block_number = 4000000000');
    const after = await audit();
    expect(after.lines.find((line) => line.txHash === hash)).toMatchObject({
      result: 'unrecorded',
      explanation: expect.stringMatching(/no record of it, although it has read to block 4000000000\.$/),
    });
  });

  test('without the API the chain’s part is complete and says what is missing', async () => {
    const { claim } = await twoPolicies();
    const result = await audit(() => new Response('down', { status: 502 }));
    expect(result.missing).toBe('The API answered 502.');
    expect(result.recorded).toBeNull();
    expect(result.lines.filter(({ about }) => about === 'event')).toEqual([]);
    expect(result.onChain.payouts.map(({ event }) => event.txHash)).toEqual([claim]);
    expect(result.onChain.standing.policies.size).toBe(2);
  });

  test('coins that arrive outside the contract’s functions are surplus, and nothing is missing', async () => {
    const surplus = async () => {
      const { pools } = (await audit(null)).onChain;
      const pool = pools.find(
        ({ contract, symbol }) => contract === usual.contract.toLowerCase() && symbol === 'ETH',
      );
      if (pool?.surplus === undefined || pool.surplus === null) throw new Error('No such pool');
      return pool.surplus;
    };
    const before = await surplus();
    const balance = await chain.getBalance({ address: usual.contract });
    await chain.setBalance({ address: usual.contract, value: balance + 5n });
    await chain.mine({ blocks: 1 });
    expect((await surplus()) - before).toBe(5n);
    await insured();
    expect((await surplus()) - before).toBe(5n);
    await chain.setBalance({ address: usual.contract, value: balance + 600000000000000000n });
  });
});

describe('the audit of a worker that was tampered with', () => {
  test('a deleted payment is named, and the landing page counts what no record shows', async () => {
    const { one, claim } = await twoPolicies();
    await change("DELETE FROM chain_events WHERE kind = 'claim_paid'");
    const [event, paid, ...found] = differences(await audit());
    expect([event, paid].map((line) => [line?.result, line?.txHash, line?.quoteId])).toEqual([
      ['unrecorded', claim, one.policy.quote_id],
      ['claim', null, one.policy.quote_id],
    ]);
    expect(found.map(({ result, what }) => [result, what])).toEqual([
      ['totals', 'The figures of the landing page.'],
    ]);
    expect(found[0]?.differences).toMatchObject([{ field: 'claims paid', chain: '0', record: '1500' }]);
    expect(event?.what).toMatch(/^Claim 1 on policy 0x\w{8}…: \$1,500 as 0\.75 ETH\.$/);
    expect(event?.explanation).toMatch(
      /the server has no record of it, although it has read to block \d+\.$/,
    );
  });

  test('a deleted entry of the books makes the worker’s total too low by it', async () => {
    await twoPolicies();
    await change("DELETE FROM entries WHERE kind = 'claim_paid'");
    const found = differences(await audit());
    expect(found.map(({ result }) => result)).toEqual(['totals', 'totals']);
    expect(found[0]?.differences).toEqual([{ field: 'number', chain: '1', record: '0' }]);
  });

  test('a deleted policy is named', async () => {
    const { one } = await twoPolicies();
    await change('DELETE FROM policies WHERE id = ?', one.policy.id);
    expect(differences(await audit())).toMatchObject([
      { result: 'unrecorded', about: 'policy', quoteId: one.policy.quote_id },
      { result: 'totals', differences: [{ field: 'cover in force' }, { field: 'policies in force' }] },
    ]);
  });

  test('an invented refund is named, with what the chain shows in its place', async () => {
    const { one } = await twoPolicies();
    const invented = `0x${'ab'.repeat(32)}`;
    const copy = (hash: string, index: number) =>
      change(
        `INSERT INTO chain_events (kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time,
           quote_id, wallet, amount, outcome, cover_until, status, created_at)
         SELECT 'premium_refunded', chain_id, contract, ?, ?, block_number, block_hash, block_time, quote_id, wallet,
           amount, 'cancelled', cover_until, 'confirmed', created_at
         FROM chain_events WHERE kind = 'purchased' AND quote_id = ?`,
        hash,
        index,
        one.policy.quote_id,
      );
    await copy(invented, 3);
    await copy(one.hash, 9);
    const { db } = deskCtx();
    const booked = [invented, one.hash].map((tx_hash) =>
      bookTransaction(db, { chain_id: '1337', tx_hash }, ''),
    );
    await db.batch(booked as [(typeof booked)[0]]);
    const found = differences(await audit());
    expect(found.map(({ result, txHash }) => [result, txHash])).toEqual([
      ['unpaid', invented],
      ['unpaid', one.hash],
      ['totals', null],
    ]);
    expect(found[0]?.what).toMatch(/^A refund of 0\.6 ETH on policy 0x\w{8}…, as recorded\.$/);
    expect(found[0]?.explanation).toBe(
      'The server recorded this, but the contract did not report it. The chain has no such transaction.',
    );
    expect(found[1]?.explanation).toMatch(/The transaction exists, but has no event in that place\.$/);
    expect(found[2]?.differences).toEqual([
      { field: 'number', chain: '0', record: '2' },
      { field: 'sum', chain: '0 ETH', record: '1.2 ETH' },
    ]);
  });

  test('an event of a look-alike contract is named, also when the API lists that contract', async () => {
    const { one, claim } = await twoPolicies();
    const { logs } = await chain.getTransactionReceipt({ hash: claim });
    const [log] = logs;
    if (!log) throw new Error('No event to copy');
    const impostor = (await lookAlike(log)).toLowerCase();
    const fake = await sendReady({ to: impostor, data: '0x' }, CLAIMS);
    await readChain();
    expect(differences(await audit())).toEqual([]);

    // A worker that was given the impostor as one of our contracts.
    const given = {
      ...usual,
      earlier_contracts: [...usual.earlier_contracts, { address: impostor, start_block: usual.start_block }],
    };
    const CHAINS = JSON.stringify([given]);
    await readChains({}, { CHAINS });
    expect(await recorded(one.policy)).toEqual(['claim_paid confirmed', 'claim_paid confirmed']);
    const found = differences(await audit(workerWith({}, { CHAINS })));
    const event = found.find(({ txHash }) => txHash === fake);
    expect(event).toMatchObject({ result: 'unpaid', contract: impostor, quoteId: one.policy.quote_id });
    expect(event?.explanation).toBe(
      `The server recorded this from the contract ${impostor}, which is not one of the listed contracts. The event ClaimPaid in that place comes from ${impostor}, a look-alike that is not one of the listed contracts.`,
    );
    const listed = found.find(({ about }) => about === 'contract');
    expect(listed).toMatchObject({ contract: impostor, explanation: expect.stringMatching(/look-alike/) });
    // What it counted from the look-alike shows in the policy, too.
    expect(found.find(({ about }) => about === 'policy')?.differences).toEqual([
      { field: 'paid out on chain', chain: '1500', record: '3000' },
    ]);
  });

  test('a changed amount, rate, holder or block of an event is named', async () => {
    const { claim } = await twoPolicies();
    const [event] = await rows<{ block_number: number }>(
      "SELECT block_number FROM chain_events WHERE kind = 'claim_paid'",
    );
    for (const [sql, result, field] of [
      ["amount = '750000000000000001'", 'amount', 'amount'],
      ['usd = 1501', 'amount', 'dollars'],
      ["rate = '2001'", 'amount', 'rate'],
      [`wallet = '0x${'9'.repeat(40)}'`, 'fields', 'holder'],
      ['block_number = block_number + 1', 'fields', 'block'],
      ['claim_number = 2', 'fields', 'claim number'],
      ["contract = ''", 'fields', 'contract'],
      ["cover_until = '2031-03-01T00:00:00.000Z'", 'fields', 'end of cover'],
    ] as const) {
      await change(`UPDATE chain_events SET ${sql} WHERE kind = 'claim_paid'`);
      const [found] = differences(await audit()).filter(({ about }) => about === 'event');
      expect(found, sql).toMatchObject({ result, txHash: claim });
      expect(
        found?.differences.map((each) => each.field),
        sql,
      ).toEqual([field]);
      await change(
        `UPDATE chain_events SET amount = '750000000000000000', usd = 1500, rate = '2000', block_number = ?, claim_number = 1,
           contract = ?, cover_until = NULL,
           wallet = (SELECT wallet FROM chain_events p WHERE p.kind = 'purchased' AND p.quote_id = chain_events.quote_id)
         WHERE kind = 'claim_paid'`,
        event?.block_number,
        usual.contract,
      );
    }
    expect(differences(await audit())).toEqual([]);
  });

  test('a record that is marked as reversed although the chain has it is named', async () => {
    const { claim } = await twoPolicies();
    await change("UPDATE chain_events SET status = 'orphaned' WHERE kind = 'claim_paid'");
    expect(differences(await audit())).toMatchObject([
      {
        result: 'unrecorded',
        txHash: claim,
        explanation: expect.stringMatching(/no longer on the chain\.$/),
      },
      // The claim that it paid, and the figure of the landing page.
      ...[{ result: 'claim' }, { result: 'totals' }],
    ]);
  });
});

interface Page {
  status: number;
  data: AuditRecord[];
  next_cursor: string | null;
  prev_cursor: string | null;
}

describe('what the worker tells auditors', () => {
  test('the lists page forward and back, and each call reads at most two rows per event and seven per policy', async () => {
    await twoPolicies();
    await insured();
    for (const [list, lines, each] of [
      ['events', 5, 2],
      ['policies', 3, 7],
    ] as const) {
      const read = async (query: string) => {
        const { DB, rowsRead, roundTrips } = countingDatabase();
        const page = (await call(
          `/audit/records?list=${list}&${query}`,
          {},
          workerWith({}, { DB }),
        )) as unknown as Page;
        return { ...page, rowsRead: await rowsRead(), trips: roundTrips() };
      };
      const all = await read('');
      expect(all.data).toHaveLength(lines);
      expect(all.trips).toBe(1);
      const first = await read('limit=2');
      expect(first.rowsRead).toBeLessThanOrEqual(each * 3);
      const second = await read(`limit=2&cursor=${first.next_cursor}`);
      expect(second.rowsRead).toBeLessThanOrEqual(each * 3);
      expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 4));
      expect((await read(`limit=2&cursor=${second.prev_cursor}`)).data).toEqual(first.data);
      for (const query of ['limit=1001', 'limit=0', 'cursor=x'])
        expect((await read(query)).status, query).toBe(422);
    }
  });

  test('the totals read one row for each contract, currency and kind, however many entries there are', async () => {
    await twoPolicies();
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       INSERT INTO entries (kind, at, booked_at, chain_id, tx_hash, identity, generation, sign, product, cents, fee_cents, cash, units)
       SELECT 'payment_owed', '2026-01-01', '', '1337', printf('0x%064x', i), '0', 1, 1, '', 100, 0, '1000|1337|' || ? || '|',
         '340282366920938463463374607431768211455' FROM n`,
      usual.contract.toLowerCase(),
    );
    await sumEntries(deskCtx());
    const { DB, rowsRead } = countingDatabase();
    const { data } = await call<AuditSummary>('/audit/summary', {}, workerWith({}, { DB }));
    expect(await rowsRead()).toBeLessThanOrEqual(45);
    // 2,000 times the largest number of 128 bits.
    expect(data.chains[0]?.totals.find(({ kind }) => kind === 'payment_owed')).toMatchObject({
      events: 2000,
      amount: '680564733841876926926749214863536422910000',
    });
  });

  test('no response names a person', async () => {
    await twoPolicies();
    const lists = ['events', 'policies', 'claims'];
    const paths = ['records', 'export'].flatMap((call) => lists.map((list) => `/audit/${call}?list=${list}`));
    for (const path of [...paths, '/audit/summary']) {
      const text = await (await workerWith({})(new Request(`${ORIGIN}/api${path}`))).text();
      expect(text.length, path).toBeGreaterThan(200);
      expect(text, path).not.toMatch(/Lovelace|example\.com|Quay Street|7946 0/i);
    }
  });

  test('the CSV files hold every line under the API’s field names', async () => {
    await twoPolicies();
    for (const list of ['events', 'policies', 'claims']) {
      const { data } = (await call(`/audit/records?list=${list}`)) as unknown as Page;
      const answer = await workerWith({})(new Request(`${ORIGIN}/api/audit/export?list=${list}`));
      const file = Buffer.from(await answer.arrayBuffer());
      const [titles, ...lines] = file
        .toString()
        .replace(/^\u{feff}/u, '')
        .trimEnd()
        .split('\r\n');
      const { record: _, ...fields } = data[0] as AuditRecord;
      expect(titles?.split(',').sort()).toEqual(Object.keys(fields).sort());
      const digest = lines.pop();
      expect(lines).toHaveLength(data.length);
      for (const [index, line] of lines.entries()) expect(line).toContain(data[index]?.quote_id);
      // As `head -n -1 file.csv | sha256sum` says.
      const content = file.subarray(0, file.lastIndexOf('sha256,'));
      expect(digest).toBe(`sha256,${createHash('sha256').update(content).digest('hex')}`);
    }
  });
});
