/** What the worker keeps of a chain's events, and the ways in which a row of the ledger can be lost or damaged. */
import { env } from 'cloudflare:workers';
import { recomputeAll } from './figures.ts';
import { rows } from './harness.ts';

const EVENT = (id: string) =>
  `(SELECT e.kind || ' ' || e.tx_hash || ' ' || e.event_index || ' ' || e.quote_id FROM chain_events e WHERE e.id = ${id})`;

/** Everything that an event may change, without row ids and the times of our own clock. */
const KEPT: Readonly<Record<string, string>> = {
  events: `SELECT kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time, quote_id, wallet,
    counterparty, token, amount, usd, rate, claim_number, incident_at, outcome, usd_cents, cover_until, status, from_status,
    confirmed_at IS NULL open, product_code, coverage_usd, details_hash, cover_from, valid_until, effective_at FROM chain_events`,
  policies: `SELECT id, quote_id, wallet, status, needs_review, cover_from, cover_until, paid_out_usd, refund_until, version,
    ${EVENT('purchase_event_id')} purchase FROM policies`,
  exceptions: `SELECT id, wallet, reason, status, named_quote_id, consent_valid_until, ${EVENT('event_id')} event FROM payment_exceptions`,
  claims: `SELECT id, status, version, payout_usd, ${EVENT('paid_event_id')} paid FROM claims`,
  cancellations: 'SELECT policy_id, requested_at, amount, valid_until FROM cancellations',
  history: 'SELECT id, policy_id, kind, from_status, to_status, tx_hash, amount, usd FROM policy_events',
  timeline: 'SELECT id, claim_id, kind, status, tx_hash FROM claim_events',
  messages: 'SELECT id, thread_id, text FROM thread_messages',
  outbox: 'SELECT kind, wallet, dedupe_key FROM outbox',
  'audit log': 'SELECT id, admin_id, action, subject, before, after FROM audit_log',
  figures: 'SELECT * FROM figures WHERE count <> 0 OR value <> 0 OR gwei <> 0',
  endings: 'SELECT * FROM exposures WHERE policies <> 0',
  starts: 'SELECT * FROM exposure_starts WHERE policies <> 0',
  'claims paid': 'SELECT * FROM chain_totals WHERE claims_paid <> 0',
  'audit totals': 'SELECT * FROM audit_totals WHERE events <> 0',
  customers: 'SELECT wallet, policies, premium_usd, claims FROM accounts',
  'desk counts': "SELECT * FROM desk_counts WHERE count <> 0 AND list <> 'users'",
};

export type Books = Readonly<Record<string, readonly string[]>>;

/** The books as lines of text. */
export async function books(): Promise<Books> {
  await recomputeAll();
  const kept = await Promise.all(
    Object.entries(KEPT).map(
      async ([name, sql]): Promise<[string, string[]]> => [
        name,
        (await rows(sql)).map((row) => JSON.stringify(row)).sort(),
      ],
    ),
  );
  return Object.fromEntries(kept);
}

/** The books after as many runs as it takes to repair them, at most 4. */
export async function repaired(before: Books, run: () => Promise<void>): Promise<Books> {
  let after: Books = {};
  for (let runs = 0; runs < 4; runs += 1) {
    await run();
    after = await books();
    if (JSON.stringify(after) === JSON.stringify(before)) break;
  }
  return after;
}

const change = (sql: string) => env.DB.prepare(sql).run();

/** Each damages every row that it fits. */
export const DAMAGES: readonly (readonly [what: string, sql: string])[] = [
  ['are lost', 'DELETE FROM chain_events'],
  ['of purchases are lost', "DELETE FROM chain_events WHERE kind = 'purchased'"],
  ['of all else than purchases are lost', "DELETE FROM chain_events WHERE kind <> 'purchased'"],
  ['have another amount', "UPDATE chain_events SET amount = '1' WHERE amount IS NOT NULL"],
  ['have other dollars', 'UPDATE chain_events SET usd = usd + 7 WHERE usd IS NOT NULL'],
  ['wait for confirmations again', "UPDATE chain_events SET status = 'unconfirmed'"],
  ['are marked as reversed', "UPDATE chain_events SET status = 'orphaned'"],
  ['are at another height', 'UPDATE chain_events SET block_number = block_number - 1'],
  ['have another block’s hash', "UPDATE chain_events SET block_hash = '0x' || printf('%064d', id)"],
  ['have another day', "UPDATE chain_events SET block_time = '2026-01-02T03:04:05.000Z'"],
  ['have another quote', "UPDATE chain_events SET quote_id = '0x' || printf('%064d', id)"],
  ['have another account', "UPDATE chain_events SET wallet = '0x' || printf('%040d', id)"],
  [
    'have another counterparty',
    "UPDATE chain_events SET counterparty = '0x' || printf('%040d', id) WHERE counterparty IS NOT NULL",
  ],
  [
    'have another claim number',
    'UPDATE chain_events SET claim_number = claim_number + 1 WHERE claim_number IS NOT NULL',
  ],
  ['have another kind', "UPDATE chain_events SET kind = 'payment_owed' WHERE kind <> 'purchased'"],
];

export const damage = (sql: string) => change(sql);

/** The rows of the ledger, oldest first. */
export const ledger = () =>
  rows<{ id: number; kind: string }>('SELECT id, kind FROM chain_events ORDER BY id');
export const lose = (id: number) => change(`DELETE FROM chain_events WHERE id = ${id}`);
