/** The year 2025 as rows of the ledger, with refunds, reversed payments and rates that change. */
import { env } from 'cloudflare:workers';
import { NO_QUOTE } from '#domain/registry/schema.ts';
import { REBUILD } from '#worker/admin/figures/days/rebuild.ts';
import { type EventKey, rebook } from '#worker/money/entries/repository.ts';
import { deskCtx } from './desk.ts';
import { rows, usual } from './harness.ts';
import { listAll } from './listed.ts';

/** No test pays into it. */
export const CONTRACT = '0x00000000000000000000000000000000000b00c5';
export const USDC = usual.currencies.find(({ symbol }) => symbol === 'USDC')?.token?.toLowerCase() ?? '';
export const CHAIN = String(usual.chain_id);
/** US cents per ether from the first of each month on. */
const RATES = [
  ...[200_000, 240_000, 180_050, 180_050, 310_000, 275_075],
  ...[150_000, 150_000, 330_033, 290_000, 260_001, 402_000],
];
const POLICIES = 60;
export const WEI = 10n ** 18n;

const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
export const rateOn = (day: string) => BigInt(RATES[Number(day.slice(5, 7)) - 1] ?? 0);
/** Base units of some cents on a day; what a customer pays is rounded up, what we pay down. */
const units = (cents: number, day: string, ether: boolean, up: 0n | 1n) => {
  if (!ether) return BigInt(cents) * 10_000n;
  const [all, rate] = [BigInt(cents) * WEI, rateOn(day)];
  return all / rate + (all % rate === 0n ? 0n : up);
};

/** US cents of base units on a day, rounded down. */
const worthOf = (amount: bigint, day: string, ether: boolean) =>
  Number(ether ? (amount * rateOn(day)) / WEI : amount / 10_000n);

