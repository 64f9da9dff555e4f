import { number, type Row, text } from '../records.ts';
import { groupBy, type Rule, type World } from '../rule.ts';

const GRANTED = ['approved', 'processing_payment', 'paid'];
const isGranted = (claim: Row): boolean => GRANTED.includes(text(claim, 'status'));

/** The first policy of the changes of cover that lead to one. */
function firstOf({ records }: World, policy: Row): Row {
  const change = records.endings.find(({ successor_quote: quote }) => quote === policy.quote_id);
  const old = change && records.policies.find(({ id }) => id === change.policy_id);
  return old ? firstOf({ records } as World, old) : policy;
}

/** Of the policies that changes of cover join, one pays for an incident. */
export const oneIncident: Rule = {
  name: 'one incident is covered once',
  *find(world) {
    const { records } = world;
    const granted = records.claims.filter(isGranted).flatMap((claim) => {
      const policy = records.policies.find(({ id }) => id === claim.policy_id);
      return policy ? [{ claim, first: firstOf(world, policy) }] : [];
    });
    const days = groupBy(granted, ({ claim, first }) => `policy ${first.id} on ${claim.incident_date}`);
    for (const [subject, own] of days) {
      const policies = new Set(own.map(({ claim }) => claim.policy_id));
      if (policies.size > 1) yield [subject, `It is paid on ${policies.size} policies.`];
    }
  },
};

/** What is approved can be paid: the policy covers the incident, and its cover is enough for everything that was granted. */
export const payable: Rule = {
  name: 'nothing is approved that cannot be paid',
  *find({ records }) {
    for (const policy of records.policies) {
      const own = records.claims.filter((claim) => claim.policy_id === policy.id && isGranted(claim));
      const sum = own.reduce((usd, claim) => usd + number(claim, 'payout_usd'), 0);
      if (sum > number(policy, 'coverage_usd'))
        yield [`policy ${policy.id}`, `$${sum} of $${policy.coverage_usd} are granted.`];
      for (const claim of own) {
        const at = text(claim, 'incident_at');
        if (!(text(policy, 'cover_from') <= at && at < text(policy, 'cover_until')))
          yield [`claim ${claim.id}`, `Its policy does not cover ${at}.`];
        if (claim.status !== 'paid' && policy.withdrawn_at !== null)
          yield [`claim ${claim.id}`, 'It is approved on a policy that was withdrawn from.'];
        if (number(claim, 'payout_usd') * 100 > number(claim, 'amount_cents'))
          yield [`claim ${claim.id}`, `$${claim.payout_usd} are more than was claimed.`];
      }
    }
  },
};
