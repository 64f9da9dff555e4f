import { dayEnd, dayStart, parseDay } from '#domain/days.ts';
import { isNeverOwed } from '#domain/payments/reasons.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { guardNothingUnderWay } from '#worker/money/transfers/repository.ts';
import type { Chain, ChainEvent, Purchase } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import { dropFailure } from '#worker/platform/db/figure-days.ts';
import {
  confirmPolicy,
  type Evidence,
  openPolicy,
  resumePolicy,
  soldState,
  suspendPolicy,
} from '#worker/policies/changes.ts';
import {
  findByGroup,
  findByPurchase,
  type GroupRow,
  guardPolicy,
  guardUnused,
  type PaidGroup,
  purchaseEvent,
} from '#worker/policies/repository.ts';
import { keepQuote } from '#worker/quotes/purge.ts';
import { findQuote, groupOf, type QuoteRow } from '#worker/quotes/repository.ts';
import {
  guardOpen,
  insertException,
  type Reason,
  settleOpen,
  standingPurchase,
} from '#worker/settlement/exceptions/repository.ts';
import { type Twice, tellPayer, tellTwice } from '#worker/settlement/exceptions/tell.ts';
import { centsPaid } from '#worker/settlement/exceptions/value.ts';
import type { EventKind, Sight, Sighting } from '#worker/settlement/ledger/effect.ts';
import { guardEvent } from '#worker/settlement/ledger/repository.ts';
import { dropReported } from '#worker/settlement/reported/repository.ts';
import { isHeir, takeOver } from './take-over.ts';

type Seen = Sighting<Purchase> & {
  /** Set once the receipt was read again. */
  readTwice?: true;
};

/**
 * A purchase becomes its policy exactly once, or an exception that an administrator can refund. The stored quote is
 * authoritative. Confirmations make the policy active; a reorganization returns it to pending until the purchase is
 * on the chain again.
 */
export const purchased: EventKind = {
  seen: settle,
  async confirmed(ctx, event) {
    const row = await findByPurchase(ctx.db, event);
    if (!row) return { statements: [guardUnused(ctx.db, event)], from_status: null };
    const confirmed = await confirmPolicy(ctx, row.quote, row.policy, event.tx_hash);
    return { statements: [guardPolicy(ctx.db, row.policy), ...confirmed], from_status: null };
  },
  /** An exception is decided again if two answers agree on another event, unless its money may be on its way back. */
  async misread(ctx, chain, event, row) {
    const known = await standingPurchase(ctx.db, chain.id, row.quote_id);
    if (known?.exception?.status !== 'open' || known.event.id !== row.id) return null;
    const again = event.kind === 'purchased' ? await readAgain(chain, event) : null;
    if (!isSame(again, event)) return null;
    return [guardOpen(ctx.db, known.exception), guardNothingUnderWay(ctx.db, chain.id, row.quote_id)];
  },
  async takenBack(ctx, event) {
    const row = await findByPurchase(ctx.db, event);
    if (!row) return [guardUnused(ctx.db, event)];
    return [guardPolicy(ctx.db, row.policy), ...(await suspendPolicy(ctx, row.quote, row.policy, event))];
  },
};

