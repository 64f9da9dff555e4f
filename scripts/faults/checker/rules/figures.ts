import { number, type Row, text } from '../records.ts';
import { groupBy, type Rule, rowsOf, sumOf, type World } from '../rule.ts';

type Sums = ReadonlyMap<string, string>;

/** What differs between the sums that are stored and those of the rows. An absent sum is zero. */
function* compare(what: string, stored: Sums, counted: Sums, zero: string) {
  for (const key of new Set([...stored.keys(), ...counted.keys()])) {
    const [is, should] = [stored.get(key) ?? zero, counted.get(key) ?? zero];
    if (is !== should) yield [`${what} ${key}`, `It is ${is} and should be ${should}.`] as const;
  }
}

const sumsOf = (rows: readonly Row[], key: (row: Row) => string, sum: (own: Row[]) => string): Sums =>
  new Map([...groupBy(rows, key)].map(([name, own]) => [name, sum(own)]));

const COVERED = ['pending', 'active'];

/** The cover sold by its last day and its first. What no payment on the chain covers counts in none. */
function* cover({ records }: World) {
  const covered = records.policies.filter(
    (row) => COVERED.includes(text(row, 'status')) && row.cover_from !== null,
  );
  const counted = (own: Row[]) => `${sumOf(own, 'coverage_usd')} in ${own.length}`;
  const stored = ([row]: Row[]) => `${row?.coverage_usd} in ${row?.policies}`;
  for (const [edge, day] of [
    ['ends', 'end_date'],
    ['starts', 'cover_start_date'],
  ] as const) {
    const kept = records.cover_days.filter((row) => row.edge === edge);
    yield* compare(
      `cover that ${edge}`,
      sumsOf(kept, (row) => `${row.chain_id} ${row.currency} ${row.day}`, stored),
      sumsOf(covered, (row) => `${row.chain_id} ${row.currency} ${row[day]}`, counted),
      '0 in 0',
    );
  }
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Claims paid of each policy. */
function* paidOut(world: World) {
  const { records, facts } = world;
  const paid = facts.filter(
    (fact) => fact.kind === 'claim_paid' && rowsOf(world, fact)[0]?.kind === 'claim_paid',
  );
  for (const policy of records.policies) {
    const outside = records.outside.filter((row) => row.policy_id === policy.id && row.state === 'confirmed');
    const own = paid.filter(({ quote }) => quote === policy.quote_id);
    const usd = own.reduce((sum, fact) => sum + (fact.usd ?? 0), 0) + sumOf(outside, 'usd');
    if (usd !== policy.paid_out_usd)
      yield [
        `policy ${policy.id}`,
        `It has paid out ${policy.paid_out_usd}, and should have ${usd}.`,
      ] as const;
    if (usd > number(policy, 'coverage_usd'))
      yield [`policy ${policy.id}`, `It has paid out ${usd} of ${policy.coverage_usd}.`] as const;
  }
}

/** What is counted of each customer. */
function* customers(world: World) {
  const { records } = world;
  for (const account of records.accounts) {
    const own = records.policies.filter(({ wallet }) => wallet === account.wallet);
    const claims = records.claims.filter(({ wallet }) => wallet === account.wallet).length;
    const refunded = records.events.filter(
      (row) =>
        row.kind === 'premium_refunded' &&
        row.status === 'confirmed' &&
        own.some(({ quote_id: quote }) => quote === row.quote_id),
    );
    const premium = Math.floor((sumOf(own, 'premium_usd') * 100 - sumOf(refunded, 'usd_cents') + 50) / 100);
    const is = `${account.policies} policies, ${account.premium_usd} dollars, ${account.claims} claims`;
    const should = `${own.length} policies, ${premium} dollars, ${claims} claims`;
    if (is !== should) yield [`customer ${account.id}`, `It says ${is}, and should say ${should}.`] as const;
  }
}

/** How many there are in the desk's lists, by status. */
function* lists({ records }: World) {
  const tables = { policies: records.policies, claims: records.claims, exceptions: records.exceptions };
  for (const [list, rows] of Object.entries(tables)) {
    const stored = sumsOf(
      records.desk_counts.filter((row) => row.kind === list && text(row, 'part').includes('/')),
      (row) => text(row, 'part').split('/')[0] ?? '',
      (own) => String(sumOf(own, 'count')),
    );
    const counted = new Map(
      sumsOf(
        rows,
        (row) => text(row, 'status'),
        (own) => String(own.length),
      ),
    );
    yield* compare(`list of ${list}`, new Map(stored), counted, '0');
  }
}

/** The cents of a refund's part of the premium, rounded down. */
const cents = (amount: string | null, quote: Row | undefined) =>
  quote
    ? Number(
        (BigInt(amount ?? 0) * BigInt(number(quote, 'premium_usd')) * 100n) / BigInt(text(quote, 'amount')),
      )
    : 0;

/** The days' figures of money: premiums, their refunds, and claims paid. */
function* days(world: World) {
  const { records, facts } = world;
  const counted = new Map<string, [count: number, value: number]>();
  const add = (figure: string, at: string, value: number) => {
    const [count, sum] = counted.get(`${figure} ${at}`) ?? [0, 0];
    counted.set(`${figure} ${at}`, [count + 1, sum + value]);
  };
  for (const fact of facts) {
    const [row] = rowsOf(world, fact);
    if (!row || row.kind !== fact.kind) continue;
    const policy = records.policies.find(({ quote_id: quote }) => quote === fact.quote);
    const quote = records.quotes.find(({ id }) => id === fact.quote);
    if (fact.kind === 'purchased' && policy?.purchase_event_id === row.id)
      add('premium', day(fact.time), number(policy, 'premium_usd') * 100);
    if (fact.kind === 'premium_refunded' && policy) add('refund', day(fact.time), cents(fact.amount, quote));
    if (fact.kind === 'claim_paid') add('claim_paid', day(fact.time), (fact.usd ?? 0) * 100);
  }
  for (const claim of records.claims)
    add('claims', text(claim, 'created_at').slice(0, 10), number(claim, 'amount_cents'));
  const names = ['premium', 'refund', 'claim_paid', 'claims'];
  const stored = sumsOf(
    records.figures.filter((row) => names.includes(text(row, 'figure')) && row.product === ''),
    (row) => `${row.figure} ${row.period}`,
    ([row]) => `${row?.value} in ${row?.count}`,
  );
  const sums = new Map([...counted].map(([key, [count, value]]) => [key, `${value} in ${count}`]));
  yield* compare('figure', stored, sums, '0 in 0');
}

/** Every stored figure is what a recomputation of the checker's own gives. */
export const figures: Rule = {
  name: 'every figure equals its recomputation',
  *find(world) {
    yield* cover(world);
    yield* paidOut(world);
    yield* customers(world);
    yield* lists(world);
    yield* days(world);
  },
};
