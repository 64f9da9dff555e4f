/** Drafts, and the wording that was accepted with them. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { DraftDetailAnswer } from '#domain/quote/schema.ts';
import { insured } from '../../test/desk.ts';
import { Customer, HOME, rows, term } from '../../test/harness.ts';

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;

describe('drafts and the accepted wording', () => {
  const draftBody = { insurance_type: 'home', details: HOME, ...term() };

  test('lets only the owner read a draft, and only until it expires @api-9', async () => {
    const ada = await Customer.arrive();
    const { data } = await ada.call<{ draft_id: string }>('/insurance/drafts', { body: draftBody });
    const path = `/insurance/drafts/${data.draft_id}`;
    const read = await ada.call<DraftDetailAnswer>(path);
    expect(read).toMatchObject({
      status: 200,
      data: { ...draftBody, draft_id: data.draft_id, wording_version: null, wording_accepted_at: null },
    });
    expect((await (await Customer.arrive()).call(path)).status).toBe(404);
    expect((await ada.call('/insurance/drafts/draft_none')).status).toBe(404);
    await env.DB.prepare('UPDATE drafts SET expires_at = ? WHERE id = ?')
      .bind(new Date(Date.now() - 1).toISOString(), data.draft_id)
      .run();
    expect((await ada.call(path)).status).toBe(404);
  });

  test('accepts only the current wording and takes the time from our clock @quote-16', async () => {
    const ada = await Customer.arrive();
    for (const path of ['/insurance/drafts', '/insurance/quotes']) {
      const body = path.endsWith('drafts') ? draftBody : ada.quoteBody();
      const old = await ada.call(path, { body: { ...body, wording_version: 'home-0' } });
      expect(old).toMatchObject({ status: 422, issues: [{ path: 'wording_version' }] });
    }
    const { policy, customer } = await insured({ wording_version: 'home-2' });
    const accepted = (await detail(customer, policy.id)).wording_accepted_at;
    expect(Math.abs(Date.parse(accepted ?? '') - Date.now())).toBeLessThan(60_000);
    const without = await insured();
    expect((await detail(without.customer, without.policy.id)).wording_accepted_at).toBeNull();
  });

  test('carries the wording accepted with a draft over to its quote', async () => {
    const ada = await Customer.arrive();
    const accepted = { ...draftBody, wording_version: 'home-2' };
    const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body: accepted })).data;
    const { data } = await ada.call<DraftDetailAnswer>(`/insurance/drafts/${draft_id}`);
    expect(data.wording_version).toBe('home-2');
    const quote = await ada.quote({ details: undefined, draft_id });
    const [row] = await rows('SELECT wording_accepted_at at FROM quotes WHERE id = ?', quote.data.quote_id);
    expect(row).toEqual({ at: data.wording_accepted_at });
    // A wording that changed after the draft was saved hasn't been accepted.
    await env.DB.prepare("UPDATE drafts SET wording_version = 'home-0' WHERE id = ?").bind(draft_id).run();
    const later = await ada.quote({ details: undefined, draft_id });
    const [newer] = await rows('SELECT wording_accepted_at at FROM quotes WHERE id = ?', later.data.quote_id);
    expect(newer).toEqual({ at: null });
  });
});
