import { number, type Row, text } from '../records.ts';
import { factOf, groupBy, policyOf, type Rule, stands, sumOf, type World } from '../rule.ts';

/** Kinds of events that move money. */
const MOVE = ['purchased', 'premium_refunded', 'claim_paid', 'payment_owed', 'owed_paid', 'paid_in_error'];

const keyOf = (row: Row) => `${row.chain_id} ${row.tx_hash} ${row.identity}`;

/** What an entry is about and worth: what its cancellation repeats. */
const amounts = ({ kind, at, product, cents, fee_cents, cash, units, term_start, term_days }: Row) =>
  JSON.stringify([kind, at, product, cents, fee_cents, cash, units, term_start, term_days]);

/** Whether an event that stands counts in the books: as a payment it has its policy or its exception. */
function counts({ records }: World, event: Row): boolean {
  if (event.status !== 'confirmed' || !MOVE.includes(text(event, 'kind'))) return false;
  if (event.kind !== 'purchased') return true;
  return (
    records.policies.some((policy) => policy.purchase_event_id === event.id) ||
    records.exceptions.some((exception) => exception.event_id === event.id)
  );
}

/** US cents that an event's entry must say; null where no row of the checker's says it. */
function centsOf(world: World, event: Row): number | null {
  const { records } = world;
  const policy = policyOf(world, text(event, 'quote_id'));
  const quote = records.quotes.find(({ id }) => id === event.quote_id);
  if (event.kind === 'claim_paid') return number(event, 'usd') * 100;
  if (!policy || !quote) return null;
  const premium = number(policy, 'premium_usd') * 100;
  if (event.kind === 'purchased') return policy.purchase_event_id === event.id ? premium : null;
  if (event.kind !== 'premium_refunded') return null;
  return Number((BigInt(text(event, 'amount')) * BigInt(premium)) / BigInt(text(quote, 'amount')));
}

/** One entry stands for every event that stands, with its worth and its base units; what was canceled sums to nothing. */
export const books: Rule = {
  name: 'every movement of money is booked once',
  *find(world) {
    const { records } = world;
    const moved = records.entries.filter(({ tx_hash }) => tx_hash !== null);
    const entries = groupBy(moved, keyOf);
    const events = new Map(records.events.map((event) => [keyOf(event), event]));
    for (const key of new Set([...entries.keys(), ...events.keys()])) {
      const [own, event] = [entries.get(key) ?? [], events.get(key)];
      const expected = event && stands(event) && counts(world, event) ? 1 : 0;
      if (sumOf(own, 'sign') !== expected)
        yield [`event ${key}`, `${sumOf(own, 'sign')} of its entries stand, and ${expected} should.`];
      for (const [generation, rows] of groupBy(own, (row) => text(row, 'generation')))
        if (new Set(rows.map(amounts)).size > 1)
          yield [
            `event ${key}`,
            `Generation ${generation} was canceled with other amounts than it was booked with.`,
          ];
      const standing = own.filter(
        (row) =>
          row.sign === 1 && !own.some((each) => each.sign === -1 && each.generation === row.generation),
      );
      const fact = event && factOf(world, event);
      for (const entry of standing) {
        const cents = event ? centsOf(world, event) : null;
        if (cents !== null && entry.cents !== cents)
          yield [`event ${key}`, `It is booked at ${entry.cents} cents and is worth ${cents}.`];
        if (fact?.amount && entry.units !== fact.amount)
          yield [`event ${key}`, `It is booked with ${entry.units} base units, and ${fact.amount} moved.`];
      }
    }
    yield* others(world);
    yield* stored(world);
  },
};

/** What no chain causes: reserves, and claims paid otherwise. */
function* others({ records }: World) {
  for (const claim of records.claims) {
    const own = records.entries.filter((entry) => entry.claim_id === claim.id);
    const reserved = sumOf(
      own.filter(({ kind }) => kind === 'reserve'),
      'cents',
    );
    if (reserved !== claim.reserve_cents)
      yield [
        `claim ${claim.id}`,
        `${reserved} cents are reserved, and ${claim.reserve_cents} should be.`,
      ] as const;
    const paid = records.outside.filter((row) => row.claim_id === claim.id && row.status === 'paid');
    const booked = sumOf(
      own.filter(({ kind }) => kind === 'claim_paid_other'),
      'cents',
    );
    if (booked !== sumOf(paid, 'usd') * 100)
      yield [`claim ${claim.id}`, `${booked} cents are booked as paid otherwise.`] as const;
  }
}

/** The sums that are stored go up to the entry that their mark names. */
function* stored({ records }: World) {
  const mark = records.marks.find(({ name }) => name === 'entries summed');
  const summed = records.entries.filter(({ id }) => Number(id) <= number(mark, 'mark'));
  const sums = new Map(records.entry_sums.map((row) => [`${row.kind} ${row.cash}`, row]));
  const counted = groupBy(summed, (row) => `${row.kind} ${row.cash ?? ''}`);
  for (const key of new Set([...sums.keys(), ...counted.keys()])) {
    const [is, own] = [sums.get(key), counted.get(key) ?? []];
    const of = (column: string) =>
      own.reduce((sum, row) => sum + BigInt(number(row, 'sign')) * BigInt(row[column] ?? 0), 0n);
    const should = `${sumOf(own, 'sign')} of ${of('cents')} cents and ${of('units')} base units`;
    const says = `${is?.count} of ${is?.cents} cents and ${is?.units} base units`;
    if (is && says !== should) yield [`sum of ${key}`, `It says ${says}, and should say ${should}.`] as const;
    if (!is && own.length > 0) yield [`sum of ${key}`, `It is missing, and should say ${should}.`] as const;
  }
}
