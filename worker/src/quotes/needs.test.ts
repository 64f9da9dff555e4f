/** Answers about demands and needs, from the form to the policy. */
import { describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { DraftDetailAnswer } from '#domain/quote/schema.ts';
import { insured } from '../../test/desk.ts';
import { Customer, HOME, rows, term } from '../../test/harness.ts';

const NEEDS = { flood: 'yes', valuables: 'no', bears_deductible: 'yes' };

describe('answers about demands and needs', () => {
  test('are kept by the draft and its quote, and shown on the policy with what does not fit', async () => {
    const ada = await Customer.arrive();
    const body = { insurance_type: 'home', details: HOME, ...term(), needs: NEEDS };
    const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body })).data;
    expect((await ada.call<DraftDetailAnswer>(`/insurance/drafts/${draft_id}`)).data.needs).toEqual(NEEDS);
    const { data } = await ada.quote({ details: undefined, draft_id });
    expect(await rows('SELECT needs FROM quotes WHERE id = ?', data.quote_id)).toEqual([
      { needs: '{"flood":"yes","valuables":"no","bears_deductible":"yes"}' },
    ]);
    const { customer, policy } = await insured({ needs: NEEDS });
    const shown = await customer.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`);
    expect(shown.data.needs).toEqual([
      {
        question: 'Do you need cover against flood or earthquake?',
        answer: 'yes',
        mismatch: 'This policy does not cover flood and earthquake.',
      },
      {
        question: 'Do you keep cash, or valuables above $1,000 each, that should be insured?',
        answer: 'no',
        mismatch: null,
      },
      { question: 'Could you cover the deductible of a claim yourself?', answer: 'yes', mismatch: null },
    ]);
  });

  test('are not required of a client of the API', async () => {
    const { customer, policy } = await insured();
    const { data } = await customer.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`);
    expect(data.needs).toEqual([]);
  });

  test.each([
    ['a missing answer', { flood: 'yes', valuables: 'no' }],
    ['another product’s question', { ...NEEDS, sports: 'no' }],
    ['neither yes nor no', { ...NEEDS, flood: 'maybe' }],
  ])('are refused with %s', async (_, needs) => {
    const ada = await Customer.arrive();
    expect(await ada.quote({ needs })).toMatchObject({ status: 422 });
    const body = { insurance_type: 'home', details: HOME, ...term(), needs };
    expect((await ada.call('/insurance/drafts', { body })).status).toBe(422);
    expect(await rows('SELECT id FROM quotes WHERE wallet = ?', ada.address.toLowerCase())).toEqual([]);
  });

  test('are refused beside a draft, which has its own', async () => {
    const ada = await Customer.arrive();
    const body = { insurance_type: 'home', details: HOME, ...term() };
    const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body })).data;
    expect(await ada.quote({ details: undefined, draft_id, needs: NEEDS })).toMatchObject({
      status: 422,
      issues: [{ path: 'needs', message: 'Send needs with the details. A draft has its own.' }],
    });
  });
});
