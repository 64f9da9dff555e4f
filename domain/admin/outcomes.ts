/** How claims were decided and complaints answered, by what a compliance officer asks. Pure. */
import { grouped } from '#domain/books/totals.ts';
import {
  COMPLAINT_CAUSES,
  COMPLAINT_OUTCOMES,
  type ComplaintCause,
  type ComplaintOutcome,
} from '#domain/complaints/schema.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Outcomes } from './outcomes-schema.ts';

/** A decision that the holder didn't make. */
export interface Decision {
  claim: number;
  product: ProductKey;
  cause: string | null;
  handler: string;
  approved: boolean;
  /** Hours since the claim was made, or the second look asked for. */
  hours: number;
  /** The first on its claim, one after a second look was asked for, or another one. */
  look: 'first' | 'second' | 'again';
  /** The clause that a rejection cites. */
  clause: string | null;
  /** Whether it is the claim's last decision. */
  stands: boolean;
  /** Whole US dollars. */
  payout: number | null;
  suggested: number | null;
  onePerson: boolean;
  deactivated: boolean;
  noDocuments: boolean;
}

export interface Complaint {
  id: number;
  cause: ComplaintCause;
  outcome: ComplaintOutcome | null;
  /** Days until its final answer; null while it is open. */
  days: number | null;
}

/**
 * The least value that at least `percent` of all are at or below, so that it is that of a case; null without any. It is
 * definition 1 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996).
 */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(Math.ceil((percent * sorted.length) / 100), 1) - 1] ?? null;
}

const timesOf = (values: readonly number[]) => ({
  median: percentile(values, 50),
  p90: percentile(values, 90),
});

type Group = Outcomes['causes'][number];

/** Decisions by a product and a label, or by a label alone, the most first. */
function groupsOf(
  decisions: readonly Decision[],
  labelOf: (decision: Decision) => string,
  byProduct = true,
): Group[] {
  const groups = grouped(decisions, (each) => `${byProduct ? each.product : ''}|${labelOf(each)}`);
  const ids = (those: readonly Decision[]) => those.map(({ claim }) => claim);
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((those): Group[] => {
      const [one] = those;
      if (!one) return [];
      return [
        {
          product: byProduct ? one.product : null,
          label: labelOf(one),
          approved: ids(those.filter(({ approved }) => approved)),
          rejected: ids(those.filter(({ approved }) => !approved)),
          ...timesOf(those.map(({ hours }) => hours)),
        },
      ];
    });
}

export function outcomesOf(
  decisions: readonly Decision[],
  complaints: readonly Complaint[],
): Omit<Outcomes, 'from' | 'to'> {
  const [first, second] = (['first', 'second'] as const).map((look) =>
    decisions.filter((each) => each.look === look),
  );
  const check = (holds: (decision: Decision) => boolean) =>
    decisions.filter((each) => each.stands && holds(each)).map(({ claim }) => claim);
  return {
    causes: groupsOf(first ?? [], ({ product, cause }) => causeLabel(product, cause ?? '') ?? 'Not named'),
    handlers: groupsOf(first ?? [], ({ handler }) => handler, false),
    clauses: groupsOf(
      decisions.filter(({ clause }) => clause !== null),
      ({ clause }) => clause ?? '',
    ),
    second_looks: groupsOf(second ?? [], ({ handler }) => handler),
    checks: {
      differs: check(({ payout, suggested }) => payout !== null && payout !== suggested),
      one_person: check(({ onePerson }) => onePerson),
      deactivated: check(({ deactivated, payout }) => deactivated && payout !== null),
      no_documents: check(({ noDocuments, approved }) => noDocuments && !approved),
    },
    complaints: COMPLAINT_CAUSES.map((cause) => {
      const those = complaints.filter((each) => each.cause === cause);
      const endedAs = (outcome: ComplaintOutcome | null) =>
        those.filter((each) => each.outcome === outcome).map(({ id }) => id);
      return {
        cause,
        open: endedAs(null),
        outcomes: Object.fromEntries(
          COMPLAINT_OUTCOMES.map((outcome) => [outcome, endedAs(outcome)]),
        ) as Record<ComplaintOutcome, number[]>,
        ...timesOf(those.flatMap(({ days }) => days ?? [])),
      };
    }),
  };
}
