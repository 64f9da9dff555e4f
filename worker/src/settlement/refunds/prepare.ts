import { conflict, orNotFound } from '#domain/errors.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import { isNeverOwed, type NeverOwed } from '#domain/payments/reasons.ts';
import type { ReadyTransaction } from '#domain/payouts/schema.ts';
import { policyNumber, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { isRejectable, REJECTION_DAYS } from '#domain/policy/rejection.ts';
import type { Chain, Outcome } from '#worker/platform/chain/chain.ts';
import type { RefundTerms, SoldQuote } from '#worker/platform/chain/terms.ts';
import { type Ctx, chainOf, isoOf, nowIso } from '#worker/platform/context.ts';
import {
  amountOf,
  consentedUntil,
  refundUsd,
  requestOf,
  successorOf,
} from '#worker/policies/cancellation.ts';
import {
  claimedSince,
  countClaims,
  type EndingRow,
  findEnding,
} from '#worker/policies/endings/repository.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';
import { policyById, soldQuote as storedQuote } from '#worker/policies/sold.ts';
import { needsConsent } from '#worker/policies/withdrawals/consent.ts';
import { findQuote, type QuoteRow } from '#worker/quotes/repository.ts';
import {
  type Exception,
  exceptionById,
  payerConsentUntil,
  stateOf,
} from '#worker/settlement/exceptions/repository.ts';
import { prepared } from '#worker/settlement/registry/refusal.ts';

/** How long a prepared refund is valid, in seconds. Its amount doesn't depend on a rate. */
export const REFUND_VALID_SECONDS = 3600;

/** A policy that is rejected or canceled, or a payment that became no policy. */
export type RefundInput = { policyId: number; outcome: Outcome } | { exceptionId: number };

export type PreparedRefund = ReadyTransaction & { outcome: Outcome };

interface Refund {
  chain: Chain;
  terms: RefundTerms;
  amount: bigint;
  usd: number | null;
  rate: string | null;
}

/**
 * A refund as a transaction that the underwriter can send for an hour: a rejection with the whole premium, or what the
 * holder consented to. Where a contract checks the consent, that one can be sent as long as the consent holds. 409 with the
 * reason when the policy, the consent or the contract doesn't allow it.
 */
export async function prepareRefund(ctx: Ctx, input: RefundInput): Promise<PreparedRefund> {
  const refund = 'policyId' in input ? await ofPolicy(ctx, input) : await ofException(ctx, input.exceptionId);
  const { chain, terms, amount, usd, rate } = refund;
  const { quote: sold, outcome } = terms;
  const call = await prepared(ctx, () => chain.prepareRefund(terms));
  const validUntil =
    chain.enforcedBy === 'records' ? Math.min(terms.validUntil, inAnHour(ctx)) : terms.validUntil;
  const currency = chain.currencies.find((each) => each.token === sold.token);
  return {
    ...call,
    usd,
    amount: amount.toString(),
    currency: currency?.symbol ?? sold.token ?? '',
    rate,
    valid_until: isoOf(validUntil),
    outcome,
  };
}

const inAnHour = (ctx: Ctx) => Math.floor(ctx.clock() / 1000) + REFUND_VALID_SECONDS;

/** One of our quotes as it was sold. 409 if it isn't what its id stands for. */
function soldQuote(chain: Chain, quote: QuoteRow): SoldQuote {
  const sold = storedQuote(quote);
  if (chain.quoteIdOf(sold) === quote.id) return sold;
  throw conflict('The quote of this payment does not match its id on the chain.');
}

/** A rejection can be sent for an hour: its amount depends on no rate. */
const rejectionOf = (ctx: Ctx, quote: SoldQuote): RefundTerms => ({
  quote,
  outcome: 'rejected',
  validUntil: inAnHour(ctx),
});

type Held = Pick<EndingRow, 'consent_signature' | 'consent_until'>;

/** A cancellation with its consent, which names how long it holds. */
const cancellationOf = (
  quote: SoldQuote,
  amount: bigint,
  { consent_signature: signature, consent_until: until }: Held,
): RefundTerms => ({
  quote,
  outcome: 'cancelled',
  amount,
  signature: signature ?? '0x',
  validUntil: Math.floor(Date.parse(until ?? '') / 1000),
});

/** 409 with the reason unless the policy can be rejected now, with its whole premium. */
export async function requireRejection(ctx: Ctx, row: PolicyRow): Promise<void> {
  await requireUnclaimed(ctx, row, 'rejected');
  requireRejectable(row, ctx.clock());
}

/** 409 where a claim rules a refund out: a payout every one, an open claim a cancellation, and any claim our own rejection. */
async function requireUnclaimed(ctx: Ctx, row: PolicyRow, outcome: Outcome): Promise<void> {
  const { policy } = row;
  // The contract knows only what it paid itself.
  if (policy.paid_out_usd > 0) {
    throw conflict('A claim was paid on this policy, so its premium cannot be refunded.');
  }
  if (policy.withdrawn_at !== null) return;
  const { made, open } = await countClaims(ctx.db, policy.id);
  if (outcome === 'rejected' && made > 0) {
    throw conflict(
      'A claim was made on this policy, so it cannot be rejected: its days until now stay covered and payable.',
    );
  }
  // What was agreed with a change of cover goes first.
  if (open > 0 && successorOf(row) === null) {
    throw conflict('A claim on this policy is still open, so its premium cannot be refunded yet.');
  }
}

async function ofPolicy(ctx: Ctx, input: { policyId: number; outcome: Outcome }): Promise<Refund> {
  const row = await policyById(ctx, input.policyId);
  const { policy, quote } = row;
  await requireUnclaimed(ctx, row, input.outcome);
  const chain = chainOf(ctx, policy.chain_id);
  const sold = soldQuote(chain, quote);
  const shared = { chain, rate: quote.rate };
  if (input.outcome === 'rejected') {
    requireRejectable(row, ctx.clock());
    const amount = BigInt(quote.amount);
    return { ...shared, terms: rejectionOf(ctx, sold), amount, usd: quote.premium_usd };
  }
  const ending = await requireConsent(ctx, row);
  const amount = BigInt(amountOf(row, ending));
  return {
    ...shared,
    terms: cancellationOf(sold, amount, ending),
    amount,
    usd: refundUsd(row, amount),
  };
}

/**
 * Only what still waits for approval, or what its holder withdrew from, can be rejected, until 30 days after the start of its
 * cover.
 */
function requireRejectable({ policy, paymentStatus }: PolicyRow, now: number): void {
  const isWithdrawn = policy.withdrawn_at !== null && TRANSITIONS[policy.status].length > 0;
  if (policy.status !== 'pending' && !isWithdrawn) {
    throw conflict('Only a policy that awaits approval can be rejected.');
  }
  if (paymentStatus !== 'confirmed') {
    throw conflict('The network has not confirmed the payment of this policy yet.');
  }
  if (policy.cover_from !== null && !isRejectable(policy.cover_from, now)) {
    throw conflict(TOO_LATE);
  }
}

const TOO_LATE = `Cover began more than ${REJECTION_DAYS} days ago, so we can refund this only with the holder's consent.`;

/** The ending that its holder consented to. */
async function requireConsent(ctx: Ctx, row: PolicyRow): Promise<EndingRow> {
  const asked = await findEnding(ctx.db, row.policy.id);
  const consented = asked !== null && consentedUntil(asked, nowIso(ctx)) !== null;
  if (needsConsent(ctx, row, asked)) {
    if (!consented) throw conflict(TOO_LATE);
    return asked;
  }
  const successor = successorOf(row);
  if (!asked && successor?.status === 'pending') {
    throw conflict(
      `${policyNumber(successor.id)}, which replaces this policy, is not active yet. The holder's consent to the refund counts once it is.`,
    );
  }
  const request = requestOf(asked);
  if (!request) throw conflict('The holder has not asked to cancel this policy.');
  if (!consented) throw conflict("The holder's consent has lapsed.");
  if (successor === null && (await claimedSince(ctx.db, request))) {
    throw conflict('A claim was made since the holder asked to cancel this policy.');
  }
  return request;
}

/** Why a payment without a policy can't be refunded now. */
const NOT_OWED = {
  orphaned: 'This payment is not on the chain at the moment.',
  resolved: 'This payment was already refunded.',
  became_policy: 'This payment now pays for a policy.',
} as const;

/** What is settled by hand instead: money that left in error, whose holder owes it. */
const NEVER_REFUNDED: Readonly<Record<NeverOwed, string>> = {
  claim_paid_twice:
    'This claim was paid twice, so there is nothing to refund. Ask its holder for the money, then settle this.',
  payout_without_claim:
    'This payout pays no claim, so there is nothing to refund. Find out who sent it, ask its holder for the money, then settle this.',
  refund_in_error:
    'This money was sent in error, so there is nothing to refund. Find out who sent it, ask its holder for the money, then settle this.',
  transfer_unprepared:
    'This money left our account without being prepared, so there is nothing to refund. Find out who sent it, then settle this.',
  dust: 'This payment is too small to send back, so nothing is owed.',
};

/** Whether an exception can be refunded now, and how; `problem` says in a sentence why not. */
export function exceptionRefund(ctx: Ctx, owed: Exception) {
  const { exception, event } = owed;
  const consented = payerConsentUntil(exception, nowIso(ctx));
  const rejectable = isRejectable(event.cover_from ?? event.block_time, ctx.clock());
  const state = stateOf(owed);
  const late = rejectable || consented !== null ? null : TOO_LATE;
  const open = isNeverOwed(exception.reason) ? NEVER_REFUNDED[exception.reason] : late;
  const problem = state === 'open' ? open : NOT_OWED[state];
  return {
    possible: problem === null,
    problem,
    outcome: rejectable ? ('rejected' as const) : ('cancelled' as const),
    consented_until: consented,
  };
}

async function ofException(ctx: Ctx, id: number): Promise<Refund> {
  const owed = orNotFound(await exceptionById(ctx.db, id), 'There is no such payment.');
  const { reason } = owed.exception;
  if (isNeverOwed(reason)) throw conflict(NEVER_REFUNDED[reason]);
  const state = stateOf(owed);
  if (state !== 'open') throw conflict(NOT_OWED[state]);
  const { chain_id, quote_id, token } = owed.event;
  const chain = chainOf(ctx, chain_id);
  const quote = await findQuote(ctx.db, quote_id);
  const sold = quote ? soldQuote(chain, quote) : chain.quoteInEvidence(owed.exception.input, quote_id);
  if (!sold) {
    throw conflict(
      'The transaction does not show which quote it paid, so this refund has to be made by hand.',
    );
  }
  const rate = quote?.rate ?? (await currentRate(ctx, chain, token));
  return {
    chain,
    terms: termsOfException(ctx, owed, sold),
    amount: sold.amount,
    usd: rate === null ? null : usdAt(chain, sold, rate),
    rate,
  };
}

/** A rejection as long as the contract takes it, later the payer's consent. */
function termsOfException(ctx: Ctx, { exception, event }: Exception, sold: SoldQuote): RefundTerms {
  if (isRejectable(event.cover_from ?? event.block_time, ctx.clock())) return rejectionOf(ctx, sold);
  const { consent_signature } = exception;
  const consent_until = payerConsentUntil(exception, nowIso(ctx));
  if (consent_until === null) throw conflict(TOO_LATE);
  return cancellationOf(sold, sold.amount, { consent_signature, consent_until });
}

function usdAt(chain: Chain, { token, amount }: SoldQuote, rate: string): number | null {
  const currency = chain.currencies.find((each) => each.token === token);
  return currency ? Number(unitsToUsdCents(amount, rate, currency.decimals) / 100n) : null;
}

/** Today's rate, for a payment without one of our quotes. A refund doesn't wait for it. */
async function currentRate(ctx: Ctx, chain: Chain, token: string | null): Promise<string | null> {
  const symbol = chain.currencies.find((each) => each.token === token)?.symbol ?? '';
  try {
    const rate = (await ctx.rates.rates(chain))[symbol];
    return rate && !('refused' in rate) ? rate.usd : null;
  } catch (error) {
    ctx.log.warn('no_rate', { chain: chain.id, error: error instanceof Error ? error.name : 'unknown' });
    return null;
  }
}
