/** Every figure that the desk shows, and what moves it. */

import { sql } from 'drizzle-orm';
import { Budget, recomputeFigures } from '#worker/admin/figures/days/recompute.ts';
import { isClean } from '#worker/admin/figures/repository.ts';
import { type Entry, entryOf, standingWhere } from '#worker/money/entries/repository.ts';
import type { Admin } from './admin.ts';
import { deskCtx } from './desk.ts';
import { type Reach, rows } from './harness.ts';

/** Runs the job that recomputes figures until no day is dirty. Answers how many runs that took. */
export async function recomputeAll(): Promise<number> {
  const ctx = deskCtx();
  for (let runs = 1; ; runs += 1) {
    await recomputeFigures(ctx, new Budget());
    if (await isClean(ctx.db)) return runs;
    if (runs === 1_000) throw new Error('The figures never become clean');
  }
}

/** The calls of dashboard, revenue and reports, under short names. */
const CALLS = {
  dashboard: '/admin/dashboard/overview',
  days7: '/admin/dashboard/analytics?timeframe=7d',
  days30: '/admin/dashboard/analytics',
  months12: '/admin/dashboard/analytics?timeframe=12m',
  revenue: '/admin/revenue/overview',
  trends: '/admin/revenue/trends',
  categories: '/admin/revenue/categories',
  top: '/admin/revenue/policies',
  transactions: '/admin/revenue/transactions',
  comparison: '/admin/revenue/comparison?compareWith=last_year',
  daily: '/admin/revenue/daily?days=3',
  insurance: '/admin/revenue/insurance',
  report: '/admin/reports',
  year: '/admin/reports?period=year',
} as const;

export type Figure = string | number | boolean | null;

function flatten(value: unknown, path: string, into: Record<string, Figure>): void {
  if (value === null || typeof value !== 'object') {
    into[path] = value as Figure;
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    // The last of a list is named from its end: it is today, this month or this quarter.
    const name = Array.isArray(value) && Number(key) === value.length - 1 ? 'last' : key;
    flatten(entry, `${path}.${name}`, into);
  }
}

/** Every figure of every answer by its path, without times. */
export async function allFigures(admin: Admin, reach?: Reach): Promise<Record<string, Figure>> {
  await recomputeAll();
  const found: Record<string, Figure> = {};
  await Promise.all(
    Object.entries(CALLS).map(async ([name, path]) => {
      const { status, data } = await admin.call<unknown>(path, {}, reach);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      flatten(data, name, found);
    }),
  );
  return Object.fromEntries(Object.entries(found).filter(([path]) => !path.endsWith('.as_of')));
}

/** What an action changed, as `before → after`; a figure that wasn't there before is `–`. */
export async function moved(
  admin: Admin,
  action: () => Promise<unknown>,
  reach?: Reach,
): Promise<Record<string, string>> {
  const before = await allFigures(admin, reach);
  await action();
  const after = await allFigures(admin, reach);
  const shown = (value: Figure | undefined) => (value === undefined ? '–' : String(value));
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((path) => before[path] !== after[path])
      .sort()
      .map((path) => [path, `${shown(before[path])} → ${shown(after[path])}`]),
  );
}

/** The entries of money that moved and stand, by time. */
export async function movements(): Promise<Entry[]> {
  const moved = standingWhere(sql`n.kind NOT IN ('reserve', 'refund_owed') ORDER BY n.at, n.id`);
  return (await deskCtx().db.all(moved)).map(entryOf);
}

interface Raw {
  figure: string;
  day: string;
  product: string;
  count: bigint;
  value: bigint;
  gwei: bigint;
}

const DAY_MS = 86_400_000;
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const apart = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * What a premium earns on each day, in cents: evenly over its days with the remainder on the first, and after a refund
 * nothing more than what we keep.
 */
export function schedule(
  { start, days, cents }: { start: string; days: number; cents: bigint },
  refund: { day: string; cents: bigint } | null = null,
): Map<string, bigint> {
  const earned = new Map<string, bigint>();
  const each = cents / BigInt(days);
  for (let index = 0; index < days; index += 1) {
    earned.set(plus(start, index), index === 0 ? each + (cents % BigInt(days)) : each);
  }
  if (refund === null) return earned;
  for (const day of [...earned.keys()]) if (day >= refund.day) earned.delete(day);
  const before = [...earned.values()].reduce((sum, part) => sum + part, 0n);
  earned.set(refund.day, cents - refund.cents - before);
  return earned;
}

