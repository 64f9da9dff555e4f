import { SETTING_GROUPS } from '#domain/admin/settings-schema.ts';
import { AppError } from '#domain/errors.ts';
import { RATE_CEILINGS } from '#domain/promises.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { type QuoteFacts, underwrite } from '#domain/quote/underwriting.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { capacityAt, guardCapacity, heldPolicies } from './repository.ts';

/** The rules in force, for anyone: a form can tell before it is sent. */
export const getUnderwritingRules = serve(quoteApi.getUnderwriting, (ctx) =>
  settingsInForce(ctx, 'auto_approve_below_usd', ...SETTING_GROUPS.underwriting),
);

/** The rules in force, and how many policies the actor's wallet holds beside one that a new one would replace. */
export async function readInsurability(
  ctx: WalletCtx,
  { product, startDate }: Pick<QuoteFacts, 'product' | 'startDate'>,
  replaces: number | null,
) {
  const [rules, held] = await Promise.all([
    getUnderwritingRules(ctx),
    heldPolicies(ctx.db, { wallet: ctx.actor.wallet, product, startDate, replaces }),
  ]);
  return { rules, heldPolicies: held };
}

/**
 * What our rules say about insuring this: 422 `declined` with each fact that rules it out.
 * @returns why the policy will be reviewed, in sentences
 */
export function requireInsurable(
  ctx: WalletCtx,
  facts: Omit<QuoteFacts, 'heldPolicies'>,
  { rules, heldPolicies: held }: Awaited<ReturnType<typeof readInsurability>>,
): string[] {
  const { outcome, findings } = underwrite({ ...facts, heldPolicies: held }, rules);
  if (outcome === 'decline') {
    ctx.log.info('quote_declined', {
      product: facts.product,
      rules: findings.map(({ rule }) => rule).join(', '),
    });
    const issues = findings.flatMap(({ field, text }) =>
      field === null ? [] : [{ path: `details.${field}`, message: text }],
    );
    throw new AppError('declined', findings.map(({ text }) => text).join(' '), { issues });
  }
  return findings.map(({ text }) => text);
}

/** Each live quote is a signed price for 30 minutes; nobody needs to hoard them. */
const { liveQuotes } = RATE_CEILINGS;

/** Guard for the batch that stores a quote, so that concurrent requests can't exceed the limit. */
export const capacityGuard = (ctx: WalletCtx): Statement =>
  guardCapacity(ctx.db, ctx.actor.wallet, nowIso(ctx), liveQuotes);

/** 429 while the wallet is at its limit of live quotes, with the seconds until one expires. */
export async function requireCapacity(ctx: WalletCtx): Promise<void> {
  const freeAt = await capacityAt(ctx.db, ctx.actor.wallet, nowIso(ctx), liveQuotes);
  if (freeAt === null) return;
  throw new AppError(
    'rate_limited',
    `You have ${liveQuotes} quotes that can still be paid. Please pay one of them, or wait until one expires.`,
    { retryAfter: Math.max(1, Math.ceil((Date.parse(freeAt) - ctx.clock()) / 1000)) },
  );
}
