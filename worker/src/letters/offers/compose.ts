import * as profileApi from '#domain/account/profile-api.ts';
import { linkTo } from '#domain/http/paths.ts';
import { formatUsd } from '#domain/money.ts';
import { formatPremium } from '#domain/policy/lifecycle.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { price } from '#domain/quote/pricing.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { findProfile } from '#worker/identity/account/repository.ts';
import type { Composer } from '#worker/letters/composer.ts';
import { facts, link, text } from '#worker/letters/layout.ts';
import { unsubscribeToken } from './unsubscribe.ts';
import { productsToOffer, wantsOffers } from './write.ts';

function priceLine(product: ProductKey): readonly [string, string] {
  const { label, defaultDays, defaultChoice } = PRODUCTS[product];
  const premium = formatPremium(price(product, defaultChoice, 0, defaultDays).premium, defaultDays);
  return [label, `${formatUsd(defaultChoice.coverage)} of cover: ${premium}`];
}

/**
 * The marketing letter: what the reader isn't insured for yet and its price. One click in any mail program
 * unsubscribes.
 */
export const composeOffer: Composer = async (ctx, { wallet }) => {
  if (!(await wantsOffers(ctx, wallet))) throw new Unsendable('unwanted', true);
  const products = await productsToOffer(ctx, wallet);
  if (products.length === 0) throw new Unsendable('no_longer_due', true);
  const origin = ctx.settings.publicOrigin;
  const token = await unsubscribeToken(ctx.settings.detailsKeys, wallet);
  return {
    content: {
      name: (await findProfile(ctx.db, wallet))?.name ?? null,
      parts: [
        text('You hold a policy with us. Here is what else we insure, and what it costs:'),
        facts(...products.map(priceLine)),
        text(
          'Paid like your policy: once for the whole term, from your wallet. Nothing renews automatically.',
        ),
        link('See a price for your dates', `${origin}/`),
      ],
    },
    footer: 'You are receiving this email because you turned on marketing emails in your Mooring profile.',
    choice: { label: 'Unsubscribe', url: `${origin}/unsubscribe#token=${token}` },
    // RFC 8058: the mail program posts to this URL itself.
    headers: {
      'List-Unsubscribe': `<${origin}${linkTo(profileApi.unsubscribe)}?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
