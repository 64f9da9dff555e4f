/** Asking to be called about a claim. */
import { describe, expect, test } from 'vitest';
import { supportSlots } from '#domain/support/hours.ts';
import { claimDetail, claimed, eventKinds, messagesOf, threadOf } from '../../test/claims.ts';
import { rows } from '../../test/harness.ts';

const DAY = 86_400_000;

describe('requesting a call', () => {
  /** The first support slot at or after a time. */
  const open = (from: number) => supportSlots(from, from + 4 * DAY)[0] ?? 0;
  const at = (ms: number) => ({
    preferred_at: new Date(open(Date.now() + ms)).toISOString(),
    telephone: '+44 20 7946 0018',
    note: 'Not before lunch.',
  });

  /** The next Saturday, and the night before it, in New York. */
  const saturday = (from: number) =>
    new Date(from + ((6 - new Date(from).getUTCDay()) % 7) * DAY).toISOString();
  const night = (from: number) => new Date(from + 12 * 3_600_000).toISOString();

  test('stores the phone number encrypted and tells support about the call without it @api-31', async () => {
    const { customer, claim } = await claimed();
    const body = at(2 * DAY);
    const { status, data } = await customer.call(`/claims/${claim.id}/call`, { body });
    expect(status).toBe(201);
    expect(data).toEqual({ preferred_at: body.preferred_at, requested_at: expect.any(String) });
    expect((await claimDetail(customer, claim.id)).call).toEqual(data);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'call_requested']);
    expect((await messagesOf(claim.id)).at(-1)).toMatchObject({
      sender: 'user',
      text: expect.stringContaining(`Please call me about ${claim.claim_number}`),
    });
    const kept = JSON.stringify([
      await rows('SELECT * FROM claim_calls WHERE claim_id = ?', claim.id),
      await rows('SELECT * FROM claim_timeline WHERE claim_id = ?', claim.id),
      await messagesOf(claim.id),
    ]);
    expect(kept).not.toContain('7946');
    expect(kept).not.toContain('lunch');
    expect(await threadOf(claim.id)).toMatchObject({ last_sender: 'user', unread_by_support: 1 });
  });

  test('treats repeated call requests for the same time as one, even simultaneous ones', async () => {
    const { customer, claim } = await claimed();
    const body = at(DAY);
    const answers = await Promise.all(
      [1, 2, 3].map(() => customer.call(`/claims/${claim.id}/call`, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'call_requested']);
    expect(await messagesOf(claim.id)).toHaveLength(3);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['in the past', { preferred_at: new Date(Date.now() - 1000).toISOString() }, 'preferred_at'],
    ['in 31 days', { preferred_at: new Date(open(Date.now() + 31 * DAY)).toISOString() }, 'preferred_at'],
    ['on a Saturday', { preferred_at: saturday(open(Date.now())) }, 'preferred_at'],
    ['at night', { preferred_at: night(open(Date.now())) }, 'preferred_at'],
    ['at an invalid time', { preferred_at: 'tomorrow' }, 'preferred_at'],
    ['with an invalid number', { telephone: 'call me' }, 'telephone'],
  ])('rejects a call request %s at its field @api-31', async (_, changes, path) => {
    const { customer, claim } = await claimed();
    const answer = await customer.call(`/claims/${claim.id}/call`, { body: { ...at(DAY), ...changes } });
    expect(answer).toMatchObject({
      status: 422,
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    });
    expect(await eventKinds(claim.id)).toEqual(['submitted']);
  });
});
