import { DAY_SECONDS } from '#domain/days.ts';
import { type Details, isSameThing } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { passportsIn } from '#domain/products/forms/travelers.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { isoOf, type WalletCtx } from '#worker/platform/context.ts';
import { type Facts, joinDetails } from './details.ts';
import { withdrawnSince } from './repository.ts';

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
