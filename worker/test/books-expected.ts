/** The books of the seeded year as plain sums of its rows, without the journal. */
import { CHAIN, CONTRACT, rateOn, USDC, WEI } from './books-year.ts';
import { schedule } from './figures.ts';
import { rows } from './harness.ts';

/** US cents by account at the end of a month; debits are above zero. Everything is computed from the rows alone. */
export async function expectedBalances(month: string): Promise<Record<string, number>> {
  const end = `${month}~`;
  const cents = async (sql: string) => {
    const [row] = await rows<{ cents: number | null }>(`SELECT sum(${sql}`, end);
    return row?.cents ?? 0;
  };
  const events = "chain_events e WHERE e.status = 'confirmed' AND e.block_time < ?";
  const insured = 'EXISTS (SELECT 1 FROM policies p WHERE p.quote_id = e.quote_id)';
  const exception = 'EXISTS (SELECT 1 FROM payment_exceptions x WHERE x.event_id = e.id AND x.reason';
  const written = await cents(
    "p.premium_usd * 100) cents FROM chain_events e JOIN policies p ON p.purchase_event_id = e.id WHERE e.status = 'confirmed' AND e.block_time < ?",
  );
  const refunds = `${events} AND e.kind = 'premium_refunded'`;
  const returned = await cents(`usd_cents) cents FROM ${refunds} AND ${insured}`);
  const claims =
    (await cents(`usd * 100) cents FROM ${events} AND e.kind = 'claim_paid'`)) +
    (await cents(
      "usd * 100) cents FROM transfers WHERE reference IS NOT NULL AND state = 'confirmed' AND ended_at < ?",
    ));
  const bank = await cents(
    "usd * 100) cents FROM transfers WHERE reference IS NOT NULL AND state = 'confirmed' AND ended_at < ?",
  );
  const reserves = await cents("cents) cents FROM entries WHERE kind = 'reserve' AND at < ?");
  const unmatched = await cents(`usd_cents) cents FROM ${events} AND ${exception} <> 'dust')`);
  const sentBack = await cents(
    `(SELECT o.usd_cents FROM chain_events o WHERE o.quote_id = e.quote_id AND o.kind = 'purchased')) cents FROM ${refunds} AND NOT ${insured}`,
  );
  const dust = await cents(`usd_cents) cents FROM ${events} AND ${exception} = 'dust')`);
  // Of claims alone, so their dollars say what is owed.
  const owed = async (kind: string) =>
    cents(
      `(SELECT o.usd * 100 FROM chain_events o WHERE o.quote_id = e.quote_id AND o.kind = 'claim_paid')) cents FROM ${events} AND e.kind = '${kind}'`,
    );
  const capital = (kind: string) => cents(`usd_cents) cents FROM ${events} AND e.kind = '${kind}'`);
  const fee = await cents(
    "p.premium_usd * p.platform_fee_bps / 100) cents FROM chain_events e JOIN policies p ON p.purchase_event_id = e.id WHERE e.status = 'confirmed' AND e.block_time < ?",
  );
  const feeBack = await cents(
    "e.usd_cents * p.platform_fee_bps / 10000) cents FROM chain_events e JOIN policies p ON p.quote_id = e.quote_id WHERE e.kind = 'premium_refunded' AND e.status = 'confirmed' AND e.block_time < ?",
  );
  const charged = await rows<{ cents: number }>(
    'SELECT sum(usd_micros) / 10000.0 cents FROM transaction_fees WHERE at < ? GROUP BY substr(at, 1, 7)',
    end,
  );
  const network = charged.reduce((sum, each) => sum + Math.round(each.cents), 0);
  const unearned = await unearnedAfter(month);
  const cash = await expectedCash(month);
  const accounts: Record<string, number> = {
    ...cash.cents,
    1200: -network,
    2000: -unearned,
    2100: -reserves,
    2200: sentBack - unmatched,
    2300: (await owed('owed_paid')) - (await owed('payment_owed')),
    3000: (await capital('capital_withdrawn')) - (await capital('pool_funded')) - bank,
    4000: -written,
    4010: returned,
    4100: unearned,
    4200: feeBack - fee,
    4400: -dust,
    5000: claims,
    5100: reserves,
    5200: fee - feeBack,
    5300: network,
  };
  // The coins that are there are worth what they are worth now.
  const rest = Object.values(accounts).reduce((sum, each) => sum + each, 0);
  return Object.fromEntries(Object.entries({ ...accounts, 4300: -rest }).filter(([, each]) => each !== 0));
}

/** Base units of each cash account at the end of a month, and what they are worth at its rate. */
export async function expectedCash(month: string) {
  const events = await rows<{ kind: string; token: string | null; amount: string }>(
    "SELECT kind, token, amount FROM chain_events WHERE status = 'confirmed' AND contract = ? AND block_time < ?",
    CONTRACT,
    `${month}~`,
  );
  const held = { ether: 0n, dollars: 0n };
  for (const { kind, token, amount } of events) {
    const sign = ['purchased', 'payment_owed', 'pool_funded'].includes(kind) ? 1n : -1n;
    held[token === null ? 'ether' : 'dollars'] += sign * BigInt(amount);
  }
  const account = (token: string) => `1000|${CHAIN}|${CONTRACT}|${token}`;
  const units = { [account('')]: held.ether, [account(USDC)]: held.dollars };
  return {
    units,
    cents: {
      [account('')]: Number((held.ether * rateOn(`${month}-01`)) / WEI),
      [account(USDC)]: Number(held.dollars / 10_000n),
    },
  };
}

/** What is not earned yet after a month, day by day. */
async function unearnedAfter(month: string): Promise<number> {
  const sold = await rows<{ id: number; cents: number; start: string; days: number; day: string }>(
    `SELECT p.id, p.premium_usd * 100 cents, p.start_date start, substr(e.block_time, 1, 10) day,
       CAST(julianday(p.end_date) - julianday(p.start_date) AS INTEGER) days
     FROM policies p JOIN chain_events e ON e.id = p.purchase_event_id WHERE e.status = 'confirmed'`,
  );
  const refunds = await rows<{ id: number; cents: number; day: string }>(
    `SELECT p.id, e.usd_cents cents, substr(e.block_time, 1, 10) day FROM chain_events e
     JOIN policies p ON p.quote_id = e.quote_id WHERE e.kind = 'premium_refunded' AND e.status = 'confirmed'`,
  );
  let left = 0n;
  for (const { id, cents, start, days, day } of sold) {
    if (day >= `${month}~`) continue;
    const refund = refunds.find((each) => each.id === id && each.day < `${month}~`);
    const earned = schedule(
      { start, days, cents: BigInt(cents) },
      refund ? { day: refund.day, cents: BigInt(refund.cents) } : null,
    );
    for (const [on, part] of earned) if (on >= `${month}~`) left += part;
  }
  return Number(left);
}
