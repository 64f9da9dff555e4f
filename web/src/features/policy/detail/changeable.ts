import { canChange } from '#domain/policy/change.ts';
import { isStanding } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';

/** Whether its holder can ask for a new cover in its place. */
export const isChangeable = ({ policy_type, situation }: PolicyAnswer): boolean =>
  canChange(policy_type) && isStanding(situation);
