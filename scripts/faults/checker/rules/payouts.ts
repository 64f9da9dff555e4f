import type { Fact } from '../facts.ts';
import { number, type Row, text } from '../records.ts';
import { called, eventById, factOf, groupBy, iso, type Rule, rowsOf, type World } from '../rule.ts';

/** What is wrong with a claim as the one that a payout paid. */
function* misfits({ records }: World, fact: Fact, row: Row, claim: Row) {
  if (claim.status !== 'paid') yield `Claim ${claim.id} is ${claim.status} after it.`;
  if (number(claim, 'payout_usd') !== fact.usd)
    yield `Claim ${claim.id} was to be paid ${claim.payout_usd}, not ${fact.usd}.`;
  if (claim.quote_id !== fact.quote) yield `Claim ${claim.id} is on another policy.`;
  const prepared = records.transfers.filter((each) => each.event_id === row.id && each.state === 'done');
  const [transfer] = prepared;
  if (prepared.length !== 1 || !transfer) {
    yield `It ended ${prepared.length} prepared payouts.`;
    return;
  }
  if (transfer.claim_id !== claim.id)
    yield `It was prepared for claim ${transfer.claim_id}, not ${claim.id}.`;
  if (number(transfer, 'claim_number') !== fact.claimNumber)
    yield `It was prepared as number ${transfer.claim_number}, and is ${fact.claimNumber}.`;
  if (transfer.incident_at !== iso(fact.incidentAt)) yield 'It was prepared for another incident.';
}

/** Every payout belongs to exactly one claim, the one that it was prepared for, or is exactly one exception. */
export const payouts: Rule = {
  name: 'every payout pays one claim',
  *find(world) {
    const { records, facts } = world;
    for (const fact of facts) {
      if (fact.kind !== 'claim_paid') continue;
      const [row] = rowsOf(world, fact);
      if (!row) continue;
      const claims = records.claims.filter((claim) => claim.paid_event_id === row.id);
      const exceptions = records.exceptions.filter(
        (each) => each.event_id === row.id && each.status === 'open',
      );
      if (claims.length + exceptions.length !== 1)
        yield [called(fact), `It has ${claims.length} claims and ${exceptions.length} exceptions.`];
      for (const claim of claims)
        for (const detail of misfits(world, fact, row, claim)) yield [called(fact), detail];
    }
  },
};

/** Every claim that is paid was paid once, on chain or outside it. */
export const paidClaims: Rule = {
  name: 'every paid claim has one payout',
  *find(world) {
    const { records } = world;
    for (const claim of records.claims) {
      const outside = records.outside.filter(
        (row) => row.claim_id === claim.id && row.status === 'paid',
      ).length;
      const event = claim.paid_event_id === null ? undefined : eventById(world, claim.paid_event_id ?? null);
      const onChain = event && factOf(world, event) ? 1 : 0;
      const ways = outside + onChain;
      if (claim.status === 'paid' ? ways !== 1 : ways !== 0 || claim.paid_event_id !== null)
        yield [`claim ${claim.id}`, `It is ${claim.status}, and ${ways} payments are on record.`];
    }
  },
};

/** A policy's next number is reserved once, and what was prepared ended with its own event or without one. */
export const reservations: Rule = {
  name: 'every prepared payout is reserved once',
  *find(world) {
    const { records } = world;
    const alive = records.transfers.filter(({ state }) => state === 'alive');
    for (const [place, own] of groupBy(alive, (row) => `${row.quote_id}:${row.claim_number ?? 0}`))
      if (own.length > 1) yield [place, `${own.length} prepared transfers are alive.`];
    for (const row of records.transfers) {
      const subject = `transfer ${row.id}`;
      if ((row.state === 'alive') !== (row.ended_at === null))
        yield [subject, `It is ${row.state}, and ended at ${row.ended_at}.`];
      if (row.state === 'alive' && row.event_id !== null) yield [subject, 'It is alive and has an event.'];
      if (row.state !== 'done') continue;
      const event = eventById(world, row.event_id ?? null);
      if (!event || event.quote_id !== row.quote_id || event.status !== 'confirmed')
        yield [subject, 'It is done without an event of its own.'];
      const kind = row.claim_id === null ? ['premium_refunded', 'paid_in_error'] : ['claim_paid'];
      if (event && !kind.includes(text(event, 'kind'))) yield [subject, `It is done by a ${event.kind}.`];
    }
    for (const claim of records.claims) {
      const own = alive.filter((row) => row.claim_id === claim.id);
      if (claim.status === 'processing_payment' && own.length === 0 && claim.paid_event_id === null)
        yield [`claim ${claim.id}`, 'Its payment is under way, and nothing is.'];
      if (own.length > 0 && !['approved', 'processing_payment'].includes(text(claim, 'status')))
        yield [`claim ${claim.id}`, `It is ${claim.status}, and a payout is alive.`];
    }
  },
};
