/** The lists that the work queue leads to. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { claimed, submit } from '../../../test/claims.ts';
import { cancelPolicy, insured } from '../../../test/desk.ts';
import { rows } from '../../../test/harness.ts';
import { countOf, queueOf } from '../../../test/queue.ts';

const HOUR = 3_600_000;

let hedy: Admin;
beforeEach(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
});

describe('the lists behind the work queue', () => {
  test('each section of claims and refunds has a list of exactly its records', async () => {
    const { customer, policy, claim } = await claimed({ claim_amount: 5000 });
    const large = (await submit(customer, policy, { claim_amount: 60_000 })).data;
    const small = (await submit(customer, policy, { claim_amount: 3200 })).data;
    for (const { id } of [large, small]) {
      await hedy.call(`/admin/claims/${id}/status`, { method: 'PATCH', body: { status: 'approved' } });
    }
    const canceled = await insured();
    await cancelPolicy(canceled.customer, canceled.policy.id);
    const asked = await insured();
    await cancelPolicy(asked.customer, asked.policy.id);
    await rows(
      "UPDATE endings SET closed_at = due_from, closed_as = 'lapsed' WHERE policy_id = ? RETURNING policy_id",
      asked.policy.id,
    );

    const list = async (path: string) => {
      const { data } = await hedy.call<Record<string, unknown>>(path);
      const { pagination, ...named } = data as { pagination: Record<string, unknown> };
      const [found] = Object.values(named) as { id: number }[][];
      return {
        ids: found?.map(({ id }) => id),
        total: pagination.total_claims ?? pagination.total_policies,
      };
    };
    const claims = (queue: string) => list(`/admin/claims?queue=${queue}&sortBy=due_at&sortOrder=ASC`);
    expect(await claims('claims_due')).toEqual({ ids: [claim.id], total: 1 });
    expect(await claims('payouts_to_confirm')).toEqual({ ids: [large.id], total: 1 });
    expect(await claims('payouts_to_send')).toEqual({ ids: [small.id], total: 1 });
    const owed = () => list('/admin/policies?queue=refunds_owed');
    expect(await owed()).toEqual({ ids: [canceled.policy.id], total: 1 });

    // A consent that has lapsed is owed nothing, even before the job that closes it.
    const past = new Date(Date.now() - 1000).toISOString();
    await rows('UPDATE endings SET consent_until = ? WHERE closed_at IS NULL RETURNING policy_id', past);
    expect((await owed()).ids).toEqual([]);
    expect(countOf(await queueOf(hedy), 'refunds_owed')).toBe(0);
    const future = new Date(Date.now() + HOUR).toISOString();
    await rows('UPDATE endings SET consent_until = ? WHERE closed_at IS NULL RETURNING policy_id', future);
    expect((await owed()).ids).toEqual([canceled.policy.id]);
    const close = 'UPDATE endings SET closed_at = ? WHERE policy_id = ?';
    await rows(close, past, canceled.policy.id);
    expect(await owed()).toEqual({ ids: [], total: 0 });
    await rows(close, null, canceled.policy.id);
    expect(await owed()).toEqual({ ids: [canceled.policy.id], total: 1 });
  });

  test.each([
    '/admin/claims?queue=claims_due&status=pending',
    '/admin/claims?queue=claims_due&assigned=me',
    '/admin/policies?queue=refunds_owed&policy_type=home',
  ])('%s is refused, because no index serves both filters', async (path) => {
    const refused = await hedy.call(path);
    expect(refused.status).toBe(422);
    expect(refused.message).toBe('The filter for waiting items cannot be combined with another filter.');
  });
});
