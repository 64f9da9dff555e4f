import { parseDay } from '#domain/days.ts';
import { notFound } from '#domain/errors.ts';
import { DETAILS } from '#domain/products/forms/details.ts';
import { type ListedDetails, spreadTravelers } from '#domain/products/forms/travelers.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { KEPT } from '#domain/promises.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { choiceOf, type DraftDetailAnswer, type DraftRequest } from '#domain/quote/schema.ts';
import { isoIn, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { draftBinding } from '#worker/platform/crypto/bindings.ts';
import { open, seal } from '#worker/platform/crypto/sealed.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readNeeds, writeNeeds } from './details.ts';
import { earlierOf, noClaimsIn } from './earlier.ts';
import { type DraftRow, findDraft, insertDraft, upsertDraft } from './repository.ts';
import { acceptWording, checkTerm, priceOf, requireActive } from './terms.ts';
import { readInsurability, requireInsurable } from './underwrite.ts';

const DRAFT_MS = KEPT.draftHours * 3_600_000;

/** Stores a filled form encrypted for 24 hours, so that the browser doesn't have to. */
export const createDraft = serve(quoteApi.createDraft, async (ctx, input) => {
  const { id } = await keepDraft(ctx, () => input);
  return { draft_id: id };
});

/** Stores the form that `fill` returns, once per request. */
export function keepDraft(
  ctx: WalletCtx,
  fill: () => DraftRequest | Promise<DraftRequest>,
): Promise<DraftRow> {
  requireActive(ctx.actor);
  return once(ctx, {
    read: (id) => findDraft(ctx.db, id, ctx.actor.wallet, nowIso(ctx)),
    write: async (mark) => write(ctx, await fill(), mark),
  });
}

async function write(ctx: WalletCtx, input: DraftRequest, mark: Mark): Promise<DraftRow> {
  const product = input.insurance_type;
  const term = checkTerm(product, input.policy_start_date, input.policy_end_date, ctx.clock());
  const choice = choiceOf(product, input.choices);
  const details = spreadTravelers(input.details);
  const { premium } = priceOf({ product, details, choice }, term, null);
  // Asked again for each quote: this spares the customer the way to the payment.
  const startDate = input.policy_start_date;
  const known = await readInsurability(ctx, { product, startDate }, null);
  requireInsurable(ctx, { product, details, premiumUsd: premium, startDate }, known);
  const id = `draft_${crypto.randomUUID()}`;
  const draft = await draftOf(ctx, id, input);
  await ctx.db.batch([insertDraft(ctx.db, draft), ...mark(id)]);
  return draft;
}

async function draftOf(ctx: WalletCtx, id: string, input: DraftRequest): Promise<DraftRow> {
  const { wallet } = ctx.actor;
  const product = input.insurance_type;
  const choice = choiceOf(product, input.choices);
  return {
    id,
    wallet,
    product,
    start_date: input.policy_start_date,
    end_date: input.policy_end_date,
    coverage_usd: choice.coverage,
    deductible_usd: choice.deductible,
    sealed: await seal(ctx.settings.detailsKeys, input.details, draftBinding(id, wallet)),
    needs: writeNeeds(input.needs),
    ...acceptWording(product, input.wording_version, nowIso(ctx)),
    created_at: nowIso(ctx),
    expires_at: isoIn(ctx, DRAFT_MS),
  };
}

const CHANGE = 'change_';

/** The draft of a policy's next change of cover. All quotes for it are of this draft, so only one is bought. */
export const changeDraftId = (policyId: number, changedBefore: number): string =>
  `${CHANGE}${policyId}_${changedBefore}`;

/** Whether a draft is of a change of cover, whose quotes need a consent. */
export const isChange = (draftId: string): boolean => draftId.startsWith(CHANGE);

/** Statements that keep the form of a change of cover as it was asked for last. */
export const changeDraft = async (ctx: WalletCtx, id: string, input: DraftRequest): Promise<Statement[]> => [
  upsertDraft(ctx.db, await draftOf(ctx, id, input)),
];

/** Decrypts the saved form. */
export const openDraft = (ctx: WalletCtx, { id, wallet, sealed }: DraftRow): Promise<unknown> =>
  open(ctx.settings.detailsKeys, sealed, draftBinding(id, wallet));

const expired = () => notFound('Your saved form has expired. Please fill it in again.');

async function readOwn(ctx: WalletCtx, id: string): Promise<{ draft: DraftRow; details: ListedDetails }> {
  const { wallet } = ctx.actor;
  const draft = await findDraft(ctx.db, id, wallet, nowIso(ctx));
  if (!draft) throw expired();
  return { draft, details: DETAILS[draft.product].parse(await openDraft(ctx, draft)) };
}

/** The details of the wallet's own draft for this product, with what was accepted; 404 when there is none anymore. */
export async function readDraft(ctx: WalletCtx, id: string, product: ProductKey) {
  const { draft, details } = await readOwn(ctx, id);
  if (draft.product !== product) throw expired();
  const { coverage_usd, deductible_usd, needs, wording_version, wording_accepted_at } = draft;
  const choices = { coverage_usd, deductible_usd };
  return { details, choices, needs, wording_version, wording_accepted_at };
}

/** The wallet's draft, for its form to show again. 404 if missing, expired or owned by another wallet. */
export async function showDraft(ctx: WalletCtx, id: string): Promise<Omit<DraftDetailAnswer, 'paid'>> {
  const { draft, details } = await readOwn(ctx, id);
  const insured = { product: draft.product, details: spreadTravelers(details) };
  const earlier = await earlierOf(ctx, ctx.actor.wallet, insured);
  return {
    ...draft,
    draft_id: draft.id,
    insurance_type: draft.product,
    details,
    choices: { coverage_usd: draft.coverage_usd, deductible_usd: draft.deductible_usd },
    no_claims: noClaimsIn(earlier, parseDay(draft.start_date) ?? 0, ctx.clock()),
    needs: readNeeds(draft),
    policy_start_date: draft.start_date,
    policy_end_date: draft.end_date,
  };
}
