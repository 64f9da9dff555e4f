import { number, text } from '../records.ts';
import { groupBy, type Rule } from '../rule.ts';

/** Whatever was written is in the journal once, and whatever is in the journal was written. */
export const journal: Rule = {
  name: 'the journal has every write once',
  *find({ records }) {
    const { occurrences, policies, events } = records;
    for (const [index, row] of occurrences.entries()) {
      const subject = `occurrence ${row.id}`;
      if (row.id !== index + 1) yield [subject, `It is number ${index + 1}, so one before it is gone.`];
      if (row.data === null) yield [subject, 'It has no data.'];
      if (!text(row, 'key').startsWith(`${row.kind}:${row.about}:`))
        yield [subject, `Its key ${row.key} is of something else.`];
      const [kind, id] = text(row, 'about').split(':');
      if (kind === 'policy' && !policies.some((policy) => policy.id === Number(id)))
        yield [subject, `There is no ${row.about}.`];
      const [, event, generation] = /:event:(\d+):(\d+)/.exec(text(row, 'key')) ?? [];
      if (event === undefined) continue;
      const cause = events.find((each) => each.id === Number(event));
      if (!cause || number(cause, 'generation') < Number(generation))
        yield [subject, `Event ${event} did not happen ${Number(generation) + 1} times.`];
    }
    const opened = groupBy(
      occurrences.filter(({ kind }) => kind === 'policy.opened'),
      (row) => text(row, 'about'),
    );
    for (const { id } of policies) {
      const times = opened.get(`policy:${id}`)?.length ?? 0;
      if (times !== 1) yield [`policy ${id}`, `It was opened ${times} times.`];
    }
  },
};
