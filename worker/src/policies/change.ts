import { chainIdOf } from '#domain/chains.ts';
import { dayOf, formatDay, formatUsDay, parseDay } from '#domain/days.ts';
import { AppError, conflict, fieldError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { proRata } from '#domain/policy/cancellation.ts';
import { type Covering, changeableFields, changedTerm, choiceAt, paysMore } from '#domain/policy/change.ts';
import type { ChangePreview, ChangeRequest } from '#domain/policy/change-schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { changeProblem } from '#domain/policy/possible.ts';
import { formatDeductible, tariffRow } from '#domain/products/choice.ts';
import { DETAILS } from '#domain/products/forms/details.ts';
import { type Details, factsOf } from '#domain/products/forms/facts.ts';
import { spreadTravelers } from '#domain/products/forms/travelers.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { choiceProblem, fullChoice } from '#domain/products/offer.ts';
import type { Choice } from '#domain/products/product.ts';
import type { QuoteAnswer, QuoteRequest } from '#domain/quote/schema.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { chainOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { type ClaimCounts, countClaims, insertEnding } from '#worker/policies/endings/repository.ts';
import { makeOffer, type Offer, quoteOnce, type Replaced, storeOffer } from '#worker/quotes/create.ts';
import { readNeeds, writeNeeds } from '#worker/quotes/details.ts';
import { changeDraft, changeDraftId } from '#worker/quotes/draft.ts';
import { insertQuote, type QuoteRow } from '#worker/quotes/repository.ts';
import { requireActive } from '#worker/quotes/terms.ts';
import { refundUsd } from './cancellation.ts';
import { countSuccessors, coveringRow } from './change/repository.ts';
import { consentOffer, verifiedConsent } from './consent.ts';
import { ownPolicy, policyEmail } from './own.ts';
import { insuredDetails, standingOf } from './present.ts';
import { guardPolicy, type PolicyRow } from './repository.ts';

/** A change of a policy's cover as it was asked for, completed with what stays. */
interface Plan {
  row: PolicyRow;
  claims: ClaimCounts;
  /** Why it can't be made, in a sentence; null if it can. */
  problem: string | null;
  /** Whether the policy can be changed at all. */
  changeable: boolean;
  choice: Choice;
  details: Details;
  startDate: string;
  endDate: string;
  changes: ChangePreview['changes'];
  replaced: Replaced;
  email: string | null;
}

/** What a change of the actor's policy would cost and give back, and what to sign for it. Changes nothing. */
export async function previewChange(
  ctx: WalletCtx,
  id: number,
  asked: ChangeRequest,
): Promise<ChangePreview> {
  const plan = await planOf(ctx, id, asked);
  const { row, choice, details, email, changes, startDate, endDate, problem } = plan;
  const { policy, quote } = row;
  const shown = {
    problem,
    changeable: plan.changeable,
    insurance_type: policy.product,
    policy_number: policyNumber(id),
    chain_id: chainIdOf(policy.chain_id),
    policy_start_date: startDate,
    policy_end_date: endDate,
    choices: { coverage_usd: choice.coverage, deductible_usd: choice.deductible },
    details,
    email,
    changes,
  };
  if (problem !== null) {
    const nothing = {
      price: null,
      refund: null,
      first_days: null,
      signs: null,
      consent: null,
      valid_until: null,
    };
    return { possible: false, ...shown, ...nothing, draft_id: null };
  }
  const offer = await offerOf(ctx, plan, asked);
  const refund = refundOf(ctx, row);
  return {
    possible: true,
    ...shown,
    price: priceOf(offer),
    refund: {
      unused_days: refund.unusedDays,
      days: quote.days,
      amount: refund.refund.toString(),
      usd: refundUsd(row, refund.refund),
      currency: quote.currency,
      decimals: quote.decimals,
    },
    first_days: await firstDays(ctx, plan),
    draft_id: plan.replaced.groupId,
    signs: quote.id,
    ...consentOffer(ctx, chainOf(ctx, quote.chain_id), quote, refund.refund),
  };
}

/**
 * Signs a quote for the new policy and keeps the actor's consent to the old one's refund, whose amount holds as long as the
 * quote. Nothing happens to the old policy unless the quote is paid. `requireUnpaid` throws 409 if the change was paid; a higher
 * layer knows payments. 409 when it can't be changed, 422 when the signature is not the actor's under today's refund.
 */
export const requestChange = (
  ctx: WalletCtx,
  id: number,
  asked: ChangeRequest,
  requireUnpaid: (draftId: string) => Promise<void>,
): Promise<QuoteAnswer> =>
  quoteOnce(ctx, async (mark) => {
    const plan = await planOf(ctx, id, asked);
    const { row, problem, replaced, email } = plan;
    if (problem !== null) throw conflict(problem);
    if (email === null) throw fieldError('email', 'Please enter an email address for the new policy.');
    await requireUnpaid(replaced.groupId);
    const offer = await offerOf(ctx, plan, asked);
    const { unusedDays, refund } = refundOf(ctx, row);
    const chain = chainOf(ctx, row.quote.chain_id);
    const consent = await verifiedConsent(ctx, chain, row.quote, refund, asked);
    const draft = await changeDraft(ctx, replaced.groupId, requestOf(ctx, plan, asked));
    const statements = (quote: QuoteRow) => [
      guardPolicy(ctx.db, row.policy),
      ...mark(quote.id),
      ...draft,
      ...insertQuote(ctx.db, quote),
      ...insertEnding(ctx.db, {
        policy_id: id,
        kind: 'replacement',
        asked_at: nowIso(ctx),
        successor_quote: quote.id,
        unused_days: unusedDays,
        amount: refund.toString(),
        ...consent,
      }),
    ];
    const changed = 'This policy was just changed. Please review it and try again.';
    return storeOffer(ctx, offer, statements, conflict(changed));
  });

async function planOf(ctx: WalletCtx, id: number, asked: ChangeRequest): Promise<Plan> {
  requireActive(ctx.actor);
  const row = await ownPolicy(ctx, id);
  const { policy, quote } = row;
  const { product } = policy;
  const before = await insuredDetails(ctx.settings.detailsKeys, row);
  const old = { coverage: policy.coverage_usd, deductible: quote.deductible_usd };
  const choice = fullChoice(product, {
    coverage: asked.choices?.coverage_usd ?? old.coverage,
    deductible: asked.choices?.deductible_usd ?? old.deductible,
  });
  if (tariffRow(product, choice) === null) throw fieldError('choices', choiceProblem(product));
  const details = checkedDetails(row, before, asked.details ?? {});
  const [startDay, endDay] = [parseDay(policy.start_date) ?? 0, parseDay(policy.end_date) ?? 0];
  const term = changedTerm(product, { startDay, endDay }, dayOf(ctx.clock()));
  const endDate = asked.policy_end_date ?? formatDay(term.endDay);
  const [claims, successors, itsEmail] = await Promise.all([
    countClaims(ctx.db, id),
    countSuccessors(ctx.db, id),
    policyEmail(ctx, row),
  ]);
  const changes = differences(row, { choice, details, endDate }, before);
  const isWanted =
    changes.some(({ label }) => label !== END) ||
    (asked.policy_end_date ?? policy.end_date) !== policy.end_date;
  const refusal = changeProblem({
    ...standingOf(row, ctx.clock()),
    claims: { open: claims.open > 0, paid: policy.paid_out_usd > 0 },
  });
  const needs = asked.needs ?? readNeeds(quote) ?? undefined;
  return {
    row,
    claims,
    choice,
    details,
    endDate,
    changes,
    problem:
      refusal ?? (isWanted ? null : `Please choose what should change about ${PRODUCTS[product].yours}.`),
    changeable: refusal === null,
    startDate: formatDay(term.startDay),
    replaced: {
      policyId: id,
      groupId: changeDraftId(id, successors),
      needs: writeNeeds(needs),
      coverage_usd: policy.coverage_usd,
      currency: quote.currency,
    },
    email: asked.email ?? itsEmail,
  };
}

/** What is insured then: only what describes the thing can differ. 422 with each field that can't be so. */
function checkedDetails({ policy: { product } }: PolicyRow, before: Details, asked: Details): Details {
  const fields = changeableFields(product).map(({ name }) => name);
  const fixed = Object.keys(asked).find((name) => !fields.includes(name));
  if (fixed !== undefined) throw fieldError(`details.${fixed}`, 'This cannot be changed here.');
  if (Object.keys(asked).length === 0) return before;
  const checked = DETAILS[product].safeParse({ ...before, ...asked });
  if (checked.success) return spreadTravelers(checked.data);
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: `details.${path.join('.')}`,
    message,
  }));
  throw new AppError('invalid', issues[0]?.message ?? 'Please check what is insured.', { issues });
}

