/** Migrates a database whose desk kept rejections and reported payments without a state of their own. */
import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { deskCounts } from './counts.ts';
import { at } from './first-half.ts';
import { rows } from './harness.ts';

describe('the migration that gives states of the desk a column', () => {
  /** Migrations before it. */
  const BEFORE = 15;

  beforeAll(async () => {
    await reset();
    await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, BEFORE));
    for (const id of [1, 2, 3]) {
      await rows(
        `INSERT INTO policies (id, quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
           coverage_usd, start_date, end_date, cover_until, created_at, purchase_event_id)
         VALUES (?1, 'q' || ?1, 'g' || ?1, '0x1', 'evm', '1337', 'home', ?2, ?3, 1, 1, '2026-01-01', '2027-01-01', '2027', '2026', ?1)`,
        id,
        ...(id === 3 ? ['active', 0] : ['pending', 1]),
      );
    }
    const decided = [
      ['policy:1', 'First.', at(3)],
      ['policy:1', 'It stands in a river.', at(4)],
      // It was approved afterwards.
      ['policy:3', 'A mistake.', at(3)],
    ] as const;
    for (const [subject, notes, when] of decided) {
      await rows(
        "INSERT INTO audit_log (admin_id, action, subject, after, at, request_id) VALUES (1, 'policy.rejected', ?, ?, ?, 'r')",
        subject,
        JSON.stringify({ decision: 'rejected', notes }),
        when,
      );
    }
    for (const id of [1, 2, 3]) {
      await rows(
        `INSERT INTO claims (id, key, wallet, policy_id, quote_id, product, status, amount_cents, description, incident_date,
           incident_at, decided_by, needs_confirmation, created_at, updated_at)
         VALUES (?1, 'c' || ?1, '0x1', 3, 'q3', 'home', 'approved', 1, '', '2026', '2026', 7, ?2, '2026', '2026')`,
        id,
        id === 3 ? 1 : 0,
      );
    }
    await rows(
      "INSERT INTO other_payments VALUES (1, 3, 1, 'check', '17', 'proposed', 8, 'Hedy Lamarr', '2026', NULL, NULL, NULL)",
    );
    await applyD1Migrations(env.DB, env.MIGRATIONS);
  });

  test('owes a policy that was rejected before its refund, for the last reason given', async () => {
    expect(await rows('SELECT id, declined_at, decline_reason, queue FROM policies')).toEqual([
      { id: 1, declined_at: at(4), decline_reason: 'It stands in a river.', queue: 'refunds_owed' },
      { id: 2, declined_at: null, decline_reason: null, queue: null },
      { id: 3, declined_at: null, decline_reason: null, queue: null },
    ]);
  });

  test('puts a payment that waits for a second person where the others of its kind wait', async () => {
    expect(await rows('SELECT id, other_by, first_by, queue FROM claims')).toEqual([
      { id: 1, other_by: 8, first_by: 8, queue: 'payouts_to_confirm' },
      { id: 2, other_by: null, first_by: null, queue: 'payouts_to_send' },
      { id: 3, other_by: null, first_by: 7, queue: 'payouts_to_confirm' },
    ]);
  });

  test('keeps the counters of the queue true', async () => {
    const { counted, actual } = await deskCounts();
    expect(counted).toEqual(actual);
    expect(counted).toEqual(
      expect.arrayContaining([
        ...['queue payouts_to_confirm *: 2', 'queue payouts_to_send *: 1'],
        ...['queue policies_to_review *: 1', 'queue refunds_owed *: 1'],
      ]),
    );
  });
});
