/** The discount for claim-free years, from the renewal's draft to the policy. */
import { beforeEach, describe, expect, test } from 'vitest';
import { parseDay } from '#domain/days.ts';
import { quoteRequest } from '#domain/quote/schema.ts';
import { openDatabase } from '#worker/platform/db/client.ts';
import { renewPolicy } from '#worker/policies/renew.ts';
import { Admin } from '../../test/admin.ts';
import { submit } from '../../test/claims.ts';
import { decide } from '../../test/decided.ts';
import { asHolder, insured } from '../../test/desk.ts';
import {
  CAR,
  Customer,
  countingDatabase,
  HOME,
  readChain,
  rows,
  scanFromHere,
  TRAVEL,
  term,
  usual,
} from '../../test/harness.ts';
import { paidOnChain } from '../../test/money.ts';
import { changeHolder } from '../../test/registry.ts';
import { createQuote } from './create.ts';
import { showDraft } from './draft.ts';
import { earlierOf, noClaimsIn } from './earlier.ts';

beforeEach(scanFromHere);

const DAY = 86_400_000;
type Bought = Awaited<ReturnType<typeof insured>>;

/** When the policy can be renewed: ten days before its end. */
const before = ({ policy }: Bought) => Date.parse(policy.policy_end_date) - 10 * DAY;
/** The claim-free years that a wallet has at the policy's renewal. */
async function yearsAt(bought: Bought, customer: Customer, details: Record<string, string | number> = HOME) {
  const startDay = (parseDay(bought.policy.policy_end_date) ?? 0) + 1;
  const ctx = asHolder(customer, { clock: () => before(bought) });
  const earlier = await earlierOf(ctx, ctx.actor.wallet, { product: bought.policy.policy_type, details });
  return noClaimsIn(earlier, startDay, ctx.clock());
}

