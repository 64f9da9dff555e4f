/** The movements of money that stand: confirmed events of the ledger, and claims paid outside it. */
import { type SQL, sql } from 'drizzle-orm';
import type { Cash } from '#domain/books/accounts.ts';
import type { MovedKind } from '#domain/books/journal.ts';
import type { ExceptionReason } from '#domain/payments/reasons.ts';

interface RawMovement {
  event:
    | 'purchased'
    | 'premium_refunded'
    | 'claim_paid'
    | 'payment_owed'
    | 'owed_paid'
    | 'paid_in_error'
    | 'pool_funded'
    | 'capital_withdrawn'
    | null;
  at: string;
  id: number;
  chain_id: string;
  contract: string | null;
  token: string | null;
  tx_hash: string | null;
  token_known: number;
  amount: string | null;
  usd: number | null;
  usd_cents: number | null;
  found_cents: number | null;
  /** Of a payment that is owed to its holder, or was taken by them. */
  owed_cents: number | null;
  reason: ExceptionReason | null;
  exception_id: number | null;
  claim_id: number | null;
  quote_currency: string | null;
  quote_amount: string | null;
  quote_product: string | null;
  quote_usd: number | null;
  policy_id: number | null;
  product: string | null;
  start_date: string | null;
  days: number | null;
  premium_usd: number | null;
  platform_fee_bps: number | null;
  /** US cents per ether on that day, or last before it, or else first after it. */
  rate: number | null;
}

type Kind = Exclude<MovedKind, 'dust'> | 'claim_paid_other';

export interface Movement {
  kind: Kind;
  /** Time of the block, or of the confirmation by the second administrator. */
  at: string;
  id: number;
  product: string;
  policyId: number | null;
  claimId: number | null;
  /** Of a payment without a policy. */
  exceptionId: number | null;
  usdCents: number;
  /** Billionths of an ether: what was paid in ether, or the dollars at the day's rate. */
  gwei: number;
  /** Our platform fee of a premium, in US cents, by the basis points that its policy has; negative of a refund. */
  platformFeeCents: number;
  /** Of a premium or a refund of one: what was sold. */
  term: { start: string; days: number; premiumCents: number } | null;
  /** What moved on a chain; null of a payment outside it. */
  onChain: { cash: Cash; units: bigint; txHash: string } | null;
  /** Whether it is too small to be sent back. */
  isDust: boolean;
}

const rateOn = (at: string) =>
  sql.raw(`coalesce((SELECT usd_cents FROM eth_rates WHERE day <= substr(${at}, 1, 10) ORDER BY day DESC LIMIT 1),
    (SELECT usd_cents FROM eth_rates ORDER BY day LIMIT 1))`);

/** What a payment that could not be delivered, as `d`, was worth: the payout or refund just before it. */
const DUE = `(SELECT coalesce(s.usd * 100, s.usd_cents) FROM chain_events s
    WHERE s.quote_id = d.quote_id AND s.chain_id = d.chain_id AND s.tx_hash = d.tx_hash AND s.amount = d.amount
      AND s.kind IN ('claim_paid', 'premium_refunded') AND s.event_index < d.event_index ORDER BY s.event_index DESC LIMIT 1)`;
const place = (event: string) => `(${event}.block_number, ${event}.event_index)`;
const taken = (event: string, kind: string) =>
  `${event}.quote_id = e.quote_id AND ${event}.chain_id = e.chain_id AND ${event}.kind = '${kind}' AND ${event}.status = 'confirmed'`;
/** Whoever takes what is owed to them takes all of it, so it is worth what became owed since the last time. */
const OWED = `CASE e.kind WHEN 'payment_owed' THEN (SELECT ${DUE} FROM chain_events d WHERE d.id = e.id)
    WHEN 'owed_paid' THEN (SELECT sum(${DUE}) FROM chain_events d
      WHERE ${taken('d', 'payment_owed')} AND ${place('d')} < ${place('e')} AND NOT EXISTS (SELECT 1 FROM chain_events t
        WHERE ${taken('t', 'owed_paid')} AND ${place('t')} > ${place('d')} AND ${place('t')} < ${place('e')})) END`;

const standing = (kinds: string) => (rest: SQL) =>
  sql<RawMovement>`SELECT e.kind AS event, e.block_time AS at, e.id, e.chain_id,
    e.contract, e.token, e.tx_hash, q.chain_id = e.chain_id AND q.token IS e.token AS token_known, e.amount, e.usd, e.usd_cents,
    o.usd_cents AS found_cents, ${sql.raw(OWED)} AS owed_cents, x.reason, x.id AS exception_id,
    (SELECT c.id FROM claims c WHERE c.paid_event_id = e.id) AS claim_id,
    q.currency AS quote_currency, q.amount AS quote_amount, q.product AS quote_product,
    q.premium_usd AS quote_usd, p.id AS policy_id, p.product, p.start_date,
    CAST(julianday(p.end_date) - julianday(p.start_date) AS INTEGER) AS days, p.premium_usd, p.platform_fee_bps,
    ${rateOn('e.block_time')} AS rate
  FROM chain_events e
  LEFT JOIN chain_events o ON o.id = iif(e.kind = 'purchased', e.id, (SELECT max(s.id) FROM chain_events s
    WHERE s.quote_id = e.quote_id AND s.chain_id = e.chain_id AND s.kind = 'purchased'))
  LEFT JOIN payment_exceptions x ON x.event_id = o.id
  LEFT JOIN quotes q ON q.id = coalesce(x.named_quote_id, e.quote_id)
  LEFT JOIN policies p ON p.quote_id = e.quote_id AND (e.kind <> 'purchased' OR p.purchase_event_id = e.id)
  WHERE e.status = 'confirmed' AND e.kind IN (${sql.raw(kinds)})
    AND (e.kind <> 'purchased' OR p.id IS NOT NULL OR x.id IS NOT NULL) AND ${rest}`;

