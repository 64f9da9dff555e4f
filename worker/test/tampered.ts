/** Fifty ways to falsify the books, each with who names it. Names in braces are rows that the test fills in. */

/**
 * What names it: the audit; the daily check first, and then the audit; the scheduled run first. `page`: nothing can, and
 * this sentence of the page says so. `still`: what the audit named before stays.
 */
export interface Case {
  what: string;
  sql: string[];
  found?: RegExp;
  by?: 'check' | 'run';
  page?: string;
  still?: RegExp;
}

const POLICY = 'UPDATE policies SET';
const EVENT = 'UPDATE chain_events SET';
const OF_PAID = "WHERE kind = 'claim_paid' AND quote_id = '{paidQuote}'";
const BOUGHT = "WHERE kind = 'purchased' AND quote_id = '{plainQuote}'";
const COLUMNS =
  'group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd, coverage_usd, start_date, end_date, cover_from, cover_until, created_at, purchase_event_id, currency, cover_start_date';

export const CASES: readonly Case[] = [
  // Policies.
  {
    what: 'a policy called canceled',
    sql: [`${POLICY} status = 'cancelled' WHERE id = {plain}`],
    found: /fields: Policy .* status \(chain: active; recorded: cancelled\)/,
  },
  {
    what: 'a pending policy shown as active',
    sql: [`${POLICY} status = 'active' WHERE id = {waiting}`],
    found: /fields: Policy .* status \(the last line of its history: pending; recorded: active\)/,
  },
  {
    what: 'a pending policy shown as active and reviewed',
    sql: [`${POLICY} status = 'active', needs_review = 0 WHERE id = {waiting}`],
    found: /the last line of its history: pending; recorded: active/,
  },
  {
    what: 'an active policy shown as pending',
    sql: [`${POLICY} status = 'pending' WHERE id = {plain}`],
    found: /the last line of its history: active; recorded: pending/,
  },
  {
    what: 'another holder',
    sql: [`${POLICY} wallet = '0x${'9'.repeat(40)}' WHERE id = {plain}`],
    found: /holder \(chain: 0x/,
  },
  {
    what: 'more cover',
    sql: [`${POLICY} coverage_usd = 900000 WHERE id = {plain}`],
    found: /cover \(chain: 500000; recorded: 900000\)/,
  },
  {
    what: 'another premium in dollars',
    sql: [`${POLICY} premium_usd = 1300 WHERE id = {plain}`],
    found: /premium in dollars \(its quote: 1200; recorded: 1300\)/,
  },
  {
    what: 'an earlier first day',
    sql: [`${POLICY} cover_start_date = '2024-02-29' WHERE id = {plain}`],
    found: /first day/,
  },
  {
    what: 'a later last day',
    sql: [`${POLICY} end_date = '2031-02-28' WHERE id = {plain}`],
    found: /last day/,
  },
  {
    what: 'cover that began earlier',
    sql: [`${POLICY} cover_from = '2024-02-29T00:00:00.000Z' WHERE id = {plain}`],
    found: /start of cover/,
  },
  {
    what: 'cover that ends later',
    sql: [`${POLICY} cover_until = '2031-03-01T00:00:00.000Z' WHERE id = {plain}`],
    found: /end of cover/,
  },
  {
    what: 'less paid out',
    sql: [`${POLICY} paid_out_usd = 10 WHERE id = {paid}`],
    found: /paid out on chain \(chain: 1500; recorded: 10\)/,
  },
  {
    what: 'purchases swapped between two policies',
    sql: [
      `CREATE TABLE swapped AS SELECT id, purchase_event_id e FROM policies WHERE id IN ({plain}, {paid})`,
      `${POLICY} purchase_event_id = -id WHERE id IN ({plain}, {paid})`,
      `${POLICY} purchase_event_id = (SELECT e FROM swapped WHERE swapped.id <> policies.id) WHERE id IN ({plain}, {paid})`,
      'DROP TABLE swapped',
    ],
    found: /fields: Policy .* payment \(chain: 0x\w+; recorded: 0x/,
  },
  {
    what: 'a back-dated booking of a policy',
    sql: [`${POLICY} created_at = '2025-01-01T00:00:00.000Z' WHERE id = {plain}`],
    found: /time of recording \(the first line of its history/,
  },
  {
    what: 'another fee of a policy',
    sql: [`${POLICY} platform_fee_bps = 100 WHERE id = {plain}`],
    found: /platform fee \(the setting of that time: 250; recorded: 100\)/,
  },
  {
    what: 'a deleted policy',
    sql: ['DELETE FROM policies WHERE id = {plain}'],
    found: /unrecorded: Policy .* neither a policy nor a payment exception/,
  },
  {
    what: 'an invented policy',
    sql: [
      `CREATE TABLE invented AS SELECT * FROM quotes WHERE id = '{plainQuote}'`,
      `UPDATE invented SET id = '0x${'ab'.repeat(32)}', group_id = 'invented'`,
      'INSERT INTO quotes SELECT * FROM invented',
      'DROP TABLE invented',
      `INSERT INTO policies (quote_id, ${COLUMNS}) SELECT '0x${'ab'.repeat(32)}', 'invented', wallet, kind, chain_id, product, status, needs_review, premium_usd, coverage_usd, start_date, end_date, cover_from, cover_until, created_at, -1, currency, cover_start_date FROM policies WHERE id = {plain}`,
    ],
    found: /unpaid: Policy 0xabababab…, .*no listed contract reported its purchase/,
  },
  {
    what: 'a policy of Polkadot that is deleted',
    sql: ['DELETE FROM policies WHERE id = {there}'],
    found: /no_policy: event 0x\w+ This payment is in its block, but our records have neither/,
  },
  {
    what: 'another premium in dollars on Polkadot',
    sql: [`${POLICY} premium_usd = 1 WHERE id = {there}`],
    found: /differs: policy 0x\w+ .*premium in dollars/,
  },
  // Recorded events.
  {
    what: 'a deleted purchase',
    sql: [`DELETE FROM chain_events ${BOUGHT}`],
    found: /unrecorded: Premium of 0\.6 ETH/,
  },
  {
    what: 'another amount of a payout',
    sql: [`${EVENT} amount = '750000000000000001' ${OF_PAID}`],
    found: /amount: Claim 1 .*amount/,
  },
  {
    what: 'other dollars of a payout',
    sql: [`${EVENT} usd = 1501 ${OF_PAID}`],
    found: /amount: Claim 1 .*dollars/,
  },
  {
    what: 'another rate of a payout',
    sql: [`${EVENT} rate = '2001' ${OF_PAID}`],
    found: /rate \(chain: 2000; recorded: 2001\)/,
  },
  {
    what: 'another claim number of a payout',
    sql: [`${EVENT} claim_number = 2 ${OF_PAID}`],
    found: /claim number/,
  },
  {
    what: 'a payout moved to another policy',
    sql: [`${EVENT} quote_id = '{plainQuote}' ${OF_PAID}`],
    found: /fields: Claim 1 .* policy \(chain/,
  },
  {
    what: 'a payout called reversed',
    sql: [`${EVENT} status = 'orphaned' ${OF_PAID}`],
    found: /unrecorded: Claim 1 .*no longer on the chain/,
  },
  {
    what: 'an invented refund',
    sql: [
      `INSERT INTO chain_events (kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet, amount, outcome, cover_until, status, created_at) SELECT 'premium_refunded', chain_id, contract, '0x${'cd'.repeat(32)}', 3, block_number, block_hash, block_time, quote_id, wallet, amount, 'cancelled', cover_until, 'confirmed', created_at FROM chain_events ${BOUGHT}`,
    ],
    found: /unpaid: A refund .*The chain has no such transaction/,
  },
  {
    what: 'a back-dated booking of an event',
    sql: [`${EVENT} created_at = '2025-01-01T00:00:00.000Z' ${BOUGHT}`],
    found: /time of recording \(its block/,
  },
  {
    what: 'other dollars of a refund',
    sql: [`${EVENT} usd_cents = 1 WHERE kind = 'premium_refunded'`],
    found: /dollars of the refund, in cents \(its part of the premium: 119671; recorded: 1\)/,
  },
  // Quotes: what was sold, and at which rate.
  {
    what: 'another reference rate of sale',
    sql: ["UPDATE quotes SET rate = '2100' WHERE id = '{plainQuote}'"],
    found: /rate \(reference rates: 2000; recorded: 2100\)/,
  },
  {
    what: 'dollars and rate of a sale, changed together',
    sql: [
      "UPDATE quotes SET rate = '4001', premium_usd = 2400 WHERE id = '{fed}'",
      `${POLICY} premium_usd = 2400 WHERE quote_id = '{fed}'`,
    ],
    found: /rate \(the feed: 2000\.5; recorded: 4001\)/,
  },
  {
    what: 'another round of the feed',
    sql: ["UPDATE quotes SET rate_round = '8' WHERE id = '{fed}'"],
    found: /round \(the feed: 7; recorded: 8\)/,
  },
  {
    what: 'a sale without a round',
    sql: ["UPDATE quotes SET rate_round = NULL WHERE id = '{fed}'"],
    found: /round of the feed \(its source: a number; recorded: nothing\)/,
  },
  {
    what: 'a deleted quote',
    sql: ["DELETE FROM quotes WHERE id = '{plainQuote}'"],
    found: /unrecorded: Policy .* neither a policy nor a payment exception/,
  },
  // Payments that bought no policy.
  {
    what: 'a deleted exception',
    sql: ['DELETE FROM payment_exceptions WHERE id = {exception}'],
    found: /unrecorded: Policy .* neither a policy nor a payment exception/,
  },
  {
    what: 'an exception called resolved without its refund',
    sql: ["UPDATE payment_exceptions SET status = 'resolved' WHERE id = {exception}"],
    still: /owed: Premium of .*owed back to the payer/,
  },
  {
    what: 'a sold policy deleted with its event and its quote, which the scheduled run makes an exception',
    sql: [
      'DELETE FROM policies WHERE id = {plain}',
      "DELETE FROM chain_events WHERE quote_id = '{plainQuote}'",
      "DELETE FROM quotes WHERE id = '{plainQuote}'",
      "UPDATE scan_cursors SET block_number = (SELECT min(block_number) FROM chain_events WHERE chain_id = '1337') - 1 WHERE chain_id = '1337'",
    ],
    by: 'run',
    found: /owed: Premium of 0\.6 ETH .*owed back to the payer/,
  },
  // Claims, their timelines and their payments.
  {
    what: 'an open claim marked as paid',
    sql: ["UPDATE claims SET status = 'paid' WHERE id = {openClaim}"],
    found: /claim: Claim CLM-\d+, paid\. .*number of payments \(its status: 1; recorded: 0\)/,
  },
  {
    what: 'other dollars of a paid claim',
    sql: ['UPDATE claims SET payout_usd = 1400 WHERE id = {paidClaim}'],
    found: /dollars \(its payment: 1500; recorded: 1400\)/,
  },
  {
    what: 'a paid claim moved to another policy',
    sql: ["UPDATE claims SET quote_id = '{plainQuote}' WHERE id = {paidClaim}"],
    found: /policy \(its payment: 0x/,
  },
  {
    what: 'a timeline without its payment',
    sql: [
      "DELETE FROM occurrence_data WHERE id IN (SELECT id FROM claim_timeline WHERE claim_id = {paidClaim} AND kind = 'paid')",
    ],
    found: /payments in its timeline \(its status: 1; recorded: 0\)/,
  },
  {
    what: 'a back-dated line of a timeline',
    sql: [
      'DROP TRIGGER IF EXISTS occurrences_unchanged',
      "UPDATE occurrences SET at = '2025-01-01T00:00:00.000Z' WHERE claim_id = {paidClaim} AND kind LIKE 'claim.paid%'",
      "CREATE TRIGGER occurrences_unchanged BEFORE UPDATE ON occurrences BEGIN SELECT RAISE(ABORT, 'What happened is never changed'); END",
    ],
    found: /time of a line \(the line before/,
  },
  {
    what: 'other dollars of a bank payment',
    sql: ['UPDATE transfers SET usd = 1 WHERE claim_id = {bankClaim}'],
    found: /dollars \(its payment outside the chain: 1; recorded: 2000\)/,
  },
  {
    what: 'a bank payment that one person confirmed alone',
    sql: ['UPDATE transfers SET confirmed_by = prepared_by WHERE claim_id = {bankClaim}'],
    found: /administrators \(every payment outside the chain: 2; recorded: 1\)/,
  },
  {
    what: 'another method of a payment outside the chain',
    sql: ["UPDATE transfers SET method = 'check' WHERE claim_id = {bankClaim}"],
    page: 'A claim paid outside the chain is what two administrators reported. The bank’s side of it is not visible here.',
  },
  // FigureTotals and settings.
  {
    what: 'a back-dated sum of a day',
    sql: ["UPDATE figure_parts SET day = '2026-01-01' WHERE figure = 'premium'"],
    by: 'check',
    found: /totals: The daily check of our figures, .* It found \d+ figures? that differed/,
  },
  {
    what: 'a figure of the desk',
    sql: ["UPDATE figures SET value = value + 100 WHERE figure = 'premium' AND grain = 'month'"],
    by: 'check',
    found: /totals: The daily check of our figures, /,
  },
  {
    what: 'the cover in force of the landing page',
    sql: ["UPDATE cover_days SET coverage_usd = coverage_usd + 1000000 WHERE edge = 'ends'"],
    found: /totals: The figures of the landing page\. .*cover in force/,
  },
  {
    what: 'the paid claims of the landing page',
    sql: [
      "UPDATE entries SET cents = 900000000 WHERE kind = 'claim_paid'",
      "UPDATE entry_sums SET cents = 900000000 WHERE kind = 'claim_paid'",
    ],
    found:
      /totals: The figures of the landing page\. .*claims paid \(the recorded events: 1500; recorded: 9000000\)/,
  },
  {
    what: 'the platform fee, set past the log',
    sql: ["UPDATE system_settings SET value = '100' WHERE key = 'platform_fee_bps'"],
    found: /totals: The platform fee, in basis points\. .*setting \(the sealed log: 250; recorded: 100\)/,
  },
];
