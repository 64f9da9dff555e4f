import { AppError, conflict, fieldError } from '#domain/errors.ts';
import { formatUsd, usdToUnits } from '#domain/money.ts';
import type { PayoutStep, ReadyTransaction } from '#domain/payouts/schema.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { CurrencyConfig } from '#worker/platform/chain/config.ts';
import type { RegistryEntry } from '#worker/platform/chain/terms.ts';
import { type Ctx, chainOf, isoOf } from '#worker/platform/context.ts';
import { paidOutside } from '#worker/policies/repository.ts';
import { policyById } from '#worker/policies/sold.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import { prepared, unreachable } from '#worker/settlement/registry/refusal.ts';
import { type Verified, verifyChange } from '#worker/settlement/registry/verify.ts';

/** How long a prepared payout and its rate are valid, in seconds. */
const PAYOUT_VALID_SECONDS = 15 * 60;

interface PayoutInput {
  policyId: number;
  /** Whole US dollars. */
  usd: number;
  /** ISO time of the incident. */
  incidentAt: string;
}

export type PreparedPayout = ReadyTransaction & {
  /** The number the registry will give the claim. It identifies the payout later. */
  claim_number: number;
  step: PayoutStep;
};

/**
 * Prepares a payout in the premium's currency at today's rate, as a transaction that the claims role can send for 15
 * minutes. The registry decides: 422 for an incident outside the term or more dollars than the coverage left, 409 if
 * the contract would refuse, 503 without a chain or a rate.
 */
export async function preparePayout(ctx: Ctx, input: PayoutInput): Promise<PreparedPayout> {
  const { policy, quote } = await policyById(ctx, input.policyId);
  const chain = chainOf(ctx, policy.chain_id);
  const currency = chain.currencies.find((each) => each.token === quote.token);
  if (!currency) throw conflict(`${quote.currency} is not configured on this network.`);
  const [entry, rate] = await readChain(ctx, chain, quote, currency);
  const incidentAt = Math.floor(Date.parse(input.incidentAt) / 1000);
  const outside = await paidOutside(ctx.db, policy.id);
  checkClaim({ ...entry, paidOutUsd: entry.paidOutUsd + outside }, input.usd, incidentAt, ctx.clock());

  const amount = usdToUnits(BigInt(input.usd) * 100n, rate, currency.decimals, 'down');
  const validUntil = Math.floor(ctx.clock() / 1000) + PAYOUT_VALID_SECONDS;
  const claimNumber = entry.claims + 1;
  const { contract, token } = quote;
  const terms = {
    contract,
    quoteId: policy.quote_id,
    holder: entry.holder,
    token,
    claimNumber,
    incidentAt,
    usd: input.usd,
    amount,
    validUntil,
  };
  const call = await prepared(ctx, () => chain.preparePayout(terms));
  return {
    ...call,
    usd: input.usd,
    amount: amount.toString(),
    currency: currency.symbol,
    rate,
    valid_until: isoOf(validUntil),
    claim_number: claimNumber,
  };
}

async function readChain(
  ctx: Ctx,
  chain: Chain,
  quote: QuoteRow,
  currency: CurrencyConfig,
): Promise<[RegistryEntry, string]> {
  try {
    const [entry, rates] = await Promise.all([chain.registered(quote), ctx.rates.rates(chain)]);
    if (!entry) throw conflict('The registry does not know this policy.');
    const rate = rates[currency.symbol];
    if (rate && !('refused' in rate)) return [entry, rate.usd];
    ctx.log.warn('payout_refused', { chain: chain.id, problem: rate?.refused ?? 'No rate' });
    throw new AppError(
      'chain_unreachable',
      `There is no reliable rate for ${currency.symbol} at the moment. No money has moved; please try again shortly.`,
    );
  } catch (error) {
    throw unreachable(ctx, error);
  }
}

/** @param now milliseconds since 1970 */
function checkClaim(entry: RegistryEntry, usd: number, incidentAt: number, now: number): void {
  if (!Number.isInteger(usd) || usd <= 0) throw fieldError('usd', 'Please enter whole dollars above zero.');
  const left = Math.max(0, entry.coverageUsd - entry.paidOutUsd);
  if (usd > left) throw fieldError('usd', `Only ${formatUsd(left)} of coverage remains.`);
  if (!(incidentAt >= entry.start && incidentAt < entry.end)) {
    throw fieldError('incident_at', 'The incident happened outside the cover period.');
  }
  if (incidentAt > now / 1000) throw fieldError('incident_at', 'The incident is in the future.');
}

/**
 * The payout that a transaction is said to make: by its claim number, its dollars and incident time (ISO), or all of them.
 */
type PayoutReport = { policyId: number; txHash: string; at?: number | undefined } & (
  | { claimNumber: number }
  | { usd: number; incidentAt: string; claimNumber?: number | null }
);

/** Records a payout from the contract's own event: 200 recorded, 202 not certain yet, 422 another event. */
export async function confirmPayout(ctx: Ctx, report: PayoutReport): Promise<Verified> {
  const { claimNumber } = report;
  const { policy, quote } = await policyById(ctx, report.policyId);
  const chain = chainOf(ctx, policy.chain_id);
  return verifyChange(
    ctx,
    chain,
    { txHash: report.txHash.toLowerCase(), at: report.at },
    (change) =>
      change.kind === 'claim_paid' && change.quote_id === policy.quote_id && isReported(report, change),
    (call) => {
      if (!('usd' in report) || !claimNumber) return false;
      const { usd, incidentAt: iso } = report;
      const incidentAt = Math.floor(Date.parse(iso) / 1000);
      const { id: quoteId, contract } = quote;
      return chain.paysClaim(call, { contract, quoteId, claimNumber, incidentAt, usd });
    },
  );
}

/** Records an announced payout from the contract's own event, so that the queue shows at once what it waits for. */
export async function confirmAnnouncement(
  ctx: Ctx,
  report: { policyId: number; txHash: string; usd: number; incidentAt: string },
): Promise<Verified> {
  const { policy } = await policyById(ctx, report.policyId);
  return verifyChange(
    ctx,
    chainOf(ctx, policy.chain_id),
    { txHash: report.txHash.toLowerCase() },
    (change) =>
      change.kind === 'payout_announced' &&
      change.quote_id === policy.quote_id &&
      change.usd === report.usd &&
      change.incidentAt * 1000 === Date.parse(report.incidentAt),
  );
}

function isReported(
  report: PayoutReport,
  { claimNumber, usd, incidentAt }: { claimNumber: number; usd: number; incidentAt: number },
): boolean {
  if (report.claimNumber && claimNumber !== report.claimNumber) return false;
  return !('usd' in report) || (usd === report.usd && incidentAt * 1000 === Date.parse(report.incidentAt));
}