/**
 * Events that stand, as `e`; `rest` is a condition, which an order and a limit may follow. A payment without a policy is
 * worth what was found when it was seen, or else the premium of the quote that it names; so is its refund. The first two
 * conditions are those of the index `chain_events_money`.
 */
export const onChain = standing("'purchased', 'premium_refunded', 'claim_paid'");

/**
 * The same of payments that could not be delivered, their delivery, second transfers for what was paid, and capital: the
 * journal alone books them. The index is `chain_events_owed`.
 */
export const undelivered = standing(
  "'payment_owed', 'owed_paid', 'paid_in_error', 'pool_funded', 'capital_withdrawn'",
);

/** Claims paid outside the chain, as `o`; `rest` as above. */
export const outside = (
  rest: SQL,
) => sql<RawMovement>`SELECT NULL AS event, o.confirmed_at AS at, o.claim_id AS id,
    p.chain_id, NULL AS contract, NULL AS token, NULL AS tx_hash, 0 AS token_known, NULL AS amount, o.usd,
    NULL AS usd_cents, NULL AS found_cents, NULL AS owed_cents, NULL AS reason, NULL AS exception_id, o.claim_id,
    NULL AS quote_currency, NULL AS quote_amount, NULL AS quote_product, NULL AS quote_usd, p.id AS policy_id, p.product, NULL AS start_date,
    NULL AS days, NULL AS premium_usd, NULL AS platform_fee_bps, ${rateOn('o.confirmed_at')} AS rate
  FROM off_chain_payments o JOIN policies p ON p.id = o.policy_id
  WHERE o.status = 'paid' AND ${rest}`;

const GWEI = 1_000_000_000n;

function kindOf({ event, policy_id: policy }: RawMovement): Kind {
  if (event === null) return 'claim_paid_other';
  if (event === 'purchased') return policy === null ? 'unmatched' : 'premium';
  if (event === 'premium_refunded') return policy === null ? 'unmatched_refund' : 'refund';
  return event;
}

function centsOf(raw: RawMovement, kind: Kind): number {
  const quoted = raw.quote_usd === null ? null : raw.quote_usd * 100;
  if (kind === 'claim_paid' || kind === 'claim_paid_other') return (raw.usd ?? 0) * 100;
  if (kind === 'premium') return quoted ?? 0;
  if (kind === 'payment_owed' || kind === 'owed_paid')
    return raw.owed_cents ?? raw.found_cents ?? quoted ?? 0;
  if (kind === 'paid_in_error') return inErrorCents(raw, quoted);
  if (kind === 'pool_funded' || kind === 'capital_withdrawn') return raw.usd_cents ?? 0;
  return (kind === 'refund' ? raw.usd_cents : raw.found_cents) ?? quoted ?? 0;
}

/** Of a second payout its dollars; of a second refund its part of the premium, or of what the payment was worth; else its worth. */
function inErrorCents(
  { usd, amount, quote_amount: sold, found_cents: found, usd_cents: worth }: RawMovement,
  quoted: number | null,
) {
  if (usd !== null) return worth ?? usd * 100;
  if (quoted === null || amount === null || sold === null) return found ?? worth ?? 0;
  return Number((BigInt(amount) * BigInt(quoted)) / BigInt(sold));
}

/** Whole billionths of an ether; 0 while no rate is known. */
function gweiOf(raw: RawMovement, cents: number): number {
  if (raw.token_known === 1 && raw.quote_currency === 'ETH' && raw.amount !== null)
    return Number(BigInt(raw.amount) / GWEI);
  return raw.rate === null ? 0 : Number((BigInt(cents) * GWEI) / BigInt(raw.rate));
}

export function movementOf(row: unknown): Movement {
  const raw = row as RawMovement;
  const kind = kindOf(raw);
  const usdCents = centsOf(raw, kind);
  const sign = kind === 'premium' ? 1 : kind === 'refund' ? -1 : 0;
  const fee = Math.floor((usdCents * (raw.platform_fee_bps ?? 0)) / 10_000);
  const { start_date: start, days, premium_usd: premium } = raw;
  return {
    kind,
    at: raw.at,
    id: raw.id,
    policyId: raw.policy_id,
    claimId: raw.claim_id,
    exceptionId: raw.exception_id,
    product: raw.product ?? raw.quote_product ?? '',
    usdCents,
    gwei: gweiOf(raw, usdCents),
    platformFeeCents: sign * fee + 0,
    term:
      sign === 0 || start === null || days === null || premium === null
        ? null
        : { start, days: Math.max(days, 1), premiumCents: premium * 100 },
    onChain:
      raw.contract === null || raw.tx_hash === null
        ? null
        : {
            cash: { chainId: raw.chain_id, contract: raw.contract, token: raw.token },
            units: BigInt(raw.amount ?? 0),
            txHash: raw.tx_hash,
          },
    isDust: raw.reason === 'dust',
  };
}
