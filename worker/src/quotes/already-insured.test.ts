/** The same home or car twice: the quote asks once more, and the desk sees both. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { formatDay, formatUsDay, parseDay } from '#domain/days.ts';
import { quoteRequest } from '#domain/quote/schema.ts';
import { renewPolicy } from '#worker/policies/renew.ts';
import { Admin } from '../../test/admin.ts';
import { submit } from '../../test/claims.ts';
import { asHolder, insured } from '../../test/desk.ts';
import { CAR, Customer, HOME, readChain, rows, scanFromHere, TRAVEL, term } from '../../test/harness.ts';
import { changeHolder } from '../../test/registry.ts';
import { createQuote } from './create.ts';

beforeAll(scanFromHere);

type Bought = Awaited<ReturnType<typeof insured>>;
/** What a client asks that knows nothing of the question. */
const plain = (customer: Customer, changes: Record<string, unknown> = {}) =>
  customer.quote({ insure_again: undefined, ...changes });
const on = (day: string, more: number) => formatDay((parseDay(day) ?? 0) + more);
const usDay = (day: string) => formatUsDay(parseDay(day) ?? 0);
/** Renewed from 30 days before its end, and changed any time before. */
const later = ({ policy }: Bought) =>
  `: change its cover, or renew it from ${usDay(on(policy.policy_end_date, -30))}`;
const asked = ({ policy }: Bought, thing: string, possible: string) => ({
  status: 409,
  code: 'already_insured',
  message: `You already insure this ${thing} until ${usDay(policy.policy_end_date)} (${policy.policy_number})${possible}. Please confirm if you want to insure it again all the same.`,
  issues: [
    { path: `policies.${policy.id}`, message: `${policy.policy_number} ends on ${policy.policy_end_date}.` },
  ],
});

describe('a quote for what the wallet already insures', () => {
  let home: Bought;
  beforeAll(async () => {
    home = await insured(term(90));
  });

  test('is refused with the policy’s number and end, and made once the customer confirms', async () => {
    const { customer, policy } = home;
    const spelled = { ...HOME, house_address: ` ${HOME.house_address.toUpperCase()}`, year_built: 1901 };
    expect(await plain(customer, { details: spelled })).toMatchObject(asked(home, 'home', later(home)));
    expect(await plain(customer, { insure_again: false })).toMatchObject(asked(home, 'home', later(home)));
    const { status, data } = await plain(customer, { insure_again: true });
    expect(status).toBe(200);
    expect(await rows('SELECT insured_beside FROM quotes WHERE id = ?', data.quote_id)).toEqual([
      { insured_beside: policy.id },
    ]);
  });

  test('is refused from a draft as well, which stays for the confirmed one', async () => {
    const { customer } = home;
    const form = { insurance_type: 'home', details: HOME, ...term() };
    const { data: draft } = await customer.call<{ draft_id: string }>('/insurance/drafts', { body: form });
    const from = { details: undefined, draft_id: draft.draft_id };
    expect(await plain(customer, from)).toMatchObject(asked(home, 'home', later(home)));
    expect((await plain(customer, { ...from, insure_again: true })).status).toBe(200);
  });

  test('is made without a question for another home, another product, and days after the cover', async () => {
    const { customer, policy } = home;
    const after = on(policy.policy_end_date, 1);
    const last = {
      policy_start_date: policy.policy_end_date,
      policy_end_date: on(policy.policy_end_date, 90),
    };
    const next = { policy_start_date: after, policy_end_date: on(after, 90) };
    const others = [
      { details: { ...HOME, house_address: '1 Other Street, Boston' } },
      { insurance_type: 'car', details: CAR },
      next,
    ];
    for (const changes of others) {
      const { status, data } = await plain(customer, changes);
      expect(status).toBe(200);
      expect(await rows('SELECT insured_beside FROM quotes WHERE id = ?', data.quote_id)).toEqual([
        { insured_beside: null },
      ]);
    }
    // The last day of cover belongs to it.
    expect(await plain(customer, last)).toMatchObject(asked(home, 'home', later(home)));
  });

  test('tells another wallet nothing, also about a home that it held before', async () => {
    expect((await plain(await Customer.arrive())).status).toBe(200);
    const bought = await insured();
    const heir = await Customer.arrive();
    await changeHolder(bought.policy.quote_id, heir.address);
    await readChain();
    expect(await rows('SELECT wallet FROM policies WHERE id = ?', bought.policy.id)).toEqual([
      { wallet: heir.address.toLowerCase() },
    ]);
    expect((await plain(bought.customer)).status).toBe(200);
    expect(await plain(heir)).toMatchObject(asked(bought, 'home', later(bought)));
  });

  test('is asked about for the same car, never for a trip, and not beside a policy that is over', async () => {
    const car = await insured({ insurance_type: 'car', details: CAR });
    expect(
      await plain(car.customer, { insurance_type: 'car', details: { ...CAR, mileage: 9 } }),
    ).toMatchObject(asked(car, 'car', later(car)));
    const trip = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(30) });
    const again = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
    expect((await plain(trip.customer, again)).status).toBe(200);
    await rows("UPDATE policies SET status = 'rejected' WHERE id = ? RETURNING id", car.policy.id);
    expect((await plain(car.customer, { insurance_type: 'car', details: CAR })).status).toBe(200);
  });

  test('is told only what can be done with the policy on that day, which its own page offers too', async () => {
    const bought = await insured({ ...term(90), insurance_type: 'car', details: CAR });
    const { customer, policy } = bought;
    const car = { insurance_type: 'car', details: CAR };
    const now = (possible: string) => asked(bought, 'car', possible);
    const end = Date.parse(policy.policy_end_date);
    const at = (ms: number) => asHolder(customer, { clock: () => ms });
    const again = async (ms: number) => {
      const today = formatDay(Math.floor(ms / 86_400_000));
      const dates = { policy_start_date: today, policy_end_date: on(today, 90) };
      const body = { ...customer.quoteBody(), insure_again: undefined, ...car, ...dates };
      return createQuote(at(ms), quoteRequest.parse(body), () => Promise.resolve());
    };
    const said = (possible: string) => ({ code: 'already_insured', message: now(possible).message });
    const first = usDay(on(policy.policy_end_date, -30));
    await expect(again(end - 30 * 86_400_000 - 1)).rejects.toMatchObject(said(later(bought)));
    await expect(renewPolicy(at(end - 30 * 86_400_000 - 1), { id: policy.id })).rejects.toMatchObject({
      message: `This policy can be renewed from ${first}.`,
    });
    await expect(again(end - 30 * 86_400_000)).rejects.toMatchObject(said(': renew it, or change its cover'));
    expect(await renewPolicy(at(end - 30 * 86_400_000), { id: policy.id })).toMatchObject({
      insurance_type: 'car',
    });

    // An open claim keeps the cover as it is, and a policy under review has nothing to offer yet.
    await submit(customer, policy, { claim_amount: 5000 });
    expect(await plain(customer, car)).toMatchObject(now(`: renew it from ${first}`));
    await rows("UPDATE policies SET status = 'pending' WHERE id = ? RETURNING id", policy.id);
    expect(await plain(customer, car)).toMatchObject(now(''));
  });

  test('is not asked about by a renewal or a change of its own cover', async () => {
    const { customer, policy } = home;
    const clock = () => Date.parse(policy.policy_end_date) - 10 * 86_400_000;
    const ctx = asHolder(customer, { clock });
    const { draft_id, policy_start_date, policy_end_date } = await renewPolicy(ctx, policy);
    const body = { ...customer.quoteBody(), insure_again: undefined, details: undefined, draft_id };
    const renewal = quoteRequest.parse({ ...body, policy_start_date, policy_end_date });
    expect((await createQuote(ctx, renewal, () => Promise.resolve())).quote_id).toMatch(/^0x/);
    const preview = await customer.call<{ possible: boolean }>(
      `/insurance/policy/${policy.id}/change?preview=true`,
      { body: { choices: { coverage_usd: 350_000, deductible_usd: 2500 } } },
    );
    expect(preview).toMatchObject({ status: 200, data: { possible: true } });
  });
});

