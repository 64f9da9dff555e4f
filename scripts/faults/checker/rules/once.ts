import { text } from '../records.ts';
import { groupBy, type Rule } from '../rule.ts';

/** No request is carried out twice, however often it was sent. Every claim of a campaign has words of its own. */
export const requests: Rule = {
  name: 'no request is carried out twice',
  *find({ records }) {
    const claims = groupBy(records.claims, (row) => `${row.policy_id} ${row.description}`);
    for (const own of claims.values())
      if (own.length > 1) yield [`policy ${own[0]?.policy_id}`, `It has the same claim ${own.length} times.`];
    for (const policy of records.policies) {
      const count = (kind: string) =>
        records.policy_history.filter((line) => line.policy_id === policy.id && text(line, 'kind') === kind)
          .length;
      const asked = count('cancellation_requested') - count('cancellation_closed');
      if (asked > 1) yield [`policy ${policy.id}`, `It was asked to be canceled ${asked} times.`];
    }
    for (const [hook, own] of groupBy(records.webhooks, (row) => `${row.wallet} ${row.url}`))
      if (own.length > 1) yield [hook, `It is subscribed ${own.length} times.`];
  },
};
