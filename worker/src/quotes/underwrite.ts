import { SETTING_GROUPS } from '#domain/admin/settings-schema.ts';
import { AppError } from '#domain/errors.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { type QuoteFacts, underwrite } from '#domain/quote/underwriting.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { heldPolicies } from './repository.ts';

/** The rules in force, for anyone: a form can tell before it is sent. */
export const getUnderwritingRules = serve(quoteApi.getUnderwriting, (ctx) =>
  settingsInForce(ctx, 'auto_approve_below_usd', ...SETTING_GROUPS.underwriting),
);

export interface Accepted {
  heldPolicies: number;
  /** Why the policy will be reviewed, in sentences. */
  review: string[];
}

/** What our rules say about insuring this for the actor's wallet, in place of one of its policies or beside them. 422 `declined` with each fact that rules it out. */
export async function requireInsurable(
  ctx: WalletCtx,
  facts: Omit<QuoteFacts, 'heldPolicies'>,
  replaces: number | null = null,
): Promise<Accepted> {
  const [rules, held] = await Promise.all([
    getUnderwritingRules(ctx),
    heldPolicies(ctx.db, {
      wallet: ctx.actor.wallet,
      product: facts.product,
      startDate: facts.startDate,
      replaces,
    }),
  ]);
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
  return { heldPolicies: held, review: findings.map(({ text }) => text) };
}