describe('a claim on a home that two policies insure', () => {
  const flagsOf = async (hedy: Admin, id: number) => {
    const { data } = await hedy.call<AdminClaimDetail>(`/admin/claims/${id}`);
    return data.flags.filter(({ kind }) => kind === 'insured_twice');
  };

  test('is flagged with the other policy, and with its claim of the same day', async () => {
    const hedy = await Admin.arrive('Hedy Lamarr');
    const first = await insured();
    const { customer } = first;
    const { data: quote } = await customer.quote({ insure_again: true });
    const { data: second } = await customer.report(await customer.pay(quote));
    // The second begins later on the day of the incident.
    const midnight = `${formatDay(Math.floor(Date.now() / 86_400_000))}T00:00:00.000Z`;
    await rows('UPDATE policies SET cover_from = ? WHERE id = ? RETURNING id', midnight, first.policy.id);
    const one = await submit(customer, first.policy, { claim_amount: 5000 });
    const policyLink = (id: number, label: string) => ({ label, link: `/admin/policies?open=${id}` });
    const claimLink = (id: number, label: string) => ({ label, link: `/admin/claims?open=${id}` });
    expect(await flagsOf(hedy, one.data.id)).toEqual([
      {
        kind: 'insured_twice',
        reason: `${second.policy_number} insures the same home and covers this day too. One loss is paid once.`,
        links: [policyLink(second.id, second.policy_number)],
      },
    ]);
    const two = await submit(customer, second, { claim_amount: 4000 });
    expect(await flagsOf(hedy, one.data.id)).toEqual([
      {
        kind: 'insured_twice',
        reason: `${second.policy_number} insures the same home and covers this day too, and ${two.data.claim_number} on it is about the same day. One loss is paid once.`,
        links: [policyLink(second.id, second.policy_number), claimLink(two.data.id, two.data.claim_number)],
      },
    ]);
    // A policy that was canceled since paid for that day as well.
    await rows("UPDATE policies SET status = 'cancelled' WHERE id = ? RETURNING id", first.policy.id);
    expect((await flagsOf(hedy, two.data.id))[0]?.links.map(({ label }) => label)).toEqual([
      first.policy.policy_number,
      one.data.claim_number,
    ]);
  });

  test('has no such flag for another home of the wallet', async () => {
    const hedy = await Admin.arrive('Hedy Lamarr');
    const first = await insured();
    const { customer } = first;
    const other = { ...HOME, house_address: '1 Other Street, Boston' };
    const { data: quote } = await customer.quote({ details: other });
    await customer.report(await customer.pay(quote));
    const { data } = await submit(customer, first.policy, { claim_amount: 5000 });
    expect(await flagsOf(hedy, data.id)).toEqual([]);
  });
});
