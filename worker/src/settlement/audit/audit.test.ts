import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditRecord, AuditSummary } from '../../../../domain/audit/schema.ts';
import { audit, differences } from '../../../test/audit.ts';
import { ADMIN, CLAIMS, GUARDIAN, insured, onContract, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import {
  call,
  chain,
  countingDatabase,
  ORIGIN,
  rows,
  runSchedule,
  scanFromHere,
  usual,
  workerWith,
} from '../../../test/harness.ts';
import { cancel, lookAlike, payOut, recorded, refund } from '../../../test/registry.ts';

beforeEach(async () => {
  await env.DB.batch(
    [
      ...['policies', 'policy_events', 'payment_exceptions', 'chain_events', 'chain_totals', 'claims'],
      ...['other_payments'],
    ].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
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
  const claim = await payOut(one.policy, 1500);
  const other = await insured({ payment_currency: 'USDC' });
  await cancel(other.customer, other.policy.id);
  await refund(other.policy.id);
  await runSchedule();
  return { one, claim, other };
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
    // A year of home cover costs 1,200 dollars: 0.6 ETH at 2,000 dollars, or 1,200 USDC.
    const { data } = await call<AuditSummary>('/audit/summary');
    const [totals] = data.chains.map((each) => each.totals);
    const usdc = usual.currencies.find(({ symbol }) => symbol === 'USDC')?.token?.toLowerCase() ?? null;
    const contract = usual.contract.toLowerCase();
    expect(totals).toEqual(
      expect.arrayContaining([
        { contract, token: null, kind: 'purchased', events: 1, amount: '600000000000000000', usd: 0 },
        { contract, token: usdc, kind: 'purchased', events: 1, amount: '1200000000', usd: 0 },
        { contract, token: null, kind: 'claim_paid', events: 1, amount: '750000000000000000', usd: 1500 },
        { contract, token: usdc, kind: 'premium_refunded', events: 1, amount: '1200000000', usd: 0 },
      ]),
    );
    expect(totals).toHaveLength(4);
  });

  test('a payment without a policy, an owed payment and one outside the chain are no difference', async () => {
    const { customer, policy } = await insured();
    await chain.setCode({ address: customer.address, bytecode: '0x5f5ffd' });
    await payOut(policy, 200);
    await chain.setCode({ address: customer.address, bytecode: '0x' });
    await onContract(customer.account, 'pull', policy.quote_id, chain, customer.address);
    const lost = await insured();
    await change('DELETE FROM policies WHERE id = ?', lost.policy.id);
    await change('DELETE FROM chain_events WHERE quote_id = ?', lost.policy.quote_id);
    await change('UPDATE quotes SET premium_usd = 1, coverage_usd = 1 WHERE id = ?', lost.policy.quote_id);
    await runSchedule();
    // 50 dollars by bank transfer, which two administrators have reported.
    await change(
      `INSERT INTO other_payments (claim_id, policy_id, usd, method, reference, status, proposed_by, proposed_name, proposed_at, confirmed_by, confirmed_name, confirmed_at)
       VALUES (1, ?, 50, 'bank_transfer', 'A-1', 'paid', 1, 'Hedy', '2026-01-01T00:00:00.000Z', 2, 'Grace', '2026-01-02T00:00:00.000Z')`,
      policy.id,
    );
    await change('UPDATE policies SET paid_out_usd = paid_out_usd + 50 WHERE id = ?', policy.id);
    const [exception] = await rows<{ reason: string }>('SELECT reason FROM payment_exceptions');
    expect(exception?.reason).toBe('mismatch');
    expect(differences(await audit())).toEqual([]);
  });

  test('every step of a change of holder is matched, with who took it and from when it holds', async () => {
    const { customer, policy } = await insured();
    const { quote_id: id } = policy;
    const heir = `0x${'7e'.repeat(20)}` as const;
    await onContract(UNDERWRITER, 'proposeHolderChange', id, chain, heir);
    await onContract(ADMIN, 'confirmHolderChange', id, chain, heir);
    await onContract(customer.account, 'contestHolderChange', id);
    await onContract(ADMIN, 'confirmHolderChange', id, chain, heir);
    await onContract(GUARDIAN, 'stopHolderChange', id);
    await runSchedule();
    const result = await audit();
    expect(differences(result)).toEqual([]);
    const matched = result.lines.filter((line) => line.result === 'matched' && line.about === 'event');
    expect(matched).toHaveLength(6);
    const { data } = await call<AuditSummary>('/audit/summary');
    expect(data.chains[0]?.totals.map(({ kind, events }) => `${kind} ${events}`).toSorted()).toEqual([
      ...['holder_change_confirmed 2', 'holder_change_contested 1', 'holder_change_proposed 1'],
      ...['holder_change_stopped 1', 'purchased 1'],
    ]);
    await change("UPDATE chain_events SET effective_at = NULL WHERE kind = 'holder_change_confirmed'");
    expect(differences(await audit())).toEqual([
      expect.objectContaining({
        result: 'fields',
        explanation: expect.stringContaining('time from which it takes effect'),
      }),
    ]);
  });

  test('an event that the worker cannot have read yet waits, and is missed once the worker has read past it', async () => {
    const { policy } = await insured();
    await runSchedule();
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
  const TAMPERED: [what: string, sql: string, field: string, chain: string, record: string][] = [
    ['cover', 'coverage_usd = 900000', 'cover', '500000', '900000'],
    ['status', "status = 'cancelled'", 'status', 'active', 'cancelled'],
    ['holder', `wallet = '0x${'9'.repeat(40)}'`, 'holder', '', `0x${'9'.repeat(40)}`],
    ['paid out', 'paid_out_usd = 10', 'paid out on chain', '1500', '10'],
    ['last day', "end_date = '2031-02-28'", 'last day', '', '2031-02-28'],
    ['first day', "start_date = '2024-02-29'", 'first day', '', '2024-02-29'],
    [
      'end of cover',
      "cover_until = '2031-03-01T00:00:00.000Z'",
      'end of cover',
      '',
      '2031-03-01T00:00:00.000Z',
    ],
    ['start of cover', 'cover_from = NULL', 'start of cover', '', 'nothing'],
  ];

  test('each tampered field of a policy row is named', async () => {
    const { one } = await twoPolicies();
    const [found] = await rows('SELECT * FROM policies WHERE id = ?', one.policy.id);
    // Generated columns follow from the rest.
    const { queue: _queue, left_usd: _left, ...row } = found ?? {};
    for (const [what, sql, field, onChain, record] of TAMPERED) {
      await change(`UPDATE policies SET ${sql} WHERE id = ?`, one.policy.id);
      const found = differences(await audit());
      expect(found, what).toHaveLength(1);
      expect(found[0], what).toMatchObject({
        result: 'fields',
        about: 'policy',
        quoteId: one.policy.quote_id,
      });
      expect(found[0]?.differences, what).toEqual([
        { field, chain: onChain === '' ? expect.any(String) : onChain, record },
      ]);
      const names = Object.keys(row);
      await change(
        `UPDATE policies SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
        ...Object.values(row),
        one.policy.id,
      );
    }
    expect(differences(await audit())).toEqual([]);
  });

  test('a deleted payment is named, and the worker’s total is too low by it', async () => {
    const { one, claim } = await twoPolicies();
    await change("DELETE FROM chain_events WHERE kind = 'claim_paid'");
    const found = differences(await audit());
    expect(found.map(({ result, txHash, quoteId }) => [result, txHash, quoteId])).toEqual([
      ['unrecorded', claim, one.policy.quote_id],
      ['totals', null, null],
    ]);
    expect(found[0]?.what).toMatch(/^Claim 1 on policy 0x\w{8}…: \$1,500 as 0\.75 ETH\.$/);
    expect(found[0]?.explanation).toMatch(
      /the server has no record of it, although it has read to block \d+\.$/,
    );
    expect(found[1]?.differences).toEqual([{ field: 'number', chain: '1', record: '0' }]);
  });

  test('a deleted policy is named', async () => {
    const { one } = await twoPolicies();
    await change('DELETE FROM policies WHERE id = ?', one.policy.id);
    expect(differences(await audit())).toMatchObject([
      { result: 'unrecorded', about: 'policy', quoteId: one.policy.quote_id },
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
    await runSchedule();
    expect(differences(await audit())).toEqual([]);

    // A worker that was given the impostor as one of our contracts.
    const given = {
      ...usual,
      earlier_contracts: [...usual.earlier_contracts, { address: impostor, start_block: usual.start_block }],
    };
    const CHAINS = JSON.stringify([given]);
    await runSchedule({}, { CHAINS });
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

  test('a record that is called taken back although the chain has it is named', async () => {
    const { claim } = await twoPolicies();
    await change("UPDATE chain_events SET status = 'orphaned' WHERE kind = 'claim_paid'");
    expect(differences(await audit())).toMatchObject([
      {
        result: 'unrecorded',
        txHash: claim,
        explanation: expect.stringMatching(/no longer on the chain\.$/),
      },
      { result: 'totals' },
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
  test('the lists page forward and back, and each call reads at most two rows per line', async () => {
    await twoPolicies();
    await insured();
    for (const [list, lines] of [
      ['events', 5],
      ['policies', 3],
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
      expect(first.rowsRead).toBeLessThanOrEqual(2 * 3);
      const second = await read(`limit=2&cursor=${first.next_cursor}`);
      expect(second.rowsRead).toBeLessThanOrEqual(2 * 3);
      expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 4));
      expect((await read(`limit=2&cursor=${second.prev_cursor}`)).data).toEqual(first.data);
      for (const query of ['limit=1001', 'limit=0', 'cursor=x'])
        expect((await read(query)).status, query).toBe(422);
    }
  });

  test('the summary reads one row for each contract, currency and kind, however many events there are', async () => {
    await twoPolicies();
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       INSERT INTO chain_events (kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet, token, amount, status, created_at)
       SELECT 'payment_owed', '1337', ?, printf('0x%064x', i), 0, 1, '0x1', '2026-01-01', printf('0x%064x', i), '0x1', NULL,
         '340282366920938463463374607431768211455', 'confirmed', '2026-01-01' FROM n`,
      usual.contract,
    );
    const { DB, rowsRead } = countingDatabase();
    const { data } = await call<AuditSummary>('/audit/summary', {}, workerWith({}, { DB }));
    expect(await rowsRead()).toBeLessThanOrEqual(20);
    // 2,000 times the largest number of 128 bits.
    expect(data.chains[0]?.totals.find(({ kind }) => kind === 'payment_owed')).toMatchObject({
      events: 2000,
      amount: '680564733841876926926749214863536422910000',
    });
  });

  test('the kept totals equal those recomputed from the raw rows after every kind of change', async () => {
    await twoPolicies();
    const recomputed = () =>
      rows(
        `SELECT chain_id, contract, coalesce(token, '') token, kind, count(*) events, sum(coalesce(usd, 0)) usd,
           sum(CAST(substr(printf('%024d', 0) || coalesce(amount, '0'), -12) AS INTEGER)) a0,
           sum(CAST(substr(printf('%024d', 0) || coalesce(amount, '0'), -24, 12) AS INTEGER)) a1
         FROM chain_events WHERE status <> 'orphaned' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      );
    const kept = () =>
      rows(
        'SELECT chain_id, contract, token, kind, events, usd, a0, a1 FROM audit_totals WHERE events <> 0 ORDER BY 1, 2, 3, 4',
      );
    expect(await kept()).toEqual(await recomputed());
    for (const sql of [
      "UPDATE chain_events SET status = 'orphaned' WHERE kind = 'claim_paid'",
      "UPDATE chain_events SET status = 'confirmed' WHERE kind = 'claim_paid'",
      "UPDATE chain_events SET amount = '123456789012345678901', usd = 7 WHERE kind = 'claim_paid'",
      "UPDATE chain_events SET kind = 'owed_paid', token = '0xabc' WHERE kind = 'claim_paid'",
      "DELETE FROM chain_events WHERE kind = 'purchased'",
    ]) {
      await change(sql);
      expect(await kept(), sql).toEqual(await recomputed());
    }
    expect(await recomputed()).toHaveLength(2);
  });

  test('no answer names a person', async () => {
    await twoPolicies();
    const paths = ['/audit/records', '/audit/records?list=policies', '/audit/summary', '/audit/export'];
    for (const path of [...paths, '/audit/export?list=policies']) {
      const text = await (await workerWith({})(new Request(`${ORIGIN}/api${path}`))).text();
      expect(text.length, path).toBeGreaterThan(200);
      expect(text, path).not.toMatch(/Lovelace|example\.com|Quay Street|7946/i);
    }
  });

  test('the CSV files hold every line under the API’s field names', async () => {
    await twoPolicies();
    for (const list of ['events', 'policies']) {
      const { data } = (await call(`/audit/records?list=${list}`)) as unknown as Page;
      const csv = await (await workerWith({})(new Request(`${ORIGIN}/api/audit/export?list=${list}`))).text();
      const [titles, ...lines] = csv
        .replace(/^\u{feff}/u, '')
        .trimEnd()
        .split('\r\n');
      const { record: _, ...fields } = data[0] as AuditRecord;
      expect(titles?.split(',').sort()).toEqual(Object.keys(fields).sort());
      expect(lines).toHaveLength(data.length);
      for (const [index, line] of lines.entries()) expect(line).toContain(data[index]?.quote_id);
    }
  });
});
