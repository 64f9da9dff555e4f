import { DAY_SECONDS, formatUsDay, parseDay } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { policyNumber, statusAt } from '#domain/policy/lifecycle.ts';
import { claimFreeYears } from '#domain/policy/no-claims.ts';
import { whatIsPossible } from '#domain/policy/possible.ts';
import { situationOf } from '#domain/policy/situation.ts';
import { type Details, isSameThing } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { passportsIn } from '#domain/products/forms/travelers.ts';
import { type ProductKey, shortName } from '#domain/products/index.ts';
import type { NoClaims } from '#domain/quote/pricing.ts';
import { type Ctx, isoOf, type WalletCtx } from '#worker/platform/context.ts';
import { type Facts, joinDetails } from './details.ts';
import { earlierPolicies, withdrawnSince } from './repository.ts';

type Row = Awaited<ReturnType<typeof earlierPolicies>>[number];
/** A policy, and whether it is for the home or car in question. */
export type Earlier = Row & { isSame: boolean };

/** Policies of a product beside what `pick` finds among the details of them all. One that can't be read is like nothing. */
async function compared(
  { settings, log }: Ctx,
  rows: readonly Row[],
  product: ProductKey,
  pick: (insured: readonly (Details | null)[]) => Details | null | undefined,
): Promise<Earlier[]> {
  const read = (row: Row) =>
    joinDetails(settings.detailsKeys, row).catch((error: unknown) => {
      log.error('details_unreadable', error, { policy: row.policyId });
      return null;
    });
  const insured = await Promise.all(rows.map(read));
  const details = pick(insured);
  return rows.map((row, index) => {
    const own = insured[index];
    return { ...row, isSame: !!own && !!details && isSameThing(product, own, details) };
  });
}

/** A wallet's newest policies for a product, and those of the wallets that held one of them before; none for a trip. */
export const earlierOf = async (
  ctx: Ctx,
  wallet: string,
  { product, details }: { product: ProductKey; details: Details },
): Promise<Earlier[]> =>
  FORMS[product].thing.length === 0
    ? []
    : compared(ctx, await earlierPolicies(ctx.db, wallet, product), product, () => details);

/** The same of policies that were read before, for what one of them insures. */
export const likeOneOf = (
  ctx: Ctx,
  rows: readonly Row[],
  { product, policyId }: { product: ProductKey; policyId: number },
): Promise<Earlier[]> =>
  compared(ctx, rows, product, (insured) => insured[rows.findIndex((row) => row.policyId === policyId)]);

/** The wallet's newest policy for the same home or car that covers a day of this term; null without one. */
export const insuredIn = (
  earlier: readonly Earlier[],
  wallet: string,
  { start_date, end_date }: { start_date: string; end_date: string },
): Earlier | null =>
  earlier.find(
    (row) =>
      row.isSame &&
      row.wallet === wallet &&
      row.status !== 'cancelled' &&
      row.withdrawn_at === null &&
      row.start_date <= end_date &&
      row.end_date >= start_date,
  ) ?? null;

/** That the wallet insures this already and what it can do instead, with the policy among the issues. */
export function alreadyInsured(
  product: ProductKey,
  policy: Earlier,
  earlier: readonly Earlier[],
  now: number,
): AppError {
  const { policyId, status, start_date, end_date, openClaim, paid_out_usd } = policy;
  const [thing, number] = [shortName(product).toLowerCase(), policyNumber(policyId)];
  const successor = earlier.find(({ replaced }) => replaced === policyId);
  const possible = whatIsPossible({
    product,
    start_date,
    end_date,
    now,
    situation: situationOf({
      status: statusAt(status, end_date, now),
      ending: policy.refund_kind,
      replaced: successor !== undefined,
    }),
    successor: successor ? policyNumber(successor.policyId) : null,
    claims: { open: openClaim === 1, paid: paid_out_usd > 0 },
  });
  return new AppError(
    'already_insured',
    `You already insure this ${thing} until ${formatUsDay(parseDay(end_date) ?? 0)} (${number})${possible === null ? '' : `: ${possible}`}. Please confirm if you want to insure it again all the same.`,
    { issues: [{ path: `policies.${policyId}`, message: `${number} ends on ${end_date}.` }] },
  );
}

/**
 * The claim-free years of what is to be insured from a day on; null without one. A policy that was replaced by a change of cover
 * counts for its successor, whatever either insures.
 * @param earlier the newest first
 * @param replaces the policy whose cover is changed
 */
export function noClaimsIn(
  earlier: readonly Earlier[],
  startDay: number,
  now: number,
  replaces: number | null = null,
): NoClaims | null {
  const counts = new Set(replaces === null ? [] : [replaces]);
  // The newest first, so a successor comes before what it replaced.
  const covers = earlier.flatMap((row) => {
    const { policyId, status, cover_from, cover_until, paidAt, openClaim, replaced, isSame } = row;
    if (status === 'pending' || (!counts.has(policyId) && !isSame)) return [];
    if (replaced !== null) counts.add(replaced);
    if (cover_from === null) return [];
    return [
      {
        policyId,
        from: Date.parse(cover_from),
        until: Date.parse(cover_until),
        paidAt: paidAt === null ? null : Date.parse(paidAt),
        openClaim: openClaim === 1,
      },
    ];
  });
  return claimFreeYears(covers, startDay, now);
}

const WITHDREW_TWICE = 'You withdrew from two policies for the same thing within the last twelve months.';

/** Why a person looks at a quote: its wallet withdrew twice from contracts for the same thing within twelve months. */
export async function withdrewTwice(
  ctx: WalletCtx,
  { product, details }: { product: ProductKey; details: Details },
): Promise<string[]> {
  const since = isoOf(Math.floor(ctx.clock() / 1000) - 365 * DAY_SECONDS);
  const rows = await withdrawnSince(ctx.db, ctx.actor.wallet, product, since);
  if (rows.length < 2) return [];
  const insured = await Promise.all(rows.map((row) => joinDetails(ctx.settings.detailsKeys, row)));
  return insured.filter((before) => isSame(product, before, details)).length < 2 ? [] : [WITHDREW_TWICE];
}

/** The same home or car, or of trips one of the travelers. */
function isSame(product: ProductKey, before: Facts, details: Details): boolean {
  if (FORMS[product].thing.length > 0) return isSameThing(product, before, details);
  const travels = new Set(passportsIn(before));
  return passportsIn(details).some((number) => travels.has(number));
}
