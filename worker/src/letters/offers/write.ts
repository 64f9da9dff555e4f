import { dayOf, formatDay } from '#domain/days.ts';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import { letter } from '#worker/delivery/mail/letter.ts';
import { findProfile, isActive } from '#worker/identity/account/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { dueForOffer, endOfBatch, heldProducts, recordOffer } from './repository.ts';

/** The only offer; each wallet gets it once. */
const OFFER = 'other_products';
/** Days between a wallet's first policy and the offer. */
const AFTER_DAYS = 7;
const DAY_MS = 86_400_000;
/** Profiles checked per run. Every profile is checked once a day. */
const BATCH_SIZE = 200;
const MARK = 'offers';
/** Sorts after every wallet. */
const END = '~';

/**
 * Writes to wallets that opted in and confirmed an address, a week after their first policy, about the
 * products they don't have. Once per wallet, and never to one that has every product.
 * @returns whether every profile was checked today
 */
export async function writeOffers(ctx: Ctx): Promise<boolean> {
  const today = formatDay(dayOf(ctx.clock()));
  const [day, seen = ''] = (await readMark(ctx.db, MARK))?.split('|') ?? [];
  const after = day === today ? seen : '';
  if (after === END) return true;
  const last = await endOfBatch(ctx.db, after, BATCH_SIZE);
  const since = new Date(ctx.clock() - AFTER_DAYS * DAY_MS).toISOString();
  const due = last === null ? [] : await dueForOffer(ctx.db, { after, last }, { offer: OFFER, since });
  const written = await Promise.all(due.map((each) => offerTo(ctx, each)));
  await ctx.db.batch([moveMark(ctx.db, MARK, `${today}|${last ?? END}`), ...written.flat()]);
  return last === null;
}

async function offerTo(ctx: Ctx, { wallet, email }: { wallet: string; email: string }): Promise<Statement[]> {
  if ((await productsToOffer(ctx, wallet)).length === 0) return [];
  return [
    ...letter(ctx, {
      kind: 'offer',
      wallet,
      email,
      subject: 'Cover that you do not have yet',
      quote_id: null,
      dedupe_key: `offer:${OFFER}:${wallet}`,
    }),
    recordOffer(ctx.db, { wallet, offer: OFFER, at: nowIso(ctx) }),
  ];
}

/** Products that the wallet could buy and has no policy of; none when its account gets no quotes. */
export async function productsToOffer(ctx: Ctx, wallet: string): Promise<ProductKey[]> {
  if (!(await isActive(ctx.db, wallet))) return [];
  const held = await heldProducts(ctx.db, wallet, formatDay(dayOf(ctx.clock())));
  return PRODUCT_KEYS.filter((product) => !held.has(product));
}

/** Whether the wallet wants marketing letters right now. */
export async function wantsOffers(ctx: Ctx, wallet: string): Promise<boolean> {
  return (await findProfile(ctx.db, wallet))?.marketing_emails === true;
}
