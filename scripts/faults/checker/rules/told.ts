import type { Fact } from '../facts.ts';
import { type Row, type Table, text } from '../records.ts';
import {
  called,
  endingOf,
  eventById,
  owedBack,
  policyOf,
  type Rule,
  rowsOf,
  timesIn,
  type World,
} from '../rule.ts';

/** Kinds of events that leave a line with their place in the history of their policy. */
const NOTED: readonly Fact['kind'][] = ['claim_paid', 'premium_refunded', 'payment_owed', 'owed_paid'];

/** Every event is in its policy's history, and every step in its claim's, exactly once. */
export const timelines: Rule = {
  name: 'every timeline is complete',
  *find(world) {
    const { records, facts } = world;
    for (const fact of facts) {
      const policy = policyOf(world, fact.quote);
      if (!policy) continue;
      const lines = records.policy_history.filter(
        (line) => line.policy_id === policy.id && line.tx_hash === fact.tx,
      );
      if (fact.kind === 'purchased') {
        const [row] = rowsOf(world, fact);
        if (row?.id !== policy.purchase_event_id) continue;
        const last = lines.filter(({ event_index: index }) => index === null).at(-1);
        const said = ['opened', 'confirmed', 'activated', 'payment_replaced'].includes(text(last, 'kind'));
        if (!said)
          yield [called(fact), `The history of policy ${policy.id} ends with ${last?.kind ?? 'nothing'}.`];
      } else if (NOTED.includes(fact.kind)) {
        const count = timesIn(lines.filter((line) => line.event_index === fact.index));
        if (count !== 1) yield [called(fact), `The history of policy ${policy.id} has it ${count} times.`];
      }
    }
    for (const claim of records.claims) {
      const steps = records.claim_timeline.filter((line) => line.claim_id === claim.id);
      const count = (kind: string) => steps.filter((line) => line.kind === kind).length;
      if (count('submitted') !== 1)
        yield [`claim ${claim.id}`, `It was submitted ${count('submitted')} times.`];
      const paid = count('paid') - count('payment_undone');
      const onChain = claim.status === 'paid' && claim.paid_event_id !== null;
      if (onChain && paid !== 1)
        yield [`claim ${claim.id}`, `Its timeline says ${paid} times that it was paid.`];
      const event = onChain ? eventById(world, claim.paid_event_id ?? null) : undefined;
      if (event && !steps.some((line) => line.kind === 'paid' && line.tx_hash === event.tx_hash))
        yield [`claim ${claim.id}`, 'Its timeline names another transaction.'];
    }
    const keys = new Set(records.occurrences.map((row) => text(row, 'key')));
    const isLogged = (action: string, subject: string, { id, generation }: Row) =>
      keys.has(`${action}:${subject}:event:${id}:${generation}`);
    for (const fact of facts) {
      const [row] = rowsOf(world, fact);
      if (!row || row.kind === 'paid_in_error') continue;
      const claim = records.claims.find(({ paid_event_id: id }) => id !== null && id === row.id);
      if (claim && !isLogged('claim.payment_confirmed', `claim:${claim.id}`, row))
        yield [called(fact), `The audit log does not have it for claim ${claim.id}.`];
      const policy = fact.kind === 'premium_refunded' ? policyOf(world, fact.quote) : undefined;
      if (policy && !isLogged('policy.refund_confirmed', `policy:${policy.id}`, row))
        yield [called(fact), `The audit log does not have it for policy ${policy.id}.`];
    }
  },
};

/** Rows with a key, which must be one. */
const once = function* (
  { records }: World,
  table: Table,
  subject: string,
  key: string,
  column = 'dedupe_key',
) {
  const found = records[table].filter((row) => row[column] === key).length;
  if (found !== 1) yield [subject, `${table} has ${found} rows of ${key}.`] as const;
};

/** One call to each webhook that asked for the event. */
function* hooked(world: World, subject: string, wallet: string, event: string, key: string) {
  for (const hook of world.records.webhooks) {
    if (hook.wallet !== wallet || !(JSON.parse(text(hook, 'events')) as string[]).includes(event)) continue;
    const id = `evt_${event.replace('.', '_')}_${key}`;
    const calls = world.records.outbox.filter((row) => row.event_id === id && row.target === hook.id).length;
    if (calls !== 1) yield [subject, `Webhook ${hook.id} has ${calls} calls of ${id}.`] as const;
  }
}

/** Whoever bought a policy, before it changed hands. */
const buyerOf = ({ facts }: World, quote: string) =>
  facts.find((fact) => fact.kind === 'purchased' && fact.quote === quote)?.wallet ?? '';

