import { type Row, text } from '../records.ts';
import { endingOf, eventById, type Rule, stands, type World } from '../rule.ts';

const OPEN = ['pending', 'under_review', 'approved', 'processing_payment'];
/** How long a holder's consent lasts, in milliseconds. */
const CONSENT_MS = 14 * 86_400_000;
const isStanding = (policy: Row) => policy.status === 'pending' || policy.status === 'active';

/** Whoever withdrew from a contract is paid nothing on it, and we reject none on which a claim was made. */
export const voided: Rule = {
  name: 'nothing is paid on a contract that was withdrawn from',
  *find(world) {
    const { records } = world;
    for (const policy of records.policies) {
      const subject = `policy ${policy.id}`;
      const claims = records.claims.filter((claim) => claim.policy_id === policy.id);
      if (policy.withdrawn_at !== null) {
        for (const claim of claims) {
          if (OPEN.includes(text(claim, 'status'))) yield [subject, `Claim ${claim.id} is ${claim.status}.`];
          const paid = eventById(world, claim.paid_event_id ?? null);
          if (text(paid, 'block_time') > text(policy, 'withdrawn_at'))
            yield [subject, `Claim ${claim.id} was paid after the withdrawal.`];
        }
      }
      const refund = records.events.find(
        (event) => stands(event) && event.kind === 'premium_refunded' && event.quote_id === policy.quote_id,
      );
      if (policy.status !== 'rejected') continue;
      for (const claim of claims)
        if (text(claim, 'created_at') < text(refund, 'block_time'))
          yield [subject, `It was rejected although claim ${claim.id} was made on it.`];
    }
  },
};

/** A policy's own columns say of its endings what their rows say. */
export const settled: Rule = {
  name: 'every policy agrees with its endings',
  *find({ records }) {
    for (const policy of records.policies) {
      const subject = `policy ${policy.id}`;
      const own = records.endings.filter((row) => row.policy_id === policy.id && row.due_from !== null);
      const withdrawal = own.find(
        ({ kind, closed_as: closed }) => kind === 'withdrawal' && (closed === null || closed === 'sent'),
      );
      const since = withdrawal?.asked_at ?? null;
      if (policy.withdrawn_at !== since)
        yield [subject, `It is void since ${policy.withdrawn_at}, and withdrawn from at ${since}.`];
      const owed = own.find((row) => row.closed_at === null);
      const [kind, from] = [owed?.kind ?? null, owed?.due_from ?? null];
      if (policy.refund_kind !== kind || policy.refund_since !== from)
        yield [
          subject,
          `It owes a refund by ${policy.refund_kind} since ${policy.refund_since}, and its ending by ${kind} since ${from}.`,
        ];
    }
  },
};

/** Whether the cover of a policy that replaced another is not gone. */
const covers = (world: World, policy: Row) =>
  ['pending', 'active', 'cancelled'].includes(text(policy, 'status')) &&
  policy.withdrawn_at === null &&
  (eventById(world, policy.purchase_event_id ?? null)?.given_up_at ?? null) === null;

/** The refund that a change of cover agreed is owed or closed as its new policy stands, and what an event ended is open without it. */
export const agreed: Rule = {
  name: 'what a change of cover agreed is kept',
  *find(world) {
    const { records } = world;
    for (const change of records.endings.filter(({ kind }) => kind === 'replacement')) {
      const old = records.policies.find(({ id }) => id === change.policy_id);
      const next = records.policies.find(({ quote_id: quote }) => quote === change.successor_quote);
      if (!old || !next || old.wallet !== next.wallet) continue;
      const subject = `policy ${old.id}`;
      const asked = endingOf(world, old);
      // A withdrawal or a rejection gives the whole premium back instead.
      if (asked && asked.kind !== 'replacement' && asked.kind !== 'cancellation') continue;
      const isOwed = asked !== undefined && isStanding(old);
      if (!covers(world, next)) {
        if (isStanding(old) && change.closed_at === null)
          yield [subject, `It waits for policy ${next.id}, whose cover is gone.`];
      } else if (change.closed_as === 'sent' && isStanding(old)) {
        yield [subject, `Its agreed refund was sent, and it is ${old.status}.`];
      } else if (change.due_from !== null && change.closed_at === null && next.status === 'pending') {
        yield [subject, `Its agreed refund is owed although policy ${next.id} is pending.`];
      } else if (change.closed_as === 'undone') {
        yield [subject, `Its agreed refund was dropped although policy ${next.id} stands.`];
      } else if (isOwed && asked.amount !== change.amount) {
        yield [subject, `It is owed ${asked.amount}, and ${change.amount} was agreed.`];
      } else if (isStanding(old) && !asked && change.closed_at === null && next.status !== 'pending') {
        yield [subject, `Its agreed refund is not owed although policy ${next.id} is ${next.status}.`];
      }
    }
    for (const { policy_id: id, closed_event_id: by = null } of records.endings)
      if (by !== null && eventById(world, by)?.status !== 'confirmed')
        yield [`policy ${id}`, `Its request was closed by event ${by}, which is gone.`];
  },
};

/** A cancellation gives no whole premium once cover has begun, and what was sent is not owed any longer. */
export const unused: Rule = {
  name: 'a cancellation gives back the unused days alone',
  *find(world) {
    const { records } = world;
    for (const policy of records.policies) {
      const subject = `policy ${policy.id}`;
      if (!isStanding(policy) && policy.refund_since !== null)
        yield [subject, `It is ${policy.status}, and its refund is still owed.`];
      const asked = endingOf(world, policy);
      const quote = records.quotes.find(({ id }) => id === policy.quote_id);
      if (!asked || asked.kind === 'withdrawal' || asked.kind === 'rejection') continue;
      // A consent lasts 14 days from when its refund was computed; a wrong clock may put that before the cover.
      const computed = Date.parse(text(asked, 'consent_until')) - CONSENT_MS;
      if (Date.parse(text(policy, 'cover_from')) >= computed) continue;
      if (asked.amount === quote?.amount) yield [subject, 'Its cancellation gives the whole premium back.'];
    }
  },
};
