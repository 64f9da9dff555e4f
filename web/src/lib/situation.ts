import type { PolicyAnswer, PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { type Situation, type SituationFacts, situationOf } from '#domain/policy/situation.ts';

type Listed = Pick<PolicyAnswer, 'status' | 'in_force' | 'replaced' | 'refund' | 'cover_from'>;
type Shown = Listed & Partial<Pick<PolicyDetailAnswer, 'cancellation' | 'withdrawal'>>;

/** A list names no ending. Cover that has begun and isn't in force is void, if a refund is owed. */
function endingOf({ cancellation, withdrawal, ...policy }: Shown, now: number): SituationFacts['ending'] {
  if (withdrawal && withdrawal.state !== 'with_a_person') return 'withdrawal';
  if (cancellation) return 'cancellation';
  if (policy.refund === null) return null;
  if (cancellation === null) return 'rejection';
  const hasBegun = policy.cover_from !== null && Date.parse(policy.cover_from) <= now;
  return policy.status === 'active' && hasBegun && !policy.in_force ? 'withdrawal' : null;
}

/** What a policy is in at `now` (milliseconds), as far as its answer tells. */
export const situationIn = (policy: Shown, now = Date.now()): Situation =>
  situationOf({
    status: policy.status,
    ending: endingOf(policy, now),
    replaced: policy.replaced,
    isAhead: !policy.in_force,
  });
