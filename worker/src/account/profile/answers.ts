import * as answersApi from '#domain/account/answers-api.ts';
import { answersOnce, contactOf } from '#domain/products/forms/facts.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { boughtDetails } from '#worker/policies/record/own.ts';
import { openPhone } from './phone.ts';
import { findAccount } from './repository.ts';

/** The newest policies that are looked at. */
const NEWEST = 10;

/** What the actor has told us before, so that no form asks for it again. */
export const getKnownAnswers = serve(answersApi.getKnownAnswers, async (ctx) => {
  const { wallet } = ctx.actor;
  const [{ profile }, bought] = await Promise.all([findAccount(ctx.db, wallet), boughtDetails(ctx, NEWEST)]);
  const told = (part: 'name' | 'telephone' | 'email') =>
    bought.map(({ product, details }) => contactOf(product, details, part)).find(Boolean) ?? '';
  const telephone = await openPhone(ctx.settings.detailsKeys, profile?.phone ?? null, wallet);
  return {
    contact: {
      name: profile?.name || told('name'),
      telephone: telephone || told('telephone'),
      email: profile?.email || told('email'),
    },
    fields: Object.assign(
      {},
      ...bought.toReversed().map(({ product, details }) => answersOnce(product, details)),
    ),
    in_profile: Boolean(profile?.name),
  };
});