/** Whatever happened was told once to whoever has to know: by message, letter, webhook and notice. */
export const told: Rule = {
  name: 'everything is told once',
  *find(world) {
    const { records, facts } = world;
    for (const policy of records.policies) {
      const subject = `policy ${policy.id}`;
      const quote = text(policy, 'quote_id');
      const event = eventById(world, policy.purchase_event_id ?? null);
      const stands = event?.status === 'confirmed';
      const buyer = buyerOf(world, quote);
      const replaced = records.policy_history.some(
        (line) => line.policy_id === policy.id && line.kind === 'payment_replaced',
      );
      if (stands && !replaced) {
        yield* hooked(world, subject, buyer, 'policy.created', `policy:${quote}:created`);
        yield* once(world, 'messages', subject, `policy:${quote}:purchased`);
      }
      if (stands) yield* hooked(world, subject, buyer, 'payment.completed', `policy:${quote}:paid`);
      const activated = records.policy_history.some(
        (line) => line.policy_id === policy.id && line.to_status === 'active',
      );
      if (activated && stands) yield* once(world, 'outbox', subject, `letter:policy:${quote}:active`);
      const asked = endingOf(world, policy);
      if (asked && policy.withdrawn_at === null) {
        yield* once(world, 'outbox', subject, `letter:policy:${quote}:cancellation:${asked.due_from}`);
        if (asked.kind !== 'replacement')
          yield* once(world, 'messages', subject, `policy:${quote}:cancellation:${asked.due_from}`);
      }
    }
    for (const fact of facts) {
      const policy = policyOf(world, fact.quote);
      const [row] = rowsOf(world, fact);
      if (fact.kind !== 'premium_refunded' || row?.kind !== 'premium_refunded') continue;
      if (policy) {
        yield* once(world, 'outbox', called(fact), `letter:policy:${fact.quote}:refunded:${fact.tx}`);
        yield* once(world, 'messages', called(fact), `policy:${fact.quote}:refunded:${fact.tx}`);
      }
    }
    for (const exception of records.exceptions) {
      const event = eventById(world, exception.event_id ?? null);
      if (event?.status !== 'confirmed') continue;
      const owed = owedBack(world).includes(exception);
      const step = exception.reason === 'duplicate' ? 'owed' : 'excepted';
      const key = owed
        ? `:${event.tx_hash}:${step}`
        : `${exception.reason}:${event.chain_id}:${event.tx_hash}:${event.event_index}`;
      for (const reader of records.readers) {
        if (reader.payment_exception !== 1) continue;
        const notices = records.outbox.filter(
          (row) =>
            text(row, 'dedupe_key').startsWith('desk:') &&
            text(row, 'dedupe_key').endsWith(`${key}:${reader.id}`),
        ).length;
        if (notices !== 1) yield [`exception ${exception.id}`, `Reader ${reader.id} has ${notices} notices.`];
      }
      if (!owed || !records.accounts.some(({ wallet }) => wallet === exception.wallet)) continue;
      const messages = records.messages.filter((row) =>
        text(row, 'dedupe_key').endsWith(`:${event.tx_hash}:${step}`),
      ).length;
      if (messages !== 1) yield [`exception ${exception.id}`, `Its payer has ${messages} messages.`];
    }
    for (const claim of records.claims) {
      const subject = `claim ${claim.id}`;
      const key = text(claim, 'key');
      const holder = text(claim, 'wallet');
      yield* once(world, 'messages', subject, `claim:${key}:submitted`);
      // The buyer gave an address with the quote, and a later holder may have none.
      const reached = records.quotes.some(({ id, wallet }) => id === claim.quote_id && wallet === holder);
      if (reached) yield* once(world, 'outbox', subject, `letter:claim:${key}:submitted`);
      yield* hooked(world, subject, holder, 'claim.submitted', `claim:${key}:submitted`);
      for (const reader of records.readers)
        if (reader.new_claim === 1)
          yield* once(world, 'outbox', subject, `desk:claim:${key}:submitted:${reader.id}`);
      // Each step after the first has a version of its own, and tells its customer.
      const steps = records.claim_timeline.filter(
        (line) =>
          line.claim_id === claim.id &&
          [
            'approved',
            'confirmed',
            'under_review',
            'rejected',
            'paid',
            'payment_undone',
            'payment_failed',
          ].includes(text(line, 'kind')),
      ).length;
      const letters = records.outbox.filter((row) =>
        text(row, 'dedupe_key').startsWith(`letter:claim:${key}:`),
      ).length;
      if (reached && letters < steps + 1)
        yield [subject, `It took ${steps + 1} steps, with ${letters} letters.`];
      if (claim.status !== 'paid' || claim.paid_event_id === null) continue;
      const calls = records.outbox.filter((row) =>
        text(row, 'event_id').startsWith(`evt_claim_paid_claim:${key}:`),
      ).length;
      const hooks = records.webhooks.filter(
        (hook) => hook.wallet === holder && text(hook, 'events').includes('"claim.paid"'),
      ).length;
      if (hooks > 0 && calls < hooks) yield [subject, `Its payment has ${calls} calls to ${hooks} webhooks.`];
    }
  },
};

/** Nothing that can be sent stays behind, and nothing that was read waits. */
export const quiet: Rule = {
  name: 'nothing is stuck',
  *find({ records, now }) {
    for (const row of records.events)
      if (row.status === 'unconfirmed')
        yield [`event ${row.id}`, `${row.kind} of ${row.tx_hash} is unconfirmed.`];
    for (const row of records.outbox)
      if (row.state === 'queued' && text(row, 'next_attempt_at') <= now)
        yield [`outbox ${row.id}`, `${row.kind} is due since ${row.next_attempt_at}.`];
    for (const row of records.transfers)
      if (row.ended_at === null && row.until !== null && text(row, 'until') < now)
        yield [`transfer ${row.id}`, `It is ${row.state}, and could be sent until ${row.until}.`];
    for (const row of records.exceptions)
      if (row.reason === 'transfer_unprepared' && row.status === 'open')
        yield [`exception ${row.id}`, 'Money left our account, and nobody prepared it.'];
  },
};
