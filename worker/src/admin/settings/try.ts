import * as adminSettingsApi from '#domain/admin/settings-api.ts';
import { SETTING_GROUPS, TRIAL_POLICIES } from '#domain/admin/settings-schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import {
  RULE_KEYS,
  RULE_LABELS,
  type UnderwritingRules,
  type Underwritten,
  underwrite,
} from '#domain/quote/underwriting.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { plainFacts } from '#worker/quotes/details.ts';
import { newestQuoted } from './repository.ts';

/** Policies that a trial names. */
const EXAMPLES = 10;

/**
 * What these rules would have done with the newest policies, beside the rules in force. The facts are those of the quotes,
 * which aren't encrypted.
 */
export const tryUnderwriting = serve(adminSettingsApi.tryUnderwriting, (ctx, rules) =>
  tryOn(ctx, rules, TRIAL_POLICIES),
);

/** @param most how many policies it reads */
export async function tryOn(ctx: AdminCtx, rules: Partial<UnderwritingRules>, most: number) {
  const [inForce, quoted] = await Promise.all([
    settingsInForce(ctx, 'auto_approve_below_usd', ...SETTING_GROUPS.underwriting),
    newestQuoted(ctx.db, most),
  ]);
  const under = (rules: UnderwritingRules) =>
    quoted.map(({ id, details, ...facts }) => ({
      id,
      ...underwrite({ ...facts, details: plainFacts(details) }, rules),
    }));
  const proposed = under({ ...inForce, ...rules });
  return {
    policies: quoted.length,
    since: quoted.at(-1)?.created_at ?? null,
    proposed: count(proposed),
    in_force: count(under(inForce)),
    rules: RULE_KEYS.map((rule) => ({
      rule,
      label: RULE_LABELS[rule],
      ...count(proposed.filter(({ findings }) => findings.some((found) => found.rule === rule))),
    })),
    examples: proposed
      .flatMap(({ id, outcome, findings }) => {
        const reasons = findings.map(({ text }) => text);
        return outcome === 'accept' ? [] : [{ id, policy_number: policyNumber(id), outcome, reasons }];
      })
      .slice(0, EXAMPLES),
  };
}

const count = (all: readonly Underwritten[]) => ({
  declined: all.filter(({ outcome }) => outcome === 'decline').length,
  reviewed: all.filter(({ outcome }) => outcome === 'review').length,
});
