import { dayOf, formatDay } from '../../../../domain/days.ts';
import { PRODUCT_KEYS, type ProductKey } from '../../../../domain/products/index.ts';
import { letter } from '../../delivery/mail/letter.ts';
import { findProfile, isActive } from '../../identity/account/repository.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { heldProducts } from '../../policies/repository.ts';
import { moveMark, readMark } from '../repository.ts';
import { dueForOffer, endOfLot, noteOffer } from './repository.ts';

/** The one offer that there is; each goes to a wallet once. */
const OFFER = 'other_products';
/** Days after its first policy from which a wallet gets it. */
const AFTER_DAYS = 7;
const DAY_MS = 86_400_000;
/** Profiles that one run looks at; all of them are looked at once a day. */
const LOT = 200;
const MARK = 'offers';
/** Stands behind every wallet. */
const END = '~';

/**
 * Writes to those who switched marketing letters on and confirmed an address, a week after their first policy, about the
 * products that they do not have. Once a wallet, and nothing to somebody who has them all.
 */
export async function writeOffers(ctx: Ctx): Promise<void> {
  const today = formatDay(dayOf(ctx.clock()));
  const [day, seen = ''] = (await readMark(ctx.db, MARK))?.split('|') ?? [];
  const after = day === today ? seen : '';
  if (after === END) return;
  const last = await endOfLot(ctx.db, after, LOT);
  const since = new Date(ctx.clock() - AFTER_DAYS * DAY_MS).toISOString();
  const due = last === null ? [] : await dueForOffer(ctx.db, { after, last }, { offer: OFFER, since });
  const written = await Promise.all(due.map((each) => offerTo(ctx, each)));
  await ctx.db.batch([moveMark(ctx.db, MARK, `${today}|${last ?? END}`), ...written.flat()]);
}

async function offerTo(ctx: Ctx, { wallet, email }: { wallet: string; email: string }): Promise<Statement[]> {
  if ((await productsToOffer(ctx, wallet)).length === 0) return [];
  return [
    ...letter(ctx, {
      kind: 'offer',
      wallet,
      email,
      subject: 'Cover that you do not have yet',
      quoteId: null,
      dedupeKey: `offer:${OFFER}:${wallet}`,
    }),
    noteOffer(ctx.db, { wallet, offer: OFFER, at: nowIso(ctx) }),
  ];
}

/** Products that the wallet could buy and has no policy of; none when its account gets no quotes. */
export async function productsToOffer(ctx: Ctx, wallet: string): Promise<ProductKey[]> {
  if (!(await isActive(ctx.db, wallet))) return [];
  const held = await heldProducts(ctx.db, wallet, formatDay(dayOf(ctx.clock())));
  return PRODUCT_KEYS.filter((product) => !held.has(product));
}

/** Whether the wallet wants marketing letters at this moment. */
export async function wantsOffers(ctx: Ctx, wallet: string): Promise<boolean> {
  return (await findProfile(ctx.db, wallet))?.marketingEmails === true;
}
