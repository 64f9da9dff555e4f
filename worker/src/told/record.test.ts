import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { claimDetail, claimed } from '../../test/claims.ts';
import { deskCtx } from '../../test/desk.ts';
import { rows } from '../../test/harness.ts';
import { changed, lineAs, record, recordAct } from './record.ts';
import { aboutPolicy } from './repository.ts';

const ctx = deskCtx();
const step = { from_status: 'active', to_status: 'active', chain_id: '1337' } as const;
const contactChanged = (key: string) =>
  ctx.db.batch([record(ctx, 'policy_contact_changed', { ...aboutPolicy(7), key }, step)]);
const count = async () => (await rows<{ n: number }>('SELECT count(*) AS n FROM journal'))[0]?.n;

test('an occurrence stands for its kind, subject and version once, and a second one fails its batch', async () => {
  await contactChanged('first');
  const [row] = await rows('SELECT * FROM occurrences ORDER BY id DESC LIMIT 1');
  expect(row).toMatchObject({
    kind: 'policy.contact_changed',
    v: 1,
    about: 'policy:7',
    policy_id: 7,
    claim_id: null,
    key: 'policy.contact_changed:policy:7:first',
    actor_kind: 'server',
  });
  expect(await rows('SELECT data, request_id FROM occurrence_data WHERE id = ?', row?.id)).toEqual([
    { data: JSON.stringify(step), request_id: ctx.requestId },
  ]);
  const before = await count();
  await expect(contactChanged('first')).rejects.toThrow();
  expect(await count()).toBe(before);
  await contactChanged('second');
  expect(await count()).toBe((before ?? 0) + 1);
});

test('what happened is never changed or deleted, and its data is only erased', async () => {
  await contactChanged('kept');
  const run = (sql: string) => env.DB.prepare(sql).run();
  await expect(run("UPDATE occurrences SET at = '2020'")).rejects.toThrow('is never changed');
  await expect(run('DELETE FROM occurrences')).rejects.toThrow('is never deleted');
  await expect(run("UPDATE occurrence_data SET data = '{}'")).rejects.toThrow('is never changed');
  const [row] = await rows<{ id: number }>('SELECT max(id) AS id FROM occurrences');
  await run(`DELETE FROM occurrence_data WHERE id = ${row?.id}`);
  expect(await rows('SELECT id FROM occurrences WHERE id = ?', row?.id)).toHaveLength(1);
  expect(await rows('SELECT id FROM policy_history WHERE id = ?', row?.id)).toEqual([]);
});

test('a line is rendered from its stored data when it is read', async () => {
  const { customer, claim } = await claimed();
  const [row] = await rows<{ kind: string; data: string }>(
    'SELECT kind, data FROM journal WHERE claim_id = ?',
    claim.id,
  );
  expect(JSON.parse(row?.data ?? '')).toMatchObject({ claim_id: claim.id, status: 'pending' });
  expect(lineAs(row?.kind ?? '', row?.data ?? '')).toBe('Claim submitted.');
  const { timeline } = await claimDetail(customer, claim.id);
  expect(timeline.map(({ message }) => message)).toEqual(['Claim submitted.']);
});

test('the audit log lists every act of an administrator, and of others only what is recorded with old and new values', async () => {
  const logged = () =>
    rows(
      "SELECT admin_id, actor_kind, action, before, after FROM audit_log WHERE subject = 'policy:8' ORDER BY id",
    );
  const admin = { id: 4, email: '', name: 'Hedy Lamarr', role: 'support', jti: '' } as const;
  const about = aboutPolicy(8);
  await ctx.db.batch([
    record(ctx, 'policy_contact_changed', { ...about, key: 'a' }, step),
    record(ctx, 'policy_contact_changed', { ...about, key: 'b', after: { email: true } }, step),
    record({ ...ctx, admin }, 'policy_contact_changed', { ...about, key: 'c' }, step),
    recordAct(
      { ...ctx, admin },
      { action: 'policy.revealed', subject: 'policy:8', after: { reason: 'Fire' } },
    ),
  ]);
  expect(await logged()).toEqual([
    {
      admin_id: 0,
      actor_kind: 'server',
      action: 'policy.contact_changed',
      before: null,
      after: '{"email":true}',
    },
    { admin_id: 4, actor_kind: 'admin', action: 'policy.contact_changed', before: null, after: null },
    { admin_id: 4, actor_kind: 'admin', action: 'policy.revealed', before: null, after: '{"reason":"Fire"}' },
  ]);
});

test('an audit log line keeps only those named columns that differ', () => {
  const row = { status: 'pending', payout_usd: null, note: 'private' } as const;
  const change = { status: 'pending', payout_usd: 3900, note: 'other' };
  expect(changed<object>(row, change, ['status', 'payout_usd'] as never[], { reason: 'Seen' })).toEqual({
    before: { payout_usd: null },
    after: { payout_usd: 3900, reason: 'Seen' },
  });
});
