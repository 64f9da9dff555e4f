import type { Fact } from '../facts.ts';
import { number, type Row, text } from '../records.ts';
import { called, eventById, factOf, groupBy, iso, type Rule, rowsOf, type World } from '../rule.ts';

/** What is wrong with a claim as the one that a payout paid. */
function* misfits({ records }: World, fact: Fact, row: Row, claim: Row) {
  if (claim.status !== 'paid') yield `Claim ${claim.id} is ${claim.status} after it.`;
  if (number(claim, 'payout_usd') !== fact.usd)
    yield `Claim ${claim.id} was to be paid ${claim.payout_usd}, not ${fact.usd}.`;
  if (claim.quote_id !== fact.quote) yield `Claim ${claim.id} is on another policy.`;
  const prepared = records.transfers.filter((each) => each.event_id === row.id && each.state === 'confirmed');
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
        (row) => row.claim_id === claim.id && row.state === 'confirmed',
      ).length;
      const event = claim.paid_event_id === null ? undefined : eventById(world, claim.paid_event_id ?? null);
      const onChain = event && factOf(world, event) ? 1 : 0;
      const ways = outside + onChain;
      if (claim.status === 'paid' ? ways !== 1 : ways !== 0 || claim.paid_event_id !== null)
        yield [`claim ${claim.id}`, `It is ${claim.status}, and ${ways} payments are on record.`];
    }
  },
};

const ALIVE = ['prepared', 'sent', 'announced'];

/** What contradicts the state of a transfer on a chain. */
function* contradictions(world: World, row: Row) {
  const state = text(row, 'state');
  const isAlive = ALIVE.includes(state);
  if (isAlive !== (row.ended_at === null)) yield `It is ${state}, and ended at ${row.ended_at}.`;
  if (isAlive && row.event_id !== null) yield `It is ${state} and has an event.`;
  if ((state === 'sent' || state === 'confirmed') && row.tx_hash === null)
    yield `It is ${state} without a transaction.`;
  if (state === 'prepared' && row.tx_hash !== null) yield 'It is prepared and has a transaction.';
  if ((state === 'announced' || state === 'vetoed') && row.method !== 'announced')
    yield `It is ${state}, and sent by ${row.method}.`;
  if (state === 'discarded' && row.event_id !== null) yield 'It is discarded and has an event.';
  const event = eventById(world, row.event_id ?? null);
  if (state === 'vetoed' && event?.status !== 'confirmed') yield 'It is vetoed by no event.';
  if (state !== 'confirmed') return;
  if (!event || event.quote_id !== row.quote_id || event.status !== 'confirmed')
    yield 'It is confirmed without an event of its own.';
  if (event && event.tx_hash !== row.tx_hash)
    yield `It is confirmed by ${event.tx_hash}, and not ${row.tx_hash}.`;
  const kind = row.kind === 'refund' ? ['premium_refunded', 'paid_in_error'] : ['claim_paid'];
  if (event && !kind.includes(text(event, 'kind'))) yield `It is confirmed by a ${event.kind}.`;
}

/** A policy's next number is reserved once, and what was prepared ended with its own event or without one. */
export const reservations: Rule = {
  name: 'every prepared payout is reserved once',
  *find(world) {
    const { records } = world;
    const alive = records.transfers.filter((row) => row.ended_at === null);
    for (const [place, own] of groupBy(alive, (row) => `${row.quote_id}:${row.claim_number ?? 0}`))
      if (own.length > 1) yield [place, `${own.length} prepared transfers are alive.`];
    for (const row of records.transfers)
      for (const detail of contradictions(world, row)) yield [`transfer ${row.id}`, detail];
    for (const row of records.outside) {
      const isOver = row.state === 'confirmed' || row.state === 'discarded';
      if (isOver !== (row.ended_at !== null) || (row.state === 'confirmed') !== (row.confirmed_by !== null))
        yield [`transfer ${row.id}`, `It is ${row.state}, outside the chain, and ended at ${row.ended_at}.`];
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