const insert = (table: string, values: Record<string, unknown>) =>
  env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${Object.keys(values)
      .map(() => '?')
      .join(', ')})`,
  ).bind(...Object.values(values));

let place = 0;
interface Event {
  kind: string;
  day: string;
  quote: string;
  ether: boolean;
  amount: bigint;
  status?: string;
  [column: string]: unknown;
}
const event = ({ kind, day, quote, ether, amount, status = 'confirmed', ...rest }: Event) => {
  place += 1;
  return insert('chain_events', {
    id: place,
    kind,
    chain_id: CHAIN,
    contract: CONTRACT,
    tx_hash: `0xb00c5${place}`,
    event_index: 0,
    block_number: place,
    block_hash: `0x${place}`,
    block_time: `${day}T12:00:00.000Z`,
    quote_id: quote,
    wallet: '0xada',
    token: ether ? null : USDC,
    amount: amount.toString(),
    status,
    created_at: '',
    ...rest,
  });
};

/** What happened on no chain. */
const entry = (values: Record<string, unknown>) =>
  insert('entries', { booked_at: '', generation: 1, sign: 1, product: 'home', fee_cents: 0, ...values });

const quote = (id: string, ether: boolean, premium: number, amount: bigint) =>
  insert('quotes', {
    id,
    group_id: id,
    wallet: '0xada',
    kind: 'evm',
    chain_id: CHAIN,
    contract: CONTRACT,
    currency: ether ? 'ETH' : 'USDC',
    token: ether ? null : USDC,
    decimals: ether ? 18 : 6,
    amount: amount.toString(),
    rate: '1',
    rate_source: 'test',
    rate_at: '',
    product: 'home',
    premium_usd: premium,
    coverage_usd: 100_000,
    deductible_usd: 500,
    price_lines: '[]',
    shares: '[]',
    days: 30,
    start_date: '',
    cover_start_date: '',
    end_date: '',
    valid_until: '',
    email: '',
    details: '{}',
    sealed: '',
    wording_version: '',
    details_hash: '',
    signature: '',
    created_at: '',
  });

/** Sells, refunds, pays and reverses for a year. */
export async function seedYear(): Promise<void> {
  const all: D1PreparedStatement[] = [env.DB.prepare('DELETE FROM eth_rates')];
  for (const [index, cents] of RATES.entries())
    all.push(
      insert('eth_rates', {
        day: `2025-${String(index + 1).padStart(2, '0')}-01`,
        usd_cents: cents,
        source: 'test',
        at: '',
      }),
    );
  for (let number = 1; number <= POLICIES; number += 1) {
    const day = plus('2025-01-02', number * 5);
    const ether = number % 4 !== 3;
    // Every fifth costs the same.
    const premium = number % 5 === 0 ? 1200 : 25 + ((number * 7919) % 1200);
    const id = `0xb${number}`;
    const paid = units(premium * 100, day, ether, 1n);
    const days = [365, 30, 90][number % 3] ?? 30;
    const start = plus(day, number % 40);
    all.push(
      quote(id, ether, premium, paid),
      event({ kind: 'purchased', day, quote: id, ether, amount: paid }),
      insert('policies', {
        id: number,
        quote_id: id,
        group_id: id,
        wallet: '0xada',
        kind: 'evm',
        chain_id: CHAIN,
        product: ['home', 'car', 'travel'][number % 3],
        status: 'active',
        needs_review: 0,
        premium_usd: premium,
        coverage_usd: 100_000,
        start_date: start,
        cover_start_date: start,
        end_date: plus(start, days),
        cover_until: '',
        created_at: `${day}T12:00:00.000Z`,
        purchase_event_id: place,
        currency: ether ? 'ETH' : 'USDC',
        platform_fee_bps: number % 2 ? 250 : 500,
      }),
    );
    // The same payment in a block that is gone, and one more without a policy.
    if (number % 7 === 0)
      all.push(event({ kind: 'purchased', day, quote: `${id}f`, ether, amount: paid, status: 'orphaned' }));
    if (number % 6 === 0) refunded(all, { number, id, day, ether, premium, paid });
    if (number % 6 === 1) claimed(all, { number, id, day, ether });
    if (number % 10 === 8) without(all, { number, day, ether, premium, paid });
  }
  // The last of them is worth as much as the first. One of those put in and one of those taken out were reversed.
  for (const [kind, day, ether, amount, status] of [
    ['pool_funded', '2025-01-03', true, 2n * WEI, 'confirmed'],
    ['pool_funded', '2025-01-03', true, 2n * WEI, 'confirmed'],
    ['pool_funded', '2025-02-04', false, 12_345_678_901n, 'confirmed'],
    ['pool_funded', '2025-05-06', true, 3n * WEI + 7n, 'orphaned'],
    ['capital_withdrawn', '2025-07-08', true, WEI / 3n, 'confirmed'],
    ['capital_withdrawn', '2025-07-09', false, 1_000_000n, 'orphaned'],
    ['capital_withdrawn', '2025-11-30', false, 12_345_678_901n, 'confirmed'],
  ] as const)
    all.push(
      event({ kind, day, quote: NO_QUOTE, ether, amount, status, usd_cents: worthOf(amount, day, ether) }),
    );
  for (const fee of [
    ...[
      { day: '2025-02-10', micros: 14_999 },
      { day: '2025-02-11', micros: 9_999 },
    ],
    ...[
      { day: '2025-03-10', micros: 1_234_567 },
      { day: '2025-12-31', micros: 5_000 },
    ],
  ])
    all.push(
      insert('transaction_fees', {
        chain_id: CHAIN,
        tx_hash: `0xfee${fee.day}`,
        amount: '1',
        usd_micros: fee.micros,
        gwei: 1,
        at: `${fee.day}T12:00:00.000Z`,
      }),
    );
  await env.DB.batch(all);
  await listAll('claims');
  await bookAll();
  await env.DB.batch(REBUILD.map((sql) => env.DB.prepare(sql)));
}

/** Books every event by what it is, in their order. */
export async function bookAll(which = 'true'): Promise<void> {
  const { db } = deskCtx();
  const events = await rows<EventKey>(
    `SELECT chain_id, tx_hash, identity FROM chain_events WHERE ${which} ORDER BY id`,
  );
  const [first, ...rest] = events.flatMap((each) => rebook(db, each, ''));
  if (first) await db.batch([first, ...rest]);
}

/** Marks every day again, as each writer marks its own. */
export const markYear = () => env.DB.prepare('UPDATE figure_days SET generation = generation + 1').run();

interface Sold {
  number: number;
  id: string;
  day: string;
  ether: boolean;
  premium: number;
  paid: bigint;
}

/** All of it, or a third, 20 days later; every other refund came twice, in a block that is gone and in one that stands. */
function refunded(all: D1PreparedStatement[], { number, id, day, ether, premium, paid }: Sold): void {
  const amount = number % 4 === 0 ? paid : paid / 3n;
  const back = {
    kind: 'premium_refunded',
    day: plus(day, 20),
    quote: id,
    ether,
    amount,
    outcome: 'cancelled',
    usd_cents: Number((amount * BigInt(premium) * 100n) / paid),
  };
  if (number % 12 === 0) all.push(event({ ...back, status: 'orphaned' }));
  all.push(event(back));
}

/** A claim that is paid on chain, outside it, or rejected; every other payout can't be delivered, and is taken later. */
function claimed(
  all: D1PreparedStatement[],
  { number, id, day, ether }: Omit<Sold, 'premium' | 'paid'>,
): void {
  const [made, decided] = [plus(day, 10), plus(day, 25)];
  const [reserve, usd] = [number * 1111, 100 + number * 13];
  const reserved = (at: string, cents: number) =>
    entry({ kind: 'reserve', claim_id: number, at: `${at}T13:00:00.000Z`, cents });
  const outcome = number % 18 === 1 ? 'rejected' : number % 18 === 7 ? 'outside' : 'paid';
  all.push(reserved(made, reserve));
  if (outcome === 'paid') {
    const amount = units(usd * 100, decided, ether, 0n);
    const paid = { quote: id, ether, amount };
    all.push(
      event({
        kind: 'claim_paid',
        day: decided,
        usd,
        claim_number: 1,
        incident_at: `${made}T00:00:00.000Z`,
        ...paid,
      }),
    );
    const [transaction, event_id] = [`0xb00c5${place}`, place];
    if (number % 12 === 1)
      all.push(
        event({ kind: 'payment_owed', day: decided, ...paid, tx_hash: transaction, event_index: 1 }),
        event({ kind: 'owed_paid', day: plus(decided, 40), ...paid }),
      );
    all.push(
      reserved(decided, -reserve),
      claim(number, id, 'paid', made, { paid_event_id: event_id, payout_usd: usd }),
    );
    return;
  }
  all.push(
    reserved(decided, -reserve),
    claim(number, id, outcome === 'outside' ? 'paid' : 'rejected', made, {}),
  );
  if (outcome === 'outside')
    all.push(
      entry({
        kind: 'claim_paid_other',
        policy_id: number,
        claim_id: number,
        at: `${decided}T14:00:00.000Z`,
        cents: usd * 100,
      }),
      insert('transfers', {
        id: `paid-${number}`,
        kind: 'payout',
        method: 'bank_transfer',
        state: 'confirmed',
        chain_id: '1337',
        quote_id: id,
        policy_id: number,
        claim_id: number,
        usd,
        step: 'pay',
        reference: `R${number}`,
        prepared_by: 1,
        prepared_name: '',
        prepared_at: '',
        ended_at: `${decided}T14:00:00.000Z`,
        request_id: '',
      }),
    );
}

const claim = (number: number, quoteId: string, status: string, made: string, rest: object) =>
  insert('claims', {
    id: number,
    key: `k${number}`,
    wallet: '0xada',
    policy_id: number,
    quote_id: quoteId,
    product: 'home',
    status,
    amount_cents: 500_000,
    deductible_usd: 2500,
    description: '',
    incident_date: made,
    incident_at: `${made}T00:00:00.000Z`,
    created_at: `${made}T13:00:00.000Z`,
    updated_at: '',
    decided_at: `${plus(made, 15)}T13:00:00.000Z`,
    ...rest,
  });

/** A payment that bought no policy: sent back later, still here, or too small for either. */
function without(all: D1PreparedStatement[], { number, day, ether, premium, paid }: Omit<Sold, 'id'>): void {
  const id = `0xe${number}`;
  const reason = number % 30 === 8 ? 'dust' : 'unknown_quote';
  const cents = reason === 'dust' ? 49 : premium * 100;
  const amount = reason === 'dust' ? units(49, day, ether, 0n) : paid;
  all.push(
    event({ kind: 'purchased', day, quote: id, ether, amount, usd_cents: cents }),
    insert('payment_exceptions', {
      event_id: place,
      wallet: '0xada',
      reason,
      detail: '',
      contract: '',
      input: '',
      status: 'open',
      created_at: '',
    }),
  );
  if (number % 20 === 18)
    all.push(
      event({ kind: 'premium_refunded', day: plus(day, 50), quote: id, ether, amount, outcome: 'rejected' }),
    );
}
