/**
 * What product.md §4, "How a policy ends", promises of every ending, however it came about. Like the checker's rules, which it
 * adds to, it shares no code with the product.
 */
import { number, type Row, text } from '../../scripts/faults/checker/records.ts';
import { eventById, type Rule, stands, type World } from '../../scripts/faults/checker/rule.ts';

const isStanding = (policy: Row) => policy.status === 'pending' || policy.status === 'active';
const isRequest = ({ kind }: Row) => kind === 'replacement' || kind === 'cancellation';
const eventsOf = ({ records }: World, { quote_id: quote }: Row, kind: string) =>
  records.events.filter((event) => event.quote_id === quote && event.kind === kind);
const premiumOf = ({ records }: World, { quote_id: id }: Row) =>
  text(
    records.quotes.find((quote) => quote.id === id),
    'amount',
  );

/** No more goes back than was paid, and no more is paid than was covered. */
export const bounded: Rule = {
  name: 'a policy gives back at most its premium and pays at most its cover',
  *find(world) {
    for (const policy of world.records.policies) {
      const refunds = eventsOf(world, policy, 'premium_refunded').filter(stands);
      const back = refunds.reduce((sum, event) => sum + BigInt(text(event, 'amount')), 0n);
      if (back > BigInt(premiumOf(world, policy))) yield [`policy ${policy.id}`, `It gave back ${back}.`];
      const paid = eventsOf(world, policy, 'claim_paid')
        .filter(stands)
        .reduce((sum, event) => sum + number(event, 'usd'), 0);
      if (Math.max(paid, number(policy, 'paid_out_usd')) > number(policy, 'coverage_usd'))
        yield [`policy ${policy.id}`, `It paid ${paid} dollars.`];
    }
  },
};

const after = (one: Row, other: Row) =>
  number(one, 'block_number') - number(other, 'block_number') ||
  number(one, 'event_index') - number(other, 'event_index');

/** Whoever got the whole premium back for a withdrawal is paid nothing later. */
export const unpaid: Rule = {
  name: 'nothing is paid after the refund of a withdrawal',
  *find(world) {
    for (const { policy_id: id } of world.records.endings.filter(
      ({ kind, closed_as: closed }) => kind === 'withdrawal' && closed === 'sent',
    )) {
      const policy = world.records.policies.find((each) => each.id === id) as Row;
      const [refund] = eventsOf(world, policy, 'premium_refunded').filter(stands);
      for (const claim of world.records.claims.filter(({ policy_id: on }) => on === id)) {
        const paid = eventById(world, claim.paid_event_id ?? null);
        if (refund && paid && after(paid, refund) > 0)
          yield [`policy ${id}`, `Claim ${claim.id} was paid later.`];
      }
    }
  },
};

/** Why the reason of a closed ending is not true; null if it is. */
function whyFalse(world: World, policy: Row, ending: Row): string | null {
  const { records } = world;
  const by = eventById(world, ending.closed_event_id ?? null);
  const others = records.endings.filter(({ id, policy_id: on }) => on === policy.id && id !== ending.id);
  const next = records.policies.find(({ quote_id: quote }) => quote === ending.successor_quote);
  const unless = (isTrue: boolean, why: string) => (isTrue ? null : why);
  switch (ending.closed_as) {
    case 'sent': {
      if (by?.kind !== 'premium_refunded' || by.quote_id !== policy.quote_id) return 'no refund was seen';
      const outcomes = isRequest(ending)
        ? ['cancelled']
        : ending.kind === 'rejection'
          ? ['rejected']
          : ['rejected', 'cancelled'];
      if (!outcomes.includes(text(by, 'outcome'))) return `the refund was of a policy ${by.outcome}`;
      return unless(by.amount === (ending.amount ?? premiumOf(world, policy)), `${by.amount} was sent`);
    }
    case 'revoked':
      return unless(
        isRequest(ending) &&
          (policy.kind === 'substrate' || eventsOf(world, policy, 'consent_revoked').length > 0),
        'nobody revoked the consent',
      );
    case 'moved':
      return unless(eventsOf(world, policy, 'holder_changed').length > 0, 'nobody else has held it');
    case 'claimed':
      return unless(
        records.claims.some(({ policy_id: on }) => on === policy.id) ||
          eventsOf(world, policy, 'claim_paid').length > 0,
        'no claim was made',
      );
    case 'lapsed':
      return unless(text(ending, 'consent_until') <= text(ending, 'closed_at'), 'its consent held');
    case 'undone':
      return ending.kind === 'replacement'
        ? unless(
            next?.status !== 'active' ||
              records.endings.some(
                ({ policy_id: on, kind, due_from: due }) =>
                  on === next.id && kind === 'withdrawal' && due !== null,
              ),
            'its successor is active',
          )
        : unless(isRequest(ending), 'it was no request');
    case 'superseded':
      return unless(
        by?.outcome === 'rejected' ||
          others.some(
            (other) =>
              other.due_from !== null ||
              records.policies.some(
                (each) => each.quote_id === other.successor_quote && each.wallet === policy.wallet,
              ),
          ),
        'nothing took its place',
      );
    case 'accepted':
      return unless(ending.kind === 'rejection', 'we had not rejected the policy');
    case 'person':
      return unless(ending.kind === 'withdrawal', 'only a withdrawal is answered by a person');
    default:
      return 'there is no such reason';
  }
}

/** What was agreed and signed is sent, or closed for a reason that is true. */
export const honest: Rule = {
  name: 'every ending is closed for a reason that is true',
  *find(world) {
    for (const ending of world.records.endings.filter(({ closed_at: at }) => at !== null)) {
      const policy = world.records.policies.find(({ id }) => id === ending.policy_id) as Row;
      const why = whyFalse(world, policy, ending);
      if (why !== null)
        yield [`policy ${policy.id}`, `Its ${ending.kind} is closed as ${ending.closed_as}, but ${why}.`];
    }
  },
};

/** Nothing waits for ever: what is owed is in the desk's queue, and what a person answers is in the inbox. */
export const queued: Rule = {
  name: 'every ending that is open waits for somebody',
  *find({ records, now }) {
    for (const ending of records.endings) {
      const policy = records.policies.find(({ id }) => id === ending.policy_id) as Row;
      const says = (what: string) => [`policy ${policy.id}`, `Its ${ending.kind} ${what}.`] as const;
      const asks = records.messages.some((row) => row.policy_id === policy.id && row.waiting_since !== null);
      if (ending.closed_as === 'person' && !asks) yield says('is in nobody’s inbox');
      if (ending.closed_at !== null || ending.due_from === null) continue;
      if (!isStanding(policy)) yield says(`is owed, and the policy is ${policy.status}`);
      if (ending.kind === 'rejection' && (policy.status !== 'pending' || policy.needs_review === 0))
        yield says('is owed, and the policy was accepted');
      if (policy.refund_since === null) yield says('is owed, and in nobody’s queue');
      if (isRequest(ending) && text(ending, 'consent_until') <= now)
        yield says('has lapsed and is still open');
    }
  },
};