const END = 'End';

/** What of the new policy differs, in the words of the form. */
function differences(
  { policy, quote }: PolicyRow,
  to: Pick<Plan, 'choice' | 'details' | 'endDate'>,
  before: Details,
): Plan['changes'] {
  const { product } = policy;
  const facts = new Map(factsOf(product, before).map(({ label, value }) => [label, value]));
  const day = (text: string) => formatUsDay(parseDay(text) ?? 0);
  return [
    { label: 'Cover', before: formatUsd(policy.coverage_usd), after: formatUsd(to.choice.coverage) },
    {
      label: 'Deductible',
      before: formatDeductible(quote.deductible_usd),
      after: formatDeductible(to.choice.deductible),
    },
    ...factsOf(product, to.details).map(({ label, value }) => ({
      label,
      before: facts.get(label) ?? '',
      after: value,
    })),
    { label: END, before: day(policy.end_date), after: day(to.endDate) },
  ].filter((each) => each.before !== each.after);
}

/** The whole days left. */
const refundOf = (ctx: WalletCtx, { policy, quote, paidAt }: PolicyRow) =>
  proRata({
    termFrom: Math.floor(Date.parse(policy.cover_from ?? paidAt) / 1000),
    now: Math.floor(ctx.clock() / 1000),
    days: quote.days,
    amount: BigInt(quote.amount),
  });

