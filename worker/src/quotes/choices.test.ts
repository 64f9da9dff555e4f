/** Cover level and deductible, from the quote to the claim and the renewal. */
import { describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { DraftDetailAnswer, EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { claimDetail, submit } from '../../test/claims.ts';
import { insured } from '../../test/desk.ts';
import { Customer, call, HOME, ORIGIN, rows, term } from '../../test/harness.ts';

const CHOICES = { coverage_usd: 350_000, deductible_usd: 5000 };

describe('choices of cover and deductible', () => {
  test('a quote has the premium, cover, deductible and price lines of its choice', async () => {
    const ada = await Customer.arrive();
    const { data } = await ada.quote({ choices: CHOICES, ...term(30) });
    expect(data).toMatchObject({
      premium_usd: 70,
      ...CHOICES,
      price_lines: [
        { label: '$850 ÷ 365 × 30', cents: 6986 },
        { label: 'Rounded to the dollar', cents: 14 },
      ],
    });
    expect((data.payment as EvmPayment).typed_data.message).toMatchObject({ cover: 350_000 });
  });

  test('a quote without choices is the specification’s product', async () => {
    const ada = await Customer.arrive();
    expect((await ada.quote()).data).toMatchObject({
      premium_usd: 1200,
      coverage_usd: 500_000,
      deductible_usd: 2500,
      price_lines: [{ label: 'One year', cents: 120_000 }],
    });
  });

  test('a draft keeps its choices for its owner and for the quote', async () => {
    const ada = await Customer.arrive();
    const body = { insurance_type: 'home', details: HOME, ...term(), choices: { coverage_usd: 200_000 } };
    const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body })).data;
    const draft = await ada.call<DraftDetailAnswer>(`/insurance/drafts/${draft_id}`);
    expect(draft.data.choices).toEqual({ coverage_usd: 200_000, deductible_usd: 2500 });
    const { data } = await ada.quote({ details: undefined, draft_id });
    expect(data).toMatchObject({ premium_usd: 660, coverage_usd: 200_000, deductible_usd: 2500 });
  });

  test('a choice that is not sold is refused with what is', async () => {
    const ada = await Customer.arrive();
    const answer = await ada.call<QuoteAnswer>('/insurance/quotes', {
      body: { ...ada.quoteBody(), choices: { deductible_usd: 1 } },
    });
    expect(answer).toMatchObject({ status: 422, issues: [{ path: 'choices' }] });
    expect(await rows('SELECT id FROM quotes WHERE wallet = ?', ada.address.toLowerCase())).toEqual([]);
  });

  test('policy, claim and renewal have the deductible that was bought', async () => {
    const { policy, customer } = await insured({ choices: CHOICES, ...term(30) });
    const { data } = await customer.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`);
    expect(data).toMatchObject({
      amount: 350_000,
      deductible: 5000,
      formatted_deductible: '$5,000',
      premium: 70,
      price_lines: [
        { label: '$850 ÷ 365 × 30', cents: 6986 },
        { label: 'Rounded to the dollar', cents: 14 },
      ],
    });
    const claim = await submit(customer, policy, { claim_amount: 6200 });
    expect((await claimDetail(customer, claim.data.id)).deductible).toBe(5000);
    const { data: draft } = await customer.call<{ draft_id: string }>(
      `/insurance/policy/${policy.id}/renew`,
      { method: 'POST' },
    );
    const renewed = await customer.call<DraftDetailAnswer>(`/insurance/drafts/${draft.draft_id}`);
    expect(renewed.data.choices).toEqual(CHOICES);
  });

  test('anyone can list the products with their tariffs', async () => {
    const { data } =
      await call<{ insurance_type: string; choices: { default: boolean }[] }[]>('/insurance/products');
    expect(data.map(({ insurance_type, choices }) => [insurance_type, choices.length])).toEqual([
      ['home', 9],
      ['car', 3],
      ['travel', 3],
    ]);
    expect(data[0]?.choices[3]).toEqual({ ...CHOICES, base_per_year_usd: 850, default: false });
    expect(data[2]?.choices.filter((choice) => choice.default)).toEqual([
      { coverage_usd: 100_000, deductible_usd: 0, base_per_year_usd: 300, default: true },
    ]);
    expect(data[2]).toMatchObject({
      label: 'Travel Insurance',
      min_days: 1,
      max_days: 180,
      wording: { version: 'travel-3', not_covered: expect.arrayContaining(['Changing your mind.']) },
      ipid_url: `${ORIGIN}/api/insurance/ipid/travel-3`,
    });
  });
});
