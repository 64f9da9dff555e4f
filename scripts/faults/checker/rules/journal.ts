import { number, text } from '../records.ts';
import { groupBy, type Rule } from '../rule.ts';

/** What is recorded of a claim and leaves its row as it is. */
const STILL = [
  ...['submitted', 'rest_submitted', 'call_requested', 'noted', 'revealed', 'documents_opened', 'veto_noted'],
  ...['payment_confirmed', 'payout_prepared', 'payout_call_data', 'payout_discarded'],
].map((kind) => `claim.${kind}`);

/** Whatever was written is in the journal once, and whatever is in the journal was written. */
export const journal: Rule = {
  name: 'the journal has every write once',
  *find({ records }) {
    const { occurrences, policies, claims, events } = records;
    const keys = new Set(occurrences.map((row) => text(row, 'key')));
    for (const [index, row] of occurrences.entries()) {
      const subject = `occurrence ${row.id}`;
      if (row.id !== index + 1) yield [subject, `It is number ${index + 1}, so one before it is gone.`];
      if (row.data === null) yield [subject, 'It has no data.'];
      if (!text(row, 'key').startsWith(`${row.kind}:${row.about}:`))
        yield [subject, `Its key ${row.key} is of something else.`];
      const [kind, id] = text(row, 'about').split(':');
      const others = kind === 'policy' ? policies : kind === 'claim' ? claims : null;
      if (others && !others.some((other) => other.id === Number(id)))
        yield [subject, `There is no ${row.about}.`];
      const version = text(row, 'key').split(':').at(-1);
      const undone = ['claim.approved', 'claim.rejected'].map(
        (decision) => `${decision}:${row.about}:${version}`,
      );
      if (row.kind === 'claim.decision_undone' && !undone.some((key) => keys.has(key)))
        yield [subject, 'It undoes no decision.'];
      const [, event, generation] = /:event:(\d+):(\d+)/.exec(text(row, 'key')) ?? [];
      if (event === undefined) continue;
      const cause = events.find((each) => each.id === Number(event));
      if (!cause || number(cause, 'generation') < Number(generation))
        yield [subject, `Event ${event} did not happen ${Number(generation) + 1} times.`];
    }
    const first = ['policy.opened', 'claim.submitted', 'claim.rest_submitted'];
    const made = groupBy(
      occurrences.filter((row) => first.includes(text(row, 'kind'))),
      (row) => text(row, 'about'),
    );
    const all = [...policies.map(({ id }) => `policy:${id}`), ...claims.map(({ id }) => `claim:${id}`)];
    for (const about of all) {
      const times = made.get(about)?.length ?? 0;
      if (times !== 1) yield [about, `It was made ${times} times.`];
    }
    for (const claim of claims) {
      const about = `claim:${claim.id}`;
      const changes = occurrences.filter(
        (row) => row.about === about && !STILL.includes(text(row, 'kind')),
      ).length;
      if (number(claim, 'version') !== changes + 1)
        yield [about, `It has version ${claim.version} and ${changes} recorded changes.`];
    }
  },
};