/** The changes of what is earned per day. */
export function stepsOf(earned: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const steps = new Map<string, bigint>();
  const change = (day: string, by: bigint) => steps.set(day, (steps.get(day) ?? 0n) + by);
  for (const [day, cents] of earned) {
    change(day, cents);
    change(plus(day, 1), -cents);
  }
  return new Map([...steps].filter(([, by]) => by !== 0n));
}

const leftInMonth = (day: string) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return BigInt(apart(day, new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)));
};

interface EventRow {
  kind: string;
  block_time: string;
  amount: string;
  usd: number;
  currency: string | null;
  quote_product: string | null;
  quote_premium: number | null;
  quote_amount: string | null;
  product: string | null;
  policy_premium: number | null;
  start_date: string | null;
  withdrawn_at: string | null;
  end_date: string | null;
  rests: number;
}

/** Every roll-up, recomputed from the ledger, the policies and the claims, without the definitions of the job. */
export async function recomputed(): Promise<string[]> {
  const raw: Raw[] = [];
  const put = (figure: string, at: string, product: string, value = 0n, gwei = 0n, count = 1n) =>
    raw.push({ figure, day: at.slice(0, 10), product, count, value, gwei });
  const rates = await rows<{ day: string; usd_cents: number }>('SELECT * FROM eth_rates ORDER BY day');
  const rateOn = (day: string) => {
    const known = rates.filter((rate) => rate.day <= day).at(-1) ?? rates[0];
    return known ? BigInt(known.usd_cents) : null;
  };
  const inEther = (cents: bigint, at: string) => {
    const rate = rateOn(at.slice(0, 10));
    return rate === null ? 0n : (cents * 1_000_000_000n) / rate;
  };

  for (const { created_at } of await rows<{ created_at: string }>('SELECT created_at FROM accounts'))
    put('users', created_at, '');
  const policies = await rows<{
    created_at: string;
    product: string;
    status: string;
    refund_kind: string | null;
    end_date: string;
    coverage_usd: number;
    replaces: number;
  }>(
    'SELECT *, EXISTS (SELECT 1 FROM endings WHERE successor_quote = policies.quote_id) AS replaces FROM policies',
  );
  for (const policy of policies) {
    if (policy.replaces === 0) put('policies', policy.created_at, policy.product);
    if (policy.status === 'active' && !['replacement', 'withdrawal'].includes(policy.refund_kind ?? ''))
      put('active', policy.end_date, policy.product, BigInt(policy.coverage_usd) * 100n);
  }
  const decided = await rows<Record<string, string>>(
    `SELECT v.claim_id, v.kind, v.at, c.product, c.created_at made FROM claim_timeline v JOIN claims c ON c.id = v.claim_id
     WHERE v.kind IN ('approved', 'rejected') AND c.second_look_of IS NULL ORDER BY v.id`,
  );
  // Of each claim the first.
  const firsts = new Map([...decided].reverse().map((row) => [row.claim_id, row]));
  for (const { kind = '', at = '', product = '', made = '' } of firsts.values()) {
    if (kind === 'approved') put('claims_approved', at, product);
    put('decision_time', at, product, BigInt(Math.round((Date.parse(at) - Date.parse(made)) / 60_000)));
  }
  const claims = await rows<{
    created_at: string;
    product: string;
    cause: string | null;
    amount_cents: number;
  }>('SELECT * FROM claims');
  for (const claim of claims) put('claims', claim.created_at, claim.product, BigInt(claim.amount_cents));
  for (const fee of await rows<{ at: string; usd_micros: number; gwei: number }>(
    'SELECT * FROM transaction_fees',
  ))
    put('gas', fee.at, '', BigInt(fee.usd_micros), BigInt(fee.gwei));
  for (const { at } of await rows<{ at: string }>('SELECT at FROM failed_payments'))
    put('failed_payment', at, '');

  const events = await rows<EventRow>(
    `SELECT e.*, q.currency, q.product quote_product, q.premium_usd quote_premium, q.amount quote_amount, p.product,
       p.premium_usd policy_premium, p.start_date, p.withdrawn_at, p.end_date, p.purchase_event_id = e.id rests
     FROM chain_events e LEFT JOIN quotes q ON q.id = e.quote_id LEFT JOIN policies p ON p.quote_id = e.quote_id
     WHERE e.status = 'confirmed' AND e.kind IN ('purchased', 'premium_refunded', 'claim_paid')`,
  );
  for (const event of events) {
    const { kind, block_time: at, amount } = event;
    const product = event.product ?? event.quote_product ?? '';
    const whole = BigInt(event.quote_premium ?? 0) * 100n;
    const matched = event.product !== null && (kind !== 'purchased' || event.rests === 1);
    const cents =
      kind === 'claim_paid'
        ? BigInt(event.usd) * 100n
        : kind === 'purchased' || !matched
          ? whole
          : (BigInt(amount) * whole) / BigInt(event.quote_amount ?? '1');
    const gwei = event.currency === 'ETH' ? BigInt(amount) / 1_000_000_000n : inEther(cents, at);
    if (kind === 'claim_paid') put('claim_paid', at, product, cents, gwei);
    else if (!matched) put(kind === 'purchased' ? 'unmatched' : 'unmatched_refund', at, product, cents, gwei);
    else {
      const sign = kind === 'purchased' ? 1n : -1n;
      // 2.5 percent, in whole cents.
      const fee = sign * ((cents * 250n) / 10_000n);
      put(kind === 'purchased' ? 'premium' : 'refund', at, product, cents, gwei);
      put('revenue', at, product, sign * cents, sign * gwei, 0n);
      put('platform_fee', at, product, fee, cents === 0n ? 0n : (gwei * fee) / cents, 0n);
      if (kind !== 'purchased') continue;
      const refund = events.find(
        (each) =>
          each.kind === 'premium_refunded' &&
          each.start_date === event.start_date &&
          (each as unknown as { quote_id: string }).quote_id ===
            (event as unknown as { quote_id: string }).quote_id,
      );
      const term = {
        start: event.start_date ?? '',
        days: apart(event.start_date ?? '', event.end_date ?? ''),
        cents,
      };
      const back = refund && {
        day: refund.block_time.slice(0, 10),
        cents: (BigInt(refund.amount) * whole) / BigInt(refund.quote_amount ?? '1'),
      };
      if (event.withdrawn_at !== null) continue;
      const covered = [...schedule(term).keys()].filter((day) => !back || day < back.day);
      const earned = stepsOf(schedule(term, back ?? null));
      const covers = stepsOf(new Map(covered.map((day) => [day, 1n])));
      for (const day of new Set([...earned.keys(), ...covers.keys()])) {
        const [by, policies] = [earned.get(day) ?? 0n, covers.get(day) ?? 0n];
        put('earning_step', day, product, by, 0n, policies);
        put('earning_weight', day, product, by * leftInMonth(day), 0n, policies * leftInMonth(day));
      }
    }
  }
  for (const paid of await rows<{ ended_at: string; usd: number; product: string }>(
    "SELECT o.ended_at, o.usd, p.product FROM transfers o JOIN policies p ON p.id = o.policy_id WHERE reference IS NOT NULL AND o.state = 'confirmed'",
  ))
    put(
      'claim_paid',
      paid.ended_at,
      paid.product,
      BigInt(paid.usd) * 100n,
      inEther(BigInt(paid.usd) * 100n, paid.ended_at),
    );

  const sums = new Map<string, [bigint, bigint, bigint]>();
  for (const { figure, day, product, count, value, gwei } of raw) {
    for (const of of new Set(['', product])) {
      for (const [grain, period] of [
        ['day', day],
        ['month', day.slice(0, 7)],
        ['all', ''],
      ]) {
        const key = `${grain} ${figure} ${of || '*'} ${period}`;
        const [a, b, c] = sums.get(key) ?? [0n, 0n, 0n];
        sums.set(key, [a + count, b + value, c + gwei]);
      }
    }
  }
  for (const { created_at: at, product, cause, amount_cents: cents } of claims) {
    const quarter = `${at.slice(0, 4)}-Q${Math.ceil(Number(at.slice(5, 7)) / 3)}`;
    for (const of of ['*', product]) {
      const key = `cell claim_causes ${of} ${quarter}/${cause ?? 'unnamed'}`;
      const [a, b] = sums.get(key) ?? [0n, 0n];
      sums.set(key, [a + 1n, b + BigInt(cents), 0n]);
    }
  }
  return [...sums]
    .filter(([, all]) => all.some((each) => each !== 0n))
    .map(([key, all]) => `${key}: ${all.join(' ')}`)
    .sort();
}

/**
 * The roll-ups as they are kept after their job, but those of reserves, whose past is kept nowhere else, and of the books,
 * which have a test of their own.
 */
export async function kept(): Promise<string[]> {
  await recomputeAll();
  const stored = await rows<Record<string, string | number>>(
    "SELECT * FROM figures WHERE figure NOT IN ('reserve', 'views', 'visitors', 'debit', 'credit', 'coins')",
  );
  return stored
    .filter(({ count, value, gwei }) => count !== 0 || value !== 0 || gwei !== 0)
    .map(
      ({ grain, figure, product, period, count, value, gwei }) =>
        `${grain} ${figure} ${product || '*'} ${period}: ${count} ${value} ${gwei}`,
    )
    .sort();
}
