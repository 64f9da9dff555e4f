import * as z from 'zod';
import { currencyNamed } from '#domain/currencies.ts';
import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { type AppError, conflict, fieldError, notFound } from '#domain/errors.ts';
import { usdToUnits } from '#domain/money.ts';
import { coverStartDay } from '#domain/policy/cover-dates.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { spreadTravelers } from '#domain/products/forms/travelers.ts';
import { commitTo, committedFields } from '#domain/quote/details-hash.ts';
import { choiceOf, QUOTE_VALID_SECONDS, type QuoteAnswer, type QuoteRequest } from '#domain/quote/schema.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { CurrencyConfig } from '#worker/platform/chain/config.ts';
import type { SignedQuote } from '#worker/platform/chain/terms.ts';
import { chainOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { readRelay } from '#worker/platform/db/relays.ts';
import { isPriced } from '#worker/platform/settings.ts';
import { linesOf, saltFields, saltsOf } from './commitment.ts';
import { splitDetails, writeNeeds } from './details.ts';
import { readDraft } from './draft.ts';
import { alreadyInsured, earlierOf, insuredIn, noClaimsIn, withdrewTwice } from './earlier.ts';
import { prepareOffer } from './offer.ts';
import { unboughtUntil } from './purge.ts';
import { findOwnQuote, insertQuote, type QuoteRow } from './repository.ts';
import { acceptedAt, acceptWording, checkTerm, priceOf, requireActive } from './terms.ts';
import { capacityGuard, readInsurability, requireCapacity, requireInsurable } from './underwrite.ts';

/** The policy whose cover a quote changes. */
export interface Replaced {
  policyId: number;
  /** Shared by all quotes that change the policy: only one of them becomes its successor. */
  groupId: string;
  /** Stored with the quote. */
  needs: string | null;
  /** Its cover in whole US dollars, and the currency whose pool bears it. */
  coverage_usd: number;
  currency: string;
}

/**
 * Prices, signs and stores a quote for the actor's wallet, valid for 30 minutes. `requireUnpaid` throws
 * 409 if the draft was paid; a higher layer knows payments.
 */
export const createQuote = (
  ctx: WalletCtx,
  input: QuoteRequest,
  requireUnpaid: (draftId: string) => Promise<void>,
): Promise<QuoteAnswer> =>
  quoteOnce(ctx, async (mark) => {
    const draft =
      input.draft_id === undefined ? null : await readDraft(ctx, input.draft_id, input.insurance_type);
    if (input.draft_id !== undefined) await requireUnpaid(input.draft_id);
    const offer = await makeOffer(ctx, input, draft);
    return storeOffer(ctx, offer, (row) => [...mark(row.id), ...insertQuote(ctx.db, row)]);
  });

/** Writes a quote once per request; a repeated one answers what was stored. */
export const quoteOnce = (
  ctx: WalletCtx,
  write: (mark: Mark) => Promise<QuoteAnswer>,
): Promise<QuoteAnswer> =>
  once(ctx, {
    read: async (id) => {
      const row = await findOwnQuote(ctx.db, id, ctx.actor.wallet);
      return row && presentAgain(ctx, row);
    },
    write,
  });

type Draft = Awaited<ReturnType<typeof readDraft>>;
export type Offer = Awaited<ReturnType<typeof makeOffer>>;

/** What a quote would offer now, checked and priced, but neither signed nor stored. */
export async function makeOffer(
  ctx: WalletCtx,
  input: QuoteRequest,
  draft: Draft | null,
  replaced: Replaced | null = null,
) {
  requireActive(ctx.actor);
  if (keyOfAddress(input.wallet_address) !== ctx.actor.wallet) {
    throw notFound('You are signed in with a different wallet from the one to be covered.');
  }
  const product = input.insurance_type;
  const term = checkTerm(product, input.policy_start_date, input.policy_end_date, ctx.clock());
  const chain = chainOf(ctx, input.chain_id);
  if (chain.kind !== ctx.actor.kind) throw fieldError('chain_id', 'Your wallet cannot pay on this network.');
  const currency = currencyOf(ctx, chain, input.payment_currency);
  const accepted = acceptWording(product, input.wording_version, nowIso(ctx));
  const entered = input.details ?? draft?.details;
  if (!entered) throw fieldError('details', 'Send either details or draft_id.');
  const details = spreadTravelers(entered);
  const choice = choiceOf(product, draft?.choices ?? input.choices);
  const replaces = replaced?.policyId ?? null;
  const dates = { start_date: input.policy_start_date, end_date: input.policy_end_date };
  const [earlier, known, withdrew] = await Promise.all([
    earlierOf(ctx, ctx.actor.wallet, { product, details }),
    readInsurability(ctx, { product, startDate: dates.start_date }, replaces),
    withdrewTwice(ctx, { product, details }),
  ]);
  // A change of cover replaces a policy, so that nothing is insured twice.
  const beside = replaces === null ? insuredIn(earlier, ctx.actor.wallet, dates) : null;
  if (beside !== null && input.insure_again !== true)
    throw alreadyInsured(product, beside, earlier, ctx.clock());
  const noClaims = noClaimsIn(earlier, term.startDay, ctx.clock(), replaces);
  const priced = priceOf({ product, details, choice }, term, noClaims);
  const { heldPolicies } = known;
  const facts = { product, details, premiumUsd: priced.premium, startDate: dates.start_date };
  const review = [...requireInsurable(ctx, facts, known), ...withdrew];
  const endingUsd = replaced?.currency === currency.symbol ? replaced.coverage_usd : 0;
  const rate = await prepareOffer(ctx, chain, currency, priced.insured, endingUsd);
  const amount = usdToUnits(BigInt(priced.premium) * 100n, rate.usd, currency.decimals, 'up');
  const wordingAcceptedAt = acceptedAt(product, accepted, draft);
  const needs = replaced?.needs ?? (draft === null ? writeNeeds(input.needs) : draft.needs);
  const groupId = replaced?.groupId ?? input.draft_id ?? null;
  const answers = { details, needs, groupId, wordingAcceptedAt, email: input.email };
  const insuredBeside = beside?.policyId ?? null;
  const held = { heldPolicies, insuredBeside, review };
  return { product, term, dates, chain, currency, priced, rate, amount, ...held, ...answers };
}

/** Signs an offer and stores it with what else `statements` makes of it. `conflict` says what it means that one of them fails. */
export async function storeOffer(
  ctx: WalletCtx,
  offer: Offer,
  statements: (row: QuoteRow) => Statement[],
  conflict: AppError | null = null,
): Promise<QuoteAnswer> {
  const { product, term, dates, chain, currency, priced, rate, amount, details } = offer;
  const { premium, insured, deductible, days, lines, shares } = priced;
  const { wallet, kind } = ctx.actor;
  const wording = FORMS[product].wording;
  const fields = saltFields(
    committedFields({
      product,
      start_date: dates.start_date,
      premium_usd: premium,
      coverage_usd: insured,
      deductible_usd: deductible,
      lines,
      details,
      wording,
    }),
  );
  const { detailsHash } = commitTo(fields);
  const validUntil = Math.floor(ctx.clock() / 1000) + QUOTE_VALID_SECONDS;
  const validUntilIso = new Date(validUntil * 1000).toISOString();
  const startDay = coverStartDay(product, term.startDay, dayOf(ctx.clock()));
  const registered = { startDay, endDay: term.endDay };
  const terms = {
    holder: wallet,
    currency,
    amount,
    product,
    coverageUsd: insured,
    ...registered,
    validUntil,
  };
  const signed = await chain.sign({ ...terms, detailsHash });

  const row: QuoteRow = {
    id: signed.quoteId,
    group_id: offer.groupId ?? signed.quoteId,
    wallet,
    kind,
    chain_id: chain.id,
    contract: chain.contract,
    currency: currency.symbol,
    token: currency.token,
    decimals: currency.decimals,
    amount: amount.toString(),
    rate: rate.usd,
    rate_source: rate.source,
    rate_at: rate.at,
    rate_round: rate.round,
    product,
    premium_usd: premium,
    coverage_usd: insured,
    deductible_usd: deductible,
    price_lines: JSON.stringify(lines),
    shares: JSON.stringify(shares),
    days,
    ...dates,
    cover_start_date: formatDay(startDay),
    valid_until: validUntilIso,
    email: offer.email,
    ...(await splitDetails(ctx.settings.detailsKeys, {
      id: signed.quoteId,
      wallet,
      product,
      details,
      salts: saltsOf(fields),
    })),
    needs: offer.needs,
    wording_version: wording.version,
    wording_accepted_at: offer.wordingAcceptedAt,
    details_hash: detailsHash,
    signature: signed.signature,
    held_policies: offer.heldPolicies,
    insured_beside: offer.insuredBeside,
    review: offer.review.length > 0 ? JSON.stringify(offer.review) : null,
    created_at: nowIso(ctx),
    purge_at: unboughtUntil(ctx),
  };
  await commit(ctx, [capacityGuard(ctx), ...statements(row)], async (error) => {
    await requireCapacity(ctx);
    throw conflict ?? error;
  });
  return present(ctx, row, signed);
}

/** Why the policy of a stored quote is reviewed, in sentences. */
export const reviewReasons = ({ review }: Pick<QuoteRow, 'review'>): string[] =>
  review === null ? [] : z.array(z.string()).parse(JSON.parse(review));

/** Each insured person's part of a stored quote's premium, in whole US dollars. */
export const sharesOf = ({ shares }: Pick<QuoteRow, 'shares'>): number[] =>
  z.array(z.number()).parse(JSON.parse(shares));

const present = async (
  { db, settings }: WalletCtx,
  row: QuoteRow,
  { payment, authorization }: Pick<SignedQuote, 'payment' | 'authorization'>,
): Promise<QuoteAnswer> => ({
  ...row,
  quote_id: row.id,
  price_lines: linesOf(row),
  review: reviewReasons(row),
  payment,
  authorization: authorization && {
    typed_data: authorization,
    relay: settings.relays && (await readRelay(db, row.chain_id))?.offered === true,
  },
});

/**
 * A stored quote with its payment. Signing the same terms again gives the same signature (deterministic
 * ECDSA, RFC 6979).
 */
async function presentAgain(ctx: WalletCtx, row: QuoteRow): Promise<QuoteAnswer> {
  const chain = chainOf(ctx, row.chain_id);
  const { startDay, endDay } = termOf(row);
  const signed = await chain.sign({
    holder: row.wallet,
    currency: currencyOf(ctx, chain, row.currency),
    amount: BigInt(row.amount),
    product: row.product,
    coverageUsd: row.coverage_usd,
    startDay,
    endDay,
    validUntil: Date.parse(row.valid_until) / 1000,
    detailsHash: row.details_hash,
  });
  if (signed.quoteId !== row.id) {
    throw conflict('This quote can no longer be bought. Please ask for a new one.');
  }
  return present(ctx, row, signed);
}

/** The registry's term of a stored quote as UTC day numbers. */
function termOf({ cover_start_date, end_date }: QuoteRow) {
  const [startDay, endDay] = [parseDay(cover_start_date), parseDay(end_date)];
  if (startDay === null || endDay === null) throw new RangeError('A stored quote has no real days');
  return { startDay, endDay };
}

function currencyOf({ settings }: WalletCtx, chain: Chain, symbol: string): CurrencyConfig {
  if (!chain.currencies.some((each) => isPriced(settings, each))) {
    throw fieldError('chain_id', 'This network is not available, because there is no rate for its currency.');
  }
  const currency = currencyNamed(chain.currencies, symbol);
  if (currency !== null) return currency;
  const offered = chain.currencies.map((each) => each.symbol).join(', ');
  throw fieldError('payment_currency', `This network does not accept that currency. It accepts ${offered}.`);
}