async function settle(ctx: Ctx, sighting: Seen): Promise<Sight | null> {
  const { chain, event } = sighting;
  const named = namedBy(event);
  const [standing, quote, first, sold] = await Promise.all([
    standingPurchase(ctx.db, chain.id, event.quote_id),
    findQuote(ctx.db, named),
    findByGroup(ctx.db, groupOf(named)),
    soldState(ctx, { id: named, wallet: event.holder }),
  ]);
  // A quote is bought once. If its purchase is recorded in another block, that block must be proven gone first.
  if (standing) return null;
  const basis = { ...sighting, quote };
  if (event.dust) return except(ctx, basis, 'dust', TOO_SMALL);
  if (event.unmarked) return except(ctx, basis, 'unmarked', 'The transfer came without a remark.');
  if (!quote) return except(ctx, basis, 'unknown_quote', 'We have no quote with this id.');
  const repeats = event.repeats !== undefined;
  const detail = repeats ? null : mismatch(chain, quote, event);
  if (detail) return except(ctx, basis, 'mismatch', detail);
  if (isoOf(event.block.time) > quote.valid_until) {
    return except(ctx, basis, 'late', `The quote expired at ${quote.valid_until}.`);
  }
  if (repeats) {
    const twice = first && { quote, tx_hash: event.tx_hash, policyId: first.policy.id };
    return except(ctx, basis, 'duplicate', 'This quote was already paid.', twice);
  }
  if (!first) return open(ctx, sighting, quote, sold);
  if (first.policy.quote_id === quote.id) {
    const { purchase } = first;
    // Another row says that it is paid: the audit shows the difference.
    return purchase && isSuspended(first) ? standAgain(ctx, sighting, { ...first, purchase }) : null;
  }
  if (isHeir(first, quote)) return replaceLost(ctx, sighting, quote, first);
  const twice = { quote, tx_hash: event.tx_hash, policyId: first.policy.id };
  return except(ctx, basis, 'duplicate', 'Another quote of the same draft was already paid.', twice);
}

const TOO_SMALL = 'It is below what an account must hold and a fee, so it cannot be sent back.';

/** The purchase as its receipt shows it now; null if the node has none in that block. */
async function readAgain(chain: Chain, { tx_hash, event_index, block }: Purchase): Promise<Purchase | null> {
  const transaction = await chain.transaction(tx_hash, block.number);
  if (transaction.state !== 'mined') return null;
  const found = transaction.events.find((each) => each.event_index === event_index);
  return found?.kind === 'purchased' && found.block.hash === block.hash ? found : null;
}

const textOf = (event: ChainEvent) =>
  JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value));
const isSame = (one: ChainEvent | null, other: ChainEvent) => one !== null && textOf(one) === textOf(other);

/** How many of the checks below are about the payment alone. */
const PAID = 5;

/** The quote that a payment names, which may not be its own id. */
const namedBy = ({ misfits, repeats, quote_id }: Purchase) => misfits ?? repeats ?? quote_id;

/** Why an event doesn't match the stored quote; null if it does. */
function mismatch(chain: Chain, quote: QuoteRow, purchase: Purchase): string | null {
  const [firstDay, lastDay] = [parseDay(quote.cover_start_date), parseDay(quote.end_date)];
  const checks: [string, boolean][] = [
    ['chain', quote.chain_id === chain.id],
    ['contract', quote.contract === purchase.contract],
    ['holder', quote.wallet === purchase.holder],
    ['currency', quote.token === purchase.token],
    ['amount', quote.amount === purchase.amount.toString()],
    ['product', PRODUCTS[quote.product].code === purchase.productCode],
    ['cover', quote.coverage_usd === purchase.coverageUsd],
    ['details', quote.details_hash === purchase.detailsHash],
    ['start', firstDay !== null && purchase.start >= dayStart(firstDay)],
    ['end', lastDay !== null && purchase.end === dayEnd(lastDay)],
  ];
  // Of a payment that doesn't fit, a chain without a contract tells only who paid what to whom.
  const told = purchase.misfits === undefined ? checks : checks.slice(0, PAID);
  const wrong = told.filter(([, fits]) => !fits).map(([what]) => what);
  return wrong.length > 0 ? `The event differs from the quote in these fields: ${wrong.join(', ')}.` : null;
}

const evidenceOf = ({ event }: Seen): Evidence => ({
  tx_hash: event.tx_hash,
  cover_from: isoOf(event.start),
});

/** Statements shared by every purchase that pays for a policy. */
const paid = (ctx: Ctx, { chain, event, before }: Seen) => [
  ...(before ? [settleOpen(ctx.db, before.id, 'became_policy', nowIso(ctx))] : []),
  keepQuote(ctx, event.quote_id),
  dropReported(ctx.db, chain.id, event.tx_hash),
  ...dropFailure(ctx.db, chain.id, event.tx_hash),
];

