import { formatDay } from '#domain/days.ts';
import { isRenewed } from '#domain/policy/lifecycle.ts';
import { renewalProblem } from '#domain/policy/possible.ts';
import { renewableFrom } from '#domain/policy/renewal.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { standingOf } from './present.ts';
import type { PolicyRow } from './repository.ts';

/** From when and whether a policy can be renewed at `now` (milliseconds). */
export function renewalOf(
  row: PolicyRow,
  now: number,
): Pick<PolicyDetailAnswer, 'renewable_from' | 'renewable'> {
  const standing = standingOf(row, now);
  return {
    renewable_from: isRenewed(standing.product) ? formatDay(renewableFrom(standing)) : null,
    renewable: renewalProblem(standing) === null,
  };
}
