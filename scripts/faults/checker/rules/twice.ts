import { type Row, text } from '../records.ts';
import type { Rule } from '../rule.ts';

const overlap = (one: Row, other: Row) =>
  text(one, 'start_date') <= text(other, 'end_date') && text(other, 'start_date') <= text(one, 'end_date');

/**
 * Who bought a second policy for the same home or car, on days that the first covers, was asked before: the quote says beside
 * which. Addresses are encrypted, so things with equal plain facts count as the same, as they are wherever this is run.
 */
export const insuredTwice: Rule = {
  name: 'nothing is insured twice unasked',
  *find({ records }) {
    const quotes = new Map(records.quotes.map((quote) => [quote.id, quote]));
    const left = new Set(
      records.policy_history.filter(({ kind }) => kind === 'orphaned').map(({ policy_id: id }) => id),
    );
    const changed = new Set(records.endings.map(({ successor_quote: id }) => id));
    const stand = records.policies.filter(
      ({ id, product, status, withdrawn_at: withdrawn }) =>
        product !== 'travel' && ['pending', 'active'].includes(String(status)) && !withdrawn && !left.has(id),
    );
    for (const policy of stand) {
      const quote = quotes.get(policy.quote_id ?? null);
      if (!quote || quote.insured_beside !== null || changed.has(policy.quote_id ?? null)) continue;
      const twin = stand.find((other) => {
        const before = quotes.get(other.quote_id ?? null);
        return (
          other.wallet === policy.wallet &&
          before?.wallet === quote.wallet &&
          before?.details === quote.details &&
          other.product === policy.product &&
          text(other, 'created_at') < text(quote, 'created_at') &&
          overlap(other, policy)
        );
      });
      if (twin) yield [`policy ${policy.id}`, `Policy ${twin.id} insures the same, and nobody was asked.`];
    }
  },
};