describe('the discount for claim-free years', () => {
  test('lowers a renewal’s price by 5 % in a line of its own, from the draft to the stored quote', async () => {
    const bought = await insured();
    const { customer, policy } = bought;
    const ctx = asHolder(customer, { clock: () => before(bought) });
    const renewed = await renewPolicy(ctx, policy);
    const noClaims = { years: 1, policy_number: policy.policy_number };
    expect((await showDraft(ctx, renewed.draft_id)).no_claims).toEqual(noClaims);
    const quote = await createQuote(
      ctx,
      quoteRequest.parse({
        ...customer.quoteBody(),
        details: undefined,
        draft_id: renewed.draft_id,
        policy_start_date: renewed.policy_start_date,
        policy_end_date: renewed.policy_end_date,
      }),
      () => Promise.resolve(),
    );
    expect(quote).toMatchObject({
      premium_usd: 1140,
      amount: '570000000000000000',
      price_lines: [
        { label: 'One year', cents: 120_000 },
        { label: `No claims on ${policy.policy_number}, read from the registry: −5 %`, cents: -6000 },
      ],
    });
    expect(await rows('SELECT premium_usd, price_lines FROM quotes WHERE id = ?', quote.quote_id)).toEqual([
      { premium_usd: 1140, price_lines: JSON.stringify(quote.price_lines) },
    ]);
  });

  test('needs the same home, in whatever spelling of case, spaces and commas', async () => {
    const bought = await insured();
    const years = async (house_address: string) =>
      (await yearsAt(bought, bought.customer, { ...HOME, house_address }))?.years ?? 0;
    expect(await years(` ${HOME.house_address.toUpperCase().replace(', ', ' ,  ')} `)).toBe(1);
    expect(await years(`1${HOME.house_address}`)).toBe(0);
    expect((await yearsAt(bought, bought.customer, { ...HOME, year_built: 1801 }))?.years).toBe(1);
  });

  test('compares make, model and year of a car, not its mileage, and gives a trip none', async () => {
    const bought = await insured({ insurance_type: 'car', details: CAR });
    const years = async (change: object) =>
      (await yearsAt(bought, bought.customer, { ...CAR, ...change }))?.years ?? 0;
    expect(await years({ mileage: 99_000 })).toBe(1);
    expect(await years({ car_model: 'V90' })).toBe(0);
    expect(await years({ car_year: 2020 })).toBe(0);
    const trip = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(180) });
    expect(await yearsAt(trip, trip.customer, TRAVEL)).toBeNull();
  });

  test('is not given to a wallet that never held the policy', async () => {
    const bought = await insured();
    expect(await yearsAt(bought, await Customer.arrive())).toBeNull();
  });

  test('is gone while a claim is open, and after a payout', async () => {
    const open = await insured();
    await submit(open.customer, open.policy);
    expect(await yearsAt(open, open.customer)).toBeNull();
    const paid = await insured();
    await paidOnChain(await Admin.arrive(), paid);
    await readChain();
    expect(await rows('SELECT status FROM claims WHERE policy_id = ?', paid.policy.id)).toEqual([
      { status: 'paid' },
    ]);
    // Paid on the first of 366 days, it leaves a whole year behind it; a day later it doesn't.
    expect((await yearsAt(paid, paid.customer))?.years).toBe(1);
    await rows(
      'UPDATE chain_events SET block_time = ? WHERE id = (SELECT paid_event_id FROM claims WHERE policy_id = ?) RETURNING id',
      new Date(Date.now() + DAY).toISOString(),
      paid.policy.id,
    );
    expect(await yearsAt(paid, paid.customer)).toBeNull();
  });

  test('stays when a claim was rejected', async () => {
    const bought = await insured();
    const { data: claim } = await submit(bought.customer, bought.policy);
    await decide(await Admin.arrive(), claim.id, 'rejected', {
      clause: 'not_covered-2',
      admin_notes: 'It is wear.',
    });
    expect((await yearsAt(bought, bought.customer))?.years).toBe(1);
  });

  test('goes to the new holder with a registered change, also for what the holder before had insured earlier', async () => {
    const bought = await insured();
    const heir = await Customer.arrive();
    await changeHolder(bought.policy.quote_id, heir.account.address);
    await readChain();
    expect((await yearsAt(bought, heir))?.years).toBe(1);
    expect(await yearsAt(bought, bought.customer)).toBeNull();
    // Of the two policies of the wallet before, the heir holds one.
    const other = await insured();
    const short = (await other.customer.quote(term(30))).data;
    const body = {
      wallet_address: other.customer.address,
      tx_hash: await other.customer.pay(short),
      chain_id: usual.chain_id,
    };
    await other.customer.call('/insurance/home-quote', { body });
    await changeHolder(short.quote_id, heir.account.address);
    await readChain();
    expect((await yearsAt(other, heir))?.policy_number).toBe(other.policy.policy_number);
  });

  test('counts no policy that was refunded in full', async () => {
    const bought = await insured();
    await rows(
      "UPDATE policies SET status = 'cancelled', cover_until = cover_from WHERE id = ? RETURNING id",
      bought.policy.id,
    );
    expect(await yearsAt(bought, bought.customer)).toBeNull();
  });

  test('reads the policies of the wallet alone, however many others there are', async () => {
    const bought = await insured();
    const read = async () => {
      const { DB, rowsRead, statements } = countingDatabase();
      const ctx = { ...asHolder(bought.customer), db: openDatabase(DB) };
      await earlierOf(ctx, ctx.actor.wallet, { product: 'home', details: HOME });
      expect(statements).toHaveLength(1);
      return rowsRead();
    };
    const alone = await read();
    await Promise.all([insured(), insured({ insurance_type: 'car', details: CAR })]);
    // The index's next entry, which both lookups meet, belongs to somebody else now.
    expect(await read()).toBeLessThanOrEqual(alone + 2);
    expect(alone).toBeLessThan(25);
  });
});
