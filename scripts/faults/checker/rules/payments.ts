import { number, text } from '../records.ts';
import {
  called,
  eventById,
  factOf,
  groupBy,
  iso,
  owedBack,
  policyOf,
  type Rule,
  rowsOf,
  stands,
} from '../rule.ts';

/** Every payment has exactly one policy or exactly one exception. */
export const payments: Rule = {
  name: 'every payment has one outcome',
  *find(world) {
    for (const fact of world.facts) {
      if (fact.kind !== 'purchased') continue;
      const ids = rowsOf(world, fact).map(({ id }) => id);
      const policies = world.records.policies.filter((row) => ids.includes(row.purchase_event_id ?? -1));
      const exceptions = owedBack(world).filter(
        (row) => ids.includes(row.event_id ?? -1) && row.status !== 'became_policy',
      );
      const outcomes = policies.length + exceptions.length;
      if (outcomes === 1) continue;
      yield [called(fact), `It has ${policies.length} policies and ${exceptions.length} exceptions.`];
    }
  },
};

/** A payment that fits its quote is never refused: what a node once showed of it doesn't count. */
export const fitting: Rule = {
  name: 'no payment that fits its quote is refused',
  *find(world) {
    for (const exception of owedBack(world)) {
      if (exception.status !== 'open' || !['mismatch', 'unknown_quote'].includes(text(exception, 'reason')))
        continue;
      const event = eventById(world, exception.event_id ?? null);
      const fact = event && stands(event) && factOf(world, event);
      const quote = fact && world.records.quotes.find(({ id }) => id === fact.quote);
      const fits =
        quote &&
        fact.amount === quote.amount &&
        fact.wallet === quote.wallet &&
        fact.chain === quote.chain_id &&
        fact.coverUsd === quote.coverage_usd;
      if (fits) yield [`exception ${exception.id}`, `The chain shows what quote ${quote.id} asks for.`];
    }
  },
};

/** Every policy has its payment, and is what that payment bought; a payment that is gone for good covers nothing. */
export const policies: Rule = {
  name: 'every policy has its payment',
  *find(world) {
    const { records, facts } = world;
    for (const [group, all] of groupBy(records.policies, (row) => text(row, 'group_id')))
      if (all.length > 1) yield [`draft ${group}`, `It became ${all.length} policies.`];
    for (const policy of records.policies) {
      const subject = `policy ${policy.id}`;
      const event = eventById(world, policy.purchase_event_id ?? null);
      const quote = records.quotes.find(({ id }) => id === policy.quote_id);
      if (!event || !quote) {
        yield [subject, 'It has no purchase or no quote.'];
        continue;
      }
      const fact = facts.find(
        ({ kind, chain, tx, quote: bought }) =>
          kind === 'purchased' &&
          chain === event.chain_id &&
          tx === event.tx_hash &&
          bought === policy.quote_id,
      );
      if (!fact) {
        if (policy.status !== 'pending' || policy.cover_from !== null || event.status !== 'orphaned')
          yield [subject, `It is ${policy.status}, and no chain shows its payment.`];
        continue;
      }
      if (event.quote_id !== policy.quote_id) yield [subject, 'Its payment is of another quote.'];
      if (fact.amount !== quote.amount)
        yield [subject, `It cost ${quote.amount}, and ${fact.amount} was paid.`];
      if (policy.cover_from !== null && fact.start !== null && policy.cover_from !== iso(fact.start))
        yield [subject, `Its cover begins ${policy.cover_from}, and on chain ${iso(fact.start)}.`];
      if (policy.cover_from === null) yield [subject, 'Its payment stands, and its cover has no beginning.'];
      if (fact.coverUsd !== null && number(policy, 'coverage_usd') !== fact.coverUsd)
        yield [subject, `It covers ${policy.coverage_usd}, and on chain ${fact.coverUsd}.`];
      const moves = facts.filter((each) => each.kind === 'holder_changed' && each.quote === policy.quote_id);
      const holder = moves.at(-1)?.other ?? fact.wallet;
      if (policy.wallet !== holder) yield [subject, `${policy.wallet} has it, and on chain ${holder}.`];
      const waits = policy.needs_review === 1 || policy.refund_kind === 'rejection';
      const over = facts.some((each) => each.kind === 'premium_refunded' && each.quote === policy.quote_id);
      if (policy.status === 'pending' && !waits && !over)
        yield [subject, 'It is paid for and waits for nothing, but is pending.'];
    }
  },
};

/** Every refund ends what was paid for, and whatever ended was refunded once. */
export const refunds: Rule = {
  name: 'every refund is accounted for',
  *find(world) {
    const { records, facts } = world;
    const refunded = facts.filter(({ kind }) => kind === 'premium_refunded');
    const bookedFor = (quote: string | null) =>
      refunded.filter((fact) => {
        const [row] = rowsOf(world, fact);
        return fact.quote === quote && row?.kind === 'premium_refunded';
      });
    for (const fact of refunded) {
      const [row] = rowsOf(world, fact);
      if (row?.kind === 'paid_in_error') {
        const raised = records.exceptions.filter((each) => each.event_id === row.id);
        if (raised.length !== 1)
          yield [called(fact), `It was made in error, with ${raised.length} exceptions.`];
        continue;
      }
      const policy = policyOf(world, fact.quote);
      if (policy) {
        const ended = fact.outcome === 'rejected' ? ['rejected', 'withdrawn'] : ['cancelled'];
        if (!ended.includes(text(policy, 'status')))
          yield [called(fact), `Policy ${policy.id} is ${policy.status} after it.`];
        if (fact.end !== null && policy.cover_until !== iso(fact.end))
          yield [
            called(fact),
            `Policy ${policy.id} is covered until ${policy.cover_until}, not ${iso(fact.end)}.`,
          ];
        continue;
      }
      const resolved = owedBack(world).filter(
        (each) =>
          eventById(world, each.event_id ?? null)?.quote_id === fact.quote && each.status === 'resolved',
      );
      if (resolved.length !== 1) yield [called(fact), `It resolved ${resolved.length} exceptions.`];
    }
    for (const policy of records.policies) {
      if (!['rejected', 'cancelled', 'withdrawn'].includes(text(policy, 'status'))) continue;
      const own = bookedFor(text(policy, 'quote_id'));
      if (own.length !== 1) yield [`policy ${policy.id}`, `It is ${policy.status} by ${own.length} refunds.`];
    }
    for (const exception of owedBack(world)) {
      if (exception.status !== 'resolved') continue;
      const own = bookedFor(text(eventById(world, exception.event_id ?? null), 'quote_id'));
      if (own.length !== 1) yield [`exception ${exception.id}`, `It is resolved by ${own.length} refunds.`];
    }
    for (const [quote, own] of groupBy(refunded, (fact) => fact.quote ?? '')) {
      const paid = facts
        .filter((fact) => fact.kind === 'purchased' && fact.quote === quote)
        .reduce((sum, fact) => sum + BigInt(fact.amount ?? 0), 0n);
      const back = own
        .filter((fact) => rowsOf(world, fact)[0]?.kind === 'premium_refunded')
        .reduce((sum, fact) => sum + BigInt(fact.amount ?? 0), 0n);
      if (paid > 0n && back > paid) yield [`quote ${quote}`, `${back} went back of ${paid} paid.`];
    }
  },
};
