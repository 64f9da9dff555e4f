import * as profileApi from '#domain/account/profile-api.ts';
import { DAY_MS, dayOf, formatDay } from '#domain/days.ts';
import { linkTo } from '#domain/http/paths.ts';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { findProfile, isActive } from '#worker/identity/account/repository.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import type { Fill } from '#worker/told/send.ts';
import { tell } from '#worker/told/tell.ts';
import { dueForOffer, endOfBatch, heldProducts, recordOffer } from './repository.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** The only offer; each wallet gets it once. */
const OFFER = 'other_products';
/** Days between a wallet's first policy and the offer. */
const AFTER_DAYS = 7;
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
  const since = isoIn(ctx, -AFTER_DAYS * DAY_MS);
  const due = last === null ? [] : await dueForOffer(ctx.db, { after, last }, { offer: OFFER, since });
  const written = await Promise.all(due.map((each) => offerTo(ctx, each)));
  await ctx.db.batch([moveMark(ctx.db, MARK, `${today}|${last ?? END}`), ...written.flat()]);
  return last === null;
}

async function offerTo(ctx: Ctx, { wallet, email }: { wallet: string; email: string }): Promise<Statement[]> {
  if ((await productsToOffer(ctx, wallet)).length === 0) return [];
  return [
    ...tell(ctx, OFFER, { wallet, key: `offer:${OFFER}:${wallet}`, email }, {}),
    recordOffer(ctx.db, { wallet, offer: OFFER, at: nowIso(ctx) }),
  ];
}

/** Products that the wallet could buy and has no policy of; none when its account gets no quotes. */
async function productsToOffer(ctx: Ctx, wallet: string): Promise<ProductKey[]> {
  if (!(await isActive(ctx.db, wallet))) return [];
  const held = await heldProducts(ctx.db, wallet, formatDay(dayOf(ctx.clock())));
  return PRODUCT_KEYS.filter((product) => !held.has(product));
}

/** The offer as it is when it is sent. One click in any mail program unsubscribes. */
export const fillOffer: Fill = async (ctx, { wallet }) => {
  const profile = await findProfile(ctx.db, wallet);
  if (!profile?.marketing_emails) throw new Unsendable('unwanted', true);
  const products = await productsToOffer(ctx, wallet);
  if (products.length === 0) throw new Unsendable('no_longer_due', true);
  const origin = ctx.settings.publicOrigin;
  const token = await unsubscribeToken(ctx.settings.detailsKeys, wallet);
  return {
    data: { name: profile.name, products },
    choice: { label: 'Unsubscribe', url: `${origin}/unsubscribe#token=${token}` },
    // RFC 8058: the mail program posts to this URL itself.
    headers: {
      'List-Unsubscribe': `<${origin}${linkTo(profileApi.unsubscribe)}?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