async function open(
  ctx: Ctx,
  sighting: Seen,
  quote: QuoteRow,
  sold: Awaited<ReturnType<typeof soldState>>,
): Promise<Sight> {
  const { chain, event, before, deep } = sighting;
  const state = { ...sold, confirmed: deep };
  return {
    statements: [
      ...(await openPolicy(ctx, quote, evidenceOf(sighting), state)),
      ...paid(ctx, sighting),
      ...(before ? await tellPayer(ctx, 'payment_bought', chain, event, {}) : []),
    ],
    confirmed: deep,
    became: 'policy',
    event,
    log: () => ctx.log.info('policy_opened', { chain: chain.id, product: quote.product, confirmed: deep }),
  };
}

/** Whether a reorganization has taken the payment back. */
const isSuspended = ({ policy }: GroupRow): boolean => policy.cover_from === null;

/** The purchase was orphaned and is on the chain again, possibly in another transaction. It awaits confirmation. */
function standAgain(ctx: Ctx, sighting: Seen, { policy, quote, purchase }: PaidGroup): Sight {
  const { chain, event, before } = sighting;
  return {
    statements: [
      ...(purchase.id === before?.id ? [] : [guardEvent(ctx.db, purchase)]),
      guardPolicy(ctx.db, policy),
      ...resumePolicy(ctx, quote, policy, evidenceOf(sighting)),
      ...paid(ctx, sighting),
    ],
    confirmed: false,
    became: 'again',
    event,
    log: () => ctx.log.warn('payment_reappeared', { chain: chain.id, block: event.block.number }),
  };
}

async function replaceLost(ctx: Ctx, sighting: Seen, quote: QuoteRow, lost: PaidGroup): Promise<Sight> {
  const heir = { quote, evidence: evidenceOf(sighting), confirmed: sighting.deep };
  return {
    statements: [...(await takeOver(ctx, lost, heir)), ...paid(ctx, sighting)],
    confirmed: sighting.deep,
    became: 'policy',
    event: sighting.event,
    log: () => ctx.log.warn('payment_replaced', { chain: sighting.chain.id, policy: lost.policy.id }),
  };
}

/** One wrong answer must cost nobody a policy, so the receipt is read again first. */
async function except(
  ctx: Ctx,
  { quote, ...sighting }: Seen & { quote: QuoteRow | null },
  reason: Reason,
  detail: string,
  twice: Twice | null = null,
): Promise<Sight | null> {
  const { chain, event, deep, readTwice = false } = sighting;
  if (!readTwice && !event.dust) {
    const again = await readAgain(chain, event);
    return again && settle(ctx, { ...sighting, event: again, readTwice: true });
  }
  const { quote_id, tx_hash, holder } = event;
  const owed = !isNeverOwed(reason);
  const exception = {
    reason,
    detail,
    eventId: purchaseEvent({ id: quote_id, chain_id: chain.id }, tx_hash),
    named_quote_id: event.misfits ?? event.repeats ?? null,
    wallet: holder,
    contract: event.contract,
    input: await chain.evidence(event),
    created_at: nowIso(ctx),
    ...(owed ? { status: 'open' as const } : { status: 'resolved' as const, resolved_at: nowIso(ctx) }),
  };
  return {
    statements: [
      ...insertException(ctx.db, exception),
      keepQuote(ctx, namedBy(event)),
      dropReported(ctx.db, chain.id, tx_hash),
      ...dropFailure(ctx.db, chain.id, tx_hash),
      ...(twice
        ? tellTwice(ctx, 'paid_twice', twice, {})
        : await tellPayer(ctx, 'payment_excepted', chain, event, { reason })),
    ],
    confirmed: deep,
    became: 'exception',
    event,
    usdCents: await centsPaid(ctx, chain, event, quote),
    log: () => ctx.log.warn('payment_exception', { chain: chain.id, reason }),
  };
}
