/** What the roll-ups count, beside what it is kept from: money beside the ledger, reserves beside claims, cover beside policies. */
import { sql } from 'drizzle-orm';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Statement } from '../../../platform/db/client.ts';
import { reserveEvents } from '../../../platform/db/figures-schema.ts';
import { exposureStarts } from '../../../platform/db/registry-schema.ts';
import { exposures } from '../../../platform/db/schema.ts';

/** A row that differs: what it should have more. */
export interface Wrong {
  row: string;
  count: number;
  value: number;
  gwei: number;
  mend: (db: Database) => Statement;
}

/** Cover begins at most this many days before it ends. */
const LONGEST_TERM_DAYS = 366;

const MONEY = sql.raw(
  [
    ...['kind', 'event_id', 'other_claim_id', 'at', 'chain_id', 'currency', 'product', 'policy_id', 'amount'],
    ...['usd_cents', 'start_date', 'days', 'premium_cents', 'incident_at', 'gwei', 'platform_fee_cents'],
  ].join(', '),
);

const within = (column: string, month: string) =>
  sql`${sql.raw(column)} >= ${`${month}-01`} AND ${sql.raw(column)} < ${`${month}-32`}`;

/** Compares a month. It reads each row of the month once, and the policies of a year for the first days of cover. */
export async function readSources(db: Database, month: string): Promise<Wrong[]> {
  const [money, reserves, ends, starts] = await Promise.all([
    moneyOf(db, month),
    reservesOf(db, month),
    endsOf(db, month),
    startsOf(db, month),
  ]);
  return [...money, ...reserves, ...ends, ...starts];
}

/** Movements of money that stand and are not booked so (`count` 1), or are booked and do not stand so (-1). */
async function moneyOf(db: Database, month: string): Promise<Wrong[]> {
  const rows = await db.all<{
    event_id: number | null;
    other_claim_id: number | null;
    count: number;
    value: number;
    gwei: number;
  }>(sql`SELECT event_id, other_claim_id, sum(more) count, sum(more * usd_cents) value, sum(more * gwei) gwei FROM (
      SELECT ${MONEY}, sum(sign) more FROM (
        SELECT ${MONEY}, 1 sign FROM bookable_money WHERE ${within('at', month)}
        UNION ALL SELECT ${MONEY}, -1 FROM money_events WHERE ${within('at', month)}
      ) GROUP BY ${MONEY} HAVING sum(sign) <> 0
    ) GROUP BY event_id, other_claim_id`);
  return rows.map(({ event_id: event, other_claim_id: claim, ...more }) => ({
    row: event === null ? `money_events claim ${claim}` : `money_events event ${event}`,
    ...more,
    mend: (on) => rebook(on, event, claim),
  }));
}

/** A view whose trigger books a row anew; see the migration. */
const rebookMoney = sqliteTable('rebook_money', {
  eventId: integer('event_id'),
  otherClaimId: integer('other_claim_id'),
});

/** Books an event, or a claim paid outside the chain, as it stands. */
export const rebook = (db: Database, eventId: number | null, otherClaimId: number | null): Statement =>
  db.insert(rebookMoney).values({ eventId, otherClaimId });

/** Claims made in the month whose changes do not sum to their reserve, and changes in it that belong to no claim. */
async function reservesOf(db: Database, month: string): Promise<Wrong[]> {
  const rows = await db.all<{ claim: number; product: string; incident: string; at: string; cents: number }>(
    sql`SELECT * FROM (
      SELECT id claim, product, incident_at incident, updated_at at,
        reserve_cents - coalesce((SELECT sum(cents) FROM reserve_events WHERE claim_id = claims.id), 0) cents
      FROM claims WHERE ${within('created_at', month)}
      UNION ALL SELECT claim_id, product, incident_at, max(at), -sum(cents) FROM reserve_events
      WHERE ${within('at', month)} AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.id = claim_id) GROUP BY 1, 2, 3
    ) WHERE cents <> 0`,
  );
  return rows.map(({ claim, product, incident, at, cents }) => ({
    row: `reserve_events claim ${claim}`,
    ...{ count: 0, value: cents, gwei: 0 },
    // When it changed is lost; nothing changed later than the claim.
    mend: (on) =>
      on.insert(reserveEvents).values({ claimId: claim, product, incidentAt: incident, at, cents }),
  }));
}

const ADDED = {
  coverageUsd: sql`coverage_usd + excluded.coverage_usd`,
  policies: sql`policies + excluded.policies`,
};

interface CoverRow {
  chain: string;
  currency: string;
  day: string;
  usd: number;
  policies: number;
}

/** Cover of policies that are paid for or under review, by their last day. */
async function endsOf(db: Database, month: string): Promise<Wrong[]> {
  const rows =
    await db.all<CoverRow>(sql`SELECT chain_id chain, currency, end_date day, sum(usd) usd, sum(policies) policies FROM (
      SELECT chain_id, currency, end_date, coverage_usd usd, 1 policies FROM policies
      WHERE ${within('end_date', month)} AND status IN ('pending', 'active')
      UNION ALL SELECT chain_id, currency, end_date, -coverage_usd, -policies FROM exposures WHERE ${within('end_date', month)}
    ) GROUP BY 1, 2, 3 HAVING sum(usd) <> 0 OR sum(policies) <> 0`);
  return rows.map(({ chain, currency, day, usd, policies }) => ({
    row: `exposures ${chain} ${currency} ${day}`,
    ...{ count: policies, value: usd * 100, gwei: 0 },
    mend: (on) =>
      on
        .insert(exposures)
        .values({ chainId: chain, currency, endDate: day, coverageUsd: usd, policies })
        .onConflictDoUpdate({
          target: [exposures.chainId, exposures.currency, exposures.endDate],
          set: ADDED,
        }),
  }));
}

/** The same by their first day, in any currency. The index knows last days, so it is asked for those that can be. */
async function startsOf(db: Database, month: string): Promise<Wrong[]> {
  const rows = await db.all<
    Omit<CoverRow, 'currency'>
  >(sql`SELECT chain_id chain, start_date day, sum(usd) usd, sum(policies) policies FROM (
      SELECT chain_id, start_date, coverage_usd usd, 1 policies FROM policies
      WHERE end_date >= ${`${month}-01`} AND end_date <= date(${`${month}-01`}, ${`+${31 + LONGEST_TERM_DAYS} days`})
        AND ${within('start_date', month)} AND status IN ('pending', 'active')
      UNION ALL SELECT chain_id, start_date, -coverage_usd, -policies FROM exposure_starts WHERE ${within('start_date', month)}
    ) GROUP BY 1, 2 HAVING sum(usd) <> 0 OR sum(policies) <> 0`);
  return rows.map(({ chain, day, usd, policies }) => ({
    row: `exposure_starts ${chain} ${day}`,
    ...{ count: policies, value: usd * 100, gwei: 0 },
    mend: (on) =>
      on
        .insert(exposureStarts)
        .values({ chainId: chain, startDate: day, coverageUsd: usd, policies })
        .onConflictDoUpdate({ target: [exposureStarts.chainId, exposureStarts.startDate], set: ADDED }),
  }));
}