const requestOf = (
  ctx: WalletCtx,
  { row, choice, details, startDate, endDate, email }: Plan,
  asked: ChangeRequest,
) =>
  ({
    insurance_type: row.policy.product,
    wallet_address: shownWallet(ctx.settings, ctx.actor.wallet),
    chain_id: chainIdOf(row.policy.chain_id),
    payment_currency: asked.payment_currency ?? row.quote.currency,
    policy_start_date: startDate,
    policy_end_date: endDate,
    email: email ?? '',
    details,
    choices: { coverage_usd: choice.coverage, deductible_usd: choice.deductible },
    wording_version: asked.wording_version,
  }) as QuoteRequest & { details: Details };

const offerOf = (ctx: WalletCtx, plan: Plan, asked: ChangeRequest): Promise<Offer> =>
  makeOffer(ctx, requestOf(ctx, plan, asked), null, plan.replaced);

const priceOf = ({ priced, currency, amount, rate, review }: Offer): ChangePreview['price'] => ({
  premium_usd: priced.premium,
  days: priced.days,
  price_lines: [...priced.lines],
  currency: currency.symbol,
  decimals: currency.decimals,
  amount: amount.toString(),
  rate: rate.usd,
  review,
});

/** What counts at first where the new policy would pay more than the old one does now; null otherwise. */
async function firstDays(
  ctx: WalletCtx,
  { row, choice, startDate }: Plan,
): Promise<ChangePreview['first_days']> {
  const start = Math.max(Date.parse(startDate), ctx.clock());
  const before: Covering[] = await coveringRow(ctx.db, row.policy.id);
  const counts = choiceAt([{ ...choice, cover_from: new Date(start).toISOString() }, ...before], start);
  return paysMore(choice, counts)
    ? { coverage_usd: counts.coverage, deductible_usd: counts.deductible }
    : null;
}
