/** What claims and their policy's version have to do with each other. */
import { expect, test } from 'vitest';
import { Admin } from '../../test/admin.ts';
import { submit } from '../../test/claims.ts';
import { decide } from '../../test/decided.ts';
import { insured } from '../../test/desk.ts';
import { rows } from '../../test/harness.ts';

const versionOf = async (id: number) =>
  (await rows<{ version: number }>('SELECT version FROM policies WHERE id = ?', id))[0]?.version ?? 0;

test('a claim that is made or decided moves the version of its policy, and one that is assigned does not', async () => {
  const { customer, policy } = await insured();
  const bought = await versionOf(policy.id);
  const { data: claim } = await submit(customer, policy);
  expect(await versionOf(policy.id)).toBe(bought + 1);
  const admin = await Admin.arrive();
  await admin.call(`/admin/claims/${claim.id}/assignee`, { method: 'PATCH', body: { admin_id: admin.id } });
  expect(await rows('SELECT assigned_to FROM claims WHERE id = ?', claim.id)).toEqual([
    { assigned_to: admin.id },
  ]);
  expect(await versionOf(policy.id)).toBe(bought + 1);
  await decide(admin, claim.id, 'rejected', { clause: 'not_covered-2', admin_notes: 'It is wear.' });
  expect(await versionOf(policy.id)).toBe(bought + 2);
});

test('eight claims on one policy are made and decided at the same time', async () => {
  const { customer, policy } = await insured();
  const claims = Array.from({ length: 8 }, (_, index) =>
    submit(customer, policy, { claim_amount: 4200, description: `A pipe burst in room ${index}.` }),
  );
  const made = await Promise.all(claims);
  expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
  const admin = await Admin.arrive();
  const decisions = made.map(({ data }) => decide(admin, data.id, 'approved'));
  expect((await Promise.all(decisions)).map(({ status }) => status)).toEqual(Array(8).fill(200));
});
