/** The checker of the fault campaign finds nothing in a sound database, and each of its rules finds what is wrong. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { check, RULES } from '../../scripts/faults/checker/check.ts';
import type { Fact } from '../../scripts/faults/checker/facts.ts';
import type { Table } from '../../scripts/faults/checker/records.ts';
import type { World } from '../../scripts/faults/checker/rule.ts';
import { everything } from './campaign/everything.ts';
import { observe } from './campaign/run.ts';

type Row = Record<string, string | number | null>;
type Rows = Record<Table, Row[]>;

let sound: World;
beforeAll(async () => {
  sound = await everything();
});

const LEDGER = 'the ledger is what the chains show';
const PAYMENTS = 'every payment has one outcome';
const FITTING = 'no payment that fits its quote is refused';
const POLICIES = 'every policy has its payment';
const AUDIT = 'honest books audit clean';
const REFUNDS = 'every refund is accounted for';
const PAYOUTS = 'every payout pays one claim';
const PAID_CLAIMS = 'every paid claim has one payout';
const ONCE = 'one incident is covered once';
const PAYABLE = 'nothing is approved that cannot be paid';
const RESERVED = 'every prepared payout is reserved once';
const POLICY_EDGES = 'policies move along allowed edges';
const CLAIM_EDGES = 'claims move along allowed edges';
const HOLDER_EDGES = 'changes of holder move along allowed edges';
const RELAYED = 'relayed purchases end with their quotes';
const TIMELINES = 'every timeline is complete';
const TOLD = 'everything is told once';
const STUCK = 'nothing is stuck';
const REQUESTS = 'no request is carried out twice';
const JOURNAL = 'the journal has every write once';
const BOOKS = 'every movement of money is booked once';
const FIGURES = 'every figure equals its recomputation';
const TWICE = 'nothing is insured twice unasked';
const VOIDED = 'nothing is paid on a contract that was withdrawn from';
const AGREED = 'what a change of cover agreed is kept';
const SETTLED = 'every policy agrees with its endings';
const UNUSED = 'a cancellation gives back the unused days alone';

const only = (rows: Row[], fits: Row): Row => {
  const row = rows.find((each) => Object.entries(fits).every(([name, value]) => each[name] === value));
  if (!row) throw new Error(`There is no row of ${JSON.stringify(fits)}`);
  return row;
};
const remove = (rows: Row[], fits: Row): void => {
  rows.splice(rows.indexOf(only(rows, fits)), 1);
};
const eventOf = (rows: Rows, kind: string): Row => only(rows.events, { kind });
const replacementOf = ({ endings }: Rows) => only(endings, { kind: 'replacement' });
const paidClaims = (rows: Rows): [Row, Row] =>
  rows.claims.filter(({ status }) => status === 'paid') as [Row, Row];

type Corruption = readonly [
  what: string,
  rules: readonly string[],
  corrupt: (rows: Rows, facts: Fact[], differences: string[]) => void,
];

const CORRUPTIONS: readonly Corruption[] = [
  [
    'a row of the ledger has another amount',
    [LEDGER],
    (rows) => Object.assign(eventOf(rows, 'claim_paid'), { amount: '1' }),
  ],
  [
    'the chain shows a consent that the ledger lacks',
    [LEDGER],
    (_rows, facts) => {
      const [first] = facts as [Fact];
      facts.push({ ...first, kind: 'consent_revoked', index: 999 });
    },
  ],
  [
    'a payment has a policy and an exception',
    [PAYMENTS, REFUNDS, TOLD, BOOKS],
    ({ exceptions, policies }) =>
      Object.assign(only(exceptions, { reason: 'duplicate' }), {
        event_id: policies[0]?.purchase_event_id,
        status: 'resolved',
      }),
  ],
  [
    'an exception is lost',
    [PAYMENTS, REFUNDS, FIGURES, BOOKS],
    ({ exceptions }) => remove(exceptions, { reason: 'duplicate' }),
  ],
  [
    'a payment that fits its quote is called a mismatch',
    [PAYMENTS, FITTING, REFUNDS, TOLD, FIGURES, BOOKS],
    (rows) => {
      const { purchase_event_id: event_id = null } = rows.policies[0] as Row;
      Object.assign(only(rows.exceptions, { reason: 'duplicate' }), {
        reason: 'mismatch',
        status: 'open',
        event_id,
      });
    },
  ],
  [
    'the audit calls a sound database different',
    [AUDIT],
    (_rows, _facts, differences) =>
      void differences.push('A withdrawn policy. The records differ in status.'),
  ],
  [
    'a policy whose payment a reorganization removed counts as cover',
    [POLICIES, FIGURES],
    ({ policies }) => Object.assign(only(policies, { status: 'active' }), { cover_from: null }),
  ],
  [
    'a policy has another beginning than on chain',
    [POLICIES],
    ({ policies }) => Object.assign(policies[0] as Row, { cover_from: '2026-01-01T00:00:00.000Z' }),
  ],
  [
    'a policy waits for nothing',
    [POLICIES, POLICY_EDGES, FIGURES],
    ({ policies }) => Object.assign(only(policies, { status: 'active' }), { status: 'pending' }),
  ],
  [
    'a policy belongs to somebody else',
    [POLICIES, FIGURES],
    ({ policies }) => Object.assign(policies[0] as Row, { wallet: '0x1' }),
  ],
  [
    'a refund ended no policy',
    [REFUNDS, POLICY_EDGES, FIGURES],
    ({ policies }) => Object.assign(only(policies, { status: 'cancelled' }), { status: 'active' }),
  ],
  [
    'a policy is covered beyond its refund',
    [REFUNDS],
    ({ policies }) =>
      Object.assign(only(policies, { status: 'cancelled' }), { cover_until: '2027-01-01T00:00:00.000Z' }),
  ],
  [
    'two claims of equal amounts have each other’s payouts',
    [PAYOUTS, TIMELINES],
    (rows) => {
      const [one, two] = paidClaims(rows);
      [one.paid_event_id, two.paid_event_id] = [two.paid_event_id ?? null, one.paid_event_id ?? null];
    },
  ],
  [
    'one payout pays two claims',
    [PAYOUTS, TIMELINES],
    (rows) => {
      const [one, two] = paidClaims(rows);
      one.paid_event_id = two.paid_event_id ?? null;
    },
  ],
  [
    'a claim is paid by nothing',
    [PAID_CLAIMS, PAYOUTS],
    (rows) => Object.assign(paidClaims(rows)[0], { paid_event_id: null }),
  ],
  [
    'an incident is paid on two policies of one change of cover',
    [ONCE, TOLD, AGREED],
    (rows, facts) => {
      const [one, two] = paidClaims(rows);
      const change = replacementOf(rows);
      const newer = only(rows.policies, { quote_id: change.successor_quote ?? null });
      const older = only(rows.policies, { id: one.policy_id ?? null });
      const startOf = ({ quote_id: id }: Row) =>
        facts.find(({ kind, quote }) => kind === 'purchased' && quote === id) as Fact;
      Object.assign(newer, { cover_from: older.cover_from ?? null });
      Object.assign(startOf(newer), { start: startOf(older).start });
      change.policy_id = one.policy_id ?? null;
      Object.assign(two, { policy_id: newer.id, incident_date: one.incident_date });
    },
  ],
  [
    'a claim is paid for a day that its policy does not cover',
    [PAYABLE],
    (rows) => Object.assign(paidClaims(rows)[0], { incident_at: '2020-01-01T00:00:00.000Z' }),
  ],
  [
    'more than the cover is granted on a policy, and more than was claimed',
    [PAYABLE, PAYOUTS],
    (rows) => Object.assign(paidClaims(rows)[0], { payout_usd: 9_000_000 }),
  ],
  [
    'a policy’s next number is reserved twice',
    [RESERVED],
    ({ transfers }) => {
      for (const state of ['prepared', 'prepared'])
        transfers.push({
          ...(transfers[0] as Row),
          id: `again ${transfers.length}`,
          claim_id: null,
          claim_number: 9,
          until: null,
          event_id: null,
          ended_at: null,
          state,
        });
    },
  ],
  [
    'a prepared payout is done by no event',
    [RESERVED, PAYOUTS],
    ({ transfers }) =>
      Object.assign(transfers.find(({ claim_id: id }) => id !== null) as Row, { event_id: null }),
  ],
  [
    'a confirmed payout names another transaction than its event',
    [RESERVED],
    ({ transfers }) => Object.assign(only(transfers, { kind: 'payout' }), { tx_hash: '0x00' }),
  ],
  [
    'a payout without its transaction is confirmed',
    [RESERVED],
    ({ transfers }) => Object.assign(only(transfers, { kind: 'payout' }), { tx_hash: null }),
  ],
  [
    'a payout that nobody announced is vetoed, and its event paid the claim',
    [RESERVED, PAYOUTS],
    ({ transfers }) => Object.assign(only(transfers, { kind: 'payout' }), { state: 'vetoed' }),
  ],
  [
    'a policy’s history skips a status',
    [POLICY_EDGES],
    ({ policy_history: lines }) =>
      Object.assign(only(lines, { kind: 'cancelled' }), { from_status: 'pending' }),
  ],
  [
    'a claim is paid before it is approved',
    [CLAIM_EDGES],
    ({ claim_timeline: lines }) => Object.assign(only(lines, { kind: 'approved' }), { status: 'rejected' }),
  ],
  [
    'a holder changed without a confirmation',
    [HOLDER_EDGES],
    (_rows, facts) =>
      void facts.splice(
        facts.findIndex(({ kind }) => kind === 'holder_change_confirmed'),
        1,
      ),
  ],
  [
    'a change of holder is missing in the history',
    [HOLDER_EDGES],
    ({ policy_history: lines }) => remove(lines, { kind: 'holder_changed' }),
  ],
  [
    'a relayed purchase is still under way',
    [RELAYED],
    ({ relayed }) => Object.assign(relayed[0] as Row, { state: 'open' }),
  ],
  [
    'a refund is in the history twice',
    [TIMELINES],
    ({ policy_history: lines }) =>
      void lines.push({ ...only(lines, { kind: 'cancelled' }), from_status: 'cancelled' }),
  ],
  [
    'a payment is missing in the audit log',
    [TIMELINES, JOURNAL],
    ({ occurrences: lines }) => remove(lines, { kind: 'claim.payment_confirmed' }),
  ],
  ['a letter was never written', [TOLD], ({ outbox }) => remove(outbox, { kind: 'policy_refunded' })],
  [
    'a webhook was called twice',
    [TOLD],
    ({ outbox }) => void outbox.push(only(outbox, { kind: 'payment.completed' })),
  ],
  [
    'the desk was not told of an exception',
    [TOLD],
    ({ outbox }) => remove(outbox, { subject: 'A payment matches no policy' }),
  ],
  [
    'a customer has no message about a purchase',
    [TOLD],
    ({ messages, policies }) => remove(messages, { dedupe_key: `policy:${policies[0]?.quote_id}:purchased` }),
  ],
  [
    'a letter is due and was not sent',
    [STUCK],
    ({ outbox }) =>
      Object.assign(outbox[0] as Row, { state: 'queued', next_attempt_at: '2026-01-01T00:00:00.000Z' }),
  ],
  [
    'an event is never confirmed',
    [STUCK, LEDGER],
    (rows) => Object.assign(eventOf(rows, 'holder_change_proposed'), { status: 'unconfirmed' }),
  ],
  [
    'a cancellation was requested twice',
    [REQUESTS],
    ({ policy_history: lines }) => {
      const at = lines.findIndex(({ kind }) => kind === 'cancellation_requested');
      lines.splice(at, 0, lines[at] as Row);
    },
  ],
  [
    'an occurrence is gone',
    [JOURNAL],
    ({ occurrences }) => remove(occurrences, { kind: 'policy.activated' }),
  ],
  [
    'a policy was opened without an occurrence',
    [JOURNAL],
    ({ occurrences }) => {
      const row = only(occurrences, { kind: 'policy.opened' });
      Object.assign(row, { kind: 'policy.noted', key: `policy.noted:${row.about}:1` });
    },
  ],
  [
    'a claim changed without an occurrence',
    [JOURNAL],
    ({ claims }) => {
      const [claim] = claims as [Row];
      claim.version = Number(claim.version) + 1;
    },
  ],
  [
    'a claim was submitted twice',
    [JOURNAL],
    ({ occurrences }) => {
      const row = only(occurrences, { kind: 'claim.submitted' });
      occurrences.push({ ...row, id: occurrences.length + 1 });
    },
  ],
  [
    'an occurrence names a return of its event that never was',
    [JOURNAL],
    ({ occurrences }) => {
      const row = only(occurrences, { kind: 'policy.claim_paid' });
      row.key = `${row.key}1`;
    },
  ],
  [
    'a policy has paid out another sum',
    [FIGURES],
    ({ policies }) => Object.assign(policies[0] as Row, { paid_out_usd: 1 }),
  ],
  [
    'the cover of a day is another',
    [FIGURES],
    ({ cover_days }) => Object.assign(cover_days[0] as Row, { coverage_usd: 1 }),
  ],
  [
    'a customer’s sum is another',
    [FIGURES],
    ({ accounts }) => Object.assign(accounts[0] as Row, { premium_usd: 1 }),
  ],
  [
    'a day’s premium is another',
    [FIGURES],
    ({ figures }) => Object.assign(only(figures, { figure: 'premium', product: '' }), { value: 1 }),
  ],
  [
    'a premium is booked twice',
    [BOOKS],
    ({ entries }) => {
      const entry = only(entries, { kind: 'premium', sign: 1 });
      entries.push({ ...entry, id: 999_999, generation: Number(entry.generation) + 1 });
    },
  ],
  ['a payout is not booked', [BOOKS], ({ entries }) => remove(entries, { kind: 'claim_paid' })],
  [
    'a refund is booked at another worth',
    [BOOKS],
    ({ entries }) => Object.assign(only(entries, { kind: 'refund' }), { cents: 1, id: 999_999 }),
  ],
  [
    'an entry has other base units than its event',
    [BOOKS],
    ({ entries }) => Object.assign(only(entries, { kind: 'claim_paid' }), { units: '1', id: 999_999 }),
  ],
  [
    'a reserve is lost',
    [BOOKS],
    ({ entries }) => Object.assign(only(entries, { kind: 'reserve' }), { cents: 0, id: 999_999 }),
  ],
  [
    'a stored sum of entries is another',
    [BOOKS],
    ({ entry_sums }) => Object.assign(entry_sums[0] as Row, { units: '7' }),
  ],
  [
    'a home was insured again without a question',
    [TWICE],
    ({ quotes }) => {
      for (const quote of quotes) quote.insured_beside = null;
    },
  ],
  [
    'a claim was paid after its holder withdrew from the contract',
    [VOIDED, SETTLED],
    (rows) =>
      Object.assign(only(rows.policies, { id: paidClaims(rows)[0].policy_id ?? null }), {
        withdrawn_at: '2026-01-01T00:00:00.000Z',
      }),
  ],
  [
    'a contract was rejected on which a claim was made',
    [VOIDED, FIGURES, POLICY_EDGES],
    ({ policies, claims }) => {
      const { id = null } = only(policies, { status: 'withdrawn' });
      Object.assign(only(claims, { policy_id: id }), { created_at: '2026-01-01T00:00:00.000Z' });
      for (const policy of policies) if (policy.id === id) policy.status = 'rejected';
    },
  ],
  [
    'the refund that a change of cover agreed was dropped',
    [AGREED],
    (rows) => Object.assign(replacementOf(rows), { closed_at: '2026-01-01', closed_as: 'undone' }),
  ],
  [
    'a policy waits for another whose payment is lost for good',
    [AGREED, FIGURES, REFUNDS, POLICY_EDGES, SETTLED],
    (rows) => {
      const { policies, events } = rows;
      const change = Object.assign(replacementOf(rows), { closed_at: null, closed_as: null });
      const next = only(policies, { quote_id: change.successor_quote ?? null });
      Object.assign(only(events, { id: next.purchase_event_id ?? null }), { given_up_at: '2026-01-01' });
      const old = only(policies, { id: change.policy_id ?? null });
      Object.assign(old, { status: 'active' });
    },
  ],
  [
    'a request stays closed although the event that ended it is gone',
    [AGREED],
    (rows) => Object.assign(replacementOf(rows), { closed_event_id: 999_999 }),
  ],
  [
    'a policy owes a refund of which no ending knows',
    [SETTLED],
    ({ policies }) => Object.assign(only(policies, { status: 'active' }), { refund_since: '2026-01-01' }),
  ],
  [
    'a policy was withdrawn from at another time than its withdrawal was submitted',
    [SETTLED],
    ({ policies }) => Object.assign(only(policies, { status: 'withdrawn' }), { withdrawn_at: '2099-01-01' }),
  ],
  [
    'a cancellation gave the whole premium back',
    [UNUSED],
    ({ endings, quotes, policies }) => {
      const asked = endings.find(({ kind, due_from: from }) => kind !== 'withdrawal' && from !== null) as Row;
      const { quote_id: id = null } = only(policies, { id: asked.policy_id ?? null });
      Object.assign(asked, { amount: only(quotes, { id }).amount });
    },
  ],
];

test('the checker finds nothing in a sound database', () => {
  expect(check(sound)).toEqual([]);
  expect(sound.facts.map(({ kind }) => kind).toSorted()).toEqual(
    [
      ...Array.from({ length: 9 }, () => 'purchased'),
      ...['claim_paid', 'claim_paid'],
      ...['premium_refunded', 'premium_refunded', 'premium_refunded', 'premium_refunded'],
      ...['holder_change_proposed', 'holder_change_confirmed', 'holder_changed'],
    ].toSorted(),
  );
});

test.each(CORRUPTIONS)('the checker finds that %s', (_what, rules, corrupt) => {
  const copy = structuredClone(sound) as World & { facts: Fact[]; differences: string[] };
  corrupt(copy.records as unknown as Rows, copy.facts, copy.differences);
  expect([...new Set(check(copy).map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
});

test('each rule of the checker has a corruption that it finds', () => {
  const shown = new Set(CORRUPTIONS.flatMap(([, rules]) => rules));
  expect(RULES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});

test('the checker reads the database itself, so that a changed row is found there', async () => {
  await env.DB.prepare('UPDATE policies SET coverage_usd = coverage_usd + 1 WHERE id = 1').run();
  const found = check(await observe(sound.facts, [], Date.parse(sound.now)));
  expect(found.map(({ rule }) => rule)).toContain(POLICIES);
});
