/** A trip of one to nine travelers, from its quote to its cancellation. */
import { describe, expect, test } from 'vitest';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import type { DraftDetailAnswer, EvmPayment } from '#domain/quote/schema.ts';
import { asHolder, insured } from '../../test/desk.ts';
import { Customer, later, rows, TRAVEL, term } from '../../test/harness.ts';
import { detail } from '../../test/registry.ts';
import { previewCancellation } from './cancel.ts';

const DAY = 86_400_000;
const today = () => new Date().toISOString().slice(0, 10);
const BYRON = {
  name: 'Byron King',
  birth_date: '2015-05-12',
  passport_number: 'CD7654321',
  passport_country: 'france',
};
const GRACE = {
  name: 'Grace Hopper',
  birth_date: '1980-12-09',
  passport_number: 'EF1112223',
  passport_country: 'canada',
};
const FAMILY = { ...TRAVEL, additional_travelers: [BYRON, GRACE] };
const trip = (changes: Record<string, unknown> = {}) => ({
  insurance_type: 'travel',
  details: TRAVEL,
  ...term(31, 60),
  ...changes,
});

describe('a quote for several travelers', () => {
  test('each pays a line of the price, the registry holds the sum, and it begins on the day of the quote', async () => {
    const { customer, quote, policy } = await insured(trip({ details: FAMILY }));
    expect(quote).toMatchObject({
      premium_usd: 63,
      coverage_usd: 300_000,
      cover_start_date: today(),
      price_lines: [
        { label: 'Traveler 1: $300 ÷ 365 × 31', cents: 2548 },
        { label: 'Traveler 2, under 18: half', cents: 1274 },
        { label: 'Traveler 3', cents: 2548 },
        { label: 'Rounded to the dollar', cents: -70 },
      ],
    });
    const { message } = (quote.payment as EvmPayment).typed_data;
    expect(message).toMatchObject({
      cover: 300_000,
      startDay: Math.floor(Date.now() / DAY),
      endDay: Math.floor(Date.now() / DAY) + 91,
    });
    const { policy_start_date: start } = term(31, 60);
    expect(policy).toMatchObject({
      status: 'active',
      in_force: true,
      amount: 300_000,
      policy_start_date: start,
      cover_start_date: today(),
      travelers: [
        { number: 1, name: 'Ada Lovelace' },
        { number: 2, name: 'Byron King' },
        { number: 3, name: 'Grace Hopper' },
      ],
    });
    expect(Date.parse(policy.cover_from ?? '')).toBeLessThanOrEqual(Date.now());
    const shown = await detail(customer, policy.id);
    expect(shown.details).toEqual({ ...FAMILY, departure: TRAVEL.origin });
    expect(shown.renewable_from).toBeNull();
    const told = await rows<{ text: string }>(
      "SELECT text FROM thread_messages WHERE dedupe_key = 'policy:' || ? || ':purchased'",
      policy.quote_id,
    );
    expect(told[0]?.text).toMatch(
      /It covers each of 3 travelers up to \$100,000 until .*\. Cancellation from .*, medical from .*\./,
    );
  });

  test('passports and dates of birth of all travelers are encrypted at rest', async () => {
    const customer = await Customer.arrive();
    await customer.quote(trip({ details: FAMILY }));
    const stored = JSON.stringify(
      await rows('SELECT * FROM quotes WHERE wallet = ?', customer.address.toLowerCase()),
    );
    expect(stored).toContain('Grace Hopper');
    for (const secret of ['CD7654321', 'EF1112223', '2015-05-12', '1980-12-09', TRAVEL.passport_number]) {
      expect(stored).not.toContain(secret);
    }
  });

  test('a draft keeps the travelers as they were entered', async () => {
    const customer = await Customer.arrive();
    const { policy_start_date, policy_end_date } = term(31, 60);
    const body = { insurance_type: 'travel', details: FAMILY, policy_start_date, policy_end_date };
    const made = await customer.call<{ draft_id: string }>('/insurance/drafts', { body });
    const { data } = await customer.call<DraftDetailAnswer>(`/insurance/drafts/${made.data.draft_id}`);
    expect(data.details).toEqual({ ...FAMILY, departure: TRAVEL.origin });
    const { details: _, ...rest } = trip();
    const quote = await customer.quote({ ...rest, details: undefined, draft_id: made.data.draft_id });
    expect(quote.data.premium_usd).toBe(63);
  });

  test('more than a million dollars of cover together is refused, in quotes and drafts', async () => {
    const customer = await Customer.arrive();
    const choices = { coverage_usd: 250_000 };
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...GRACE, passport_number: `EF111222${index}` }));
    const details = (count: number) => ({ ...TRAVEL, additional_travelers: others(count) });
    expect((await customer.quote(trip({ choices, details: details(3) }))).data).toMatchObject({
      premium_usd: 144,
      coverage_usd: 1_000_000,
    });
    const refused = await customer.quote(trip({ choices, details: details(4) }));
    expect(refused).toMatchObject({
      status: 422,
      message:
        'The cover of all travelers together can be at most $1,000,000, and 5 times $250,000 is $1,250,000. Please choose a lower cover.',
      issues: [{ path: 'choices' }],
    });
    const { policy_start_date, policy_end_date } = term(31, 60);
    const body = {
      insurance_type: 'travel',
      choices,
      details: details(4),
      policy_start_date,
      policy_end_date,
    };
    expect((await customer.call('/insurance/drafts', { body })).status).toBe(422);
  });
});

describe('a trip', () => {
  test('is not renewed', async () => {
    const { customer, policy } = await insured(trip(term(10)));
    const answer = await customer.call(`/insurance/policy/${policy.id}/renew`, { body: {} });
    expect(answer).toMatchObject({ status: 409, message: expect.stringContaining('A trip is not renewed.') });
  });

  test('is refunded by 80 percent until departure, then by 80 percent of its unused days', async () => {
    const { customer, quote, policy } = await insured(trip());
    const preview = (days: number): Promise<CancellationPreview> =>
      previewCancellation(asHolder(customer, later(days * DAY)), policy.id);
    const share = ((BigInt(quote.amount) * 80n) / 100n).toString();
    for (const days of [0, 13, 59]) {
      expect(await preview(days)).toMatchObject({
        kind: 'pro_rata',
        percent: 80,
        refund_usd: 20,
        refund_amount: share,
      });
    }
    expect(await preview(60)).toMatchObject({
      kind: 'pro_rata',
      percent: 80,
      unused_days: 30,
      refund_usd: 19,
    });
    expect(await preview(91)).toMatchObject({ unused_days: 0, refund_amount: '0' });
  });
});
