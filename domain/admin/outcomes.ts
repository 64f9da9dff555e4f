/** How claims were decided and complaints answered, by what a compliance officer asks. Pure. */
import {
  COMPLAINT_CAUSES,
  COMPLAINT_OUTCOMES,
  type ComplaintCause,
  type ComplaintOutcome,
} from '#domain/complaints/schema.ts';
import { grouped } from '#domain/grouped.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Outcomes } from './outcomes-schema.ts';

/** A decision on a claim. Flags are 0 or 1, as the database has them. */
export interface Decision {
  claim: number;
  product: ProductKey;
  cause: string | null;
  handler: string;
  /** `given_up`: the holder withdrew, and nobody decided it. */
  outcome: 'approved' | 'rejected' | 'given_up';
  /** Since the claim was made, or the second look asked for. */
  hours: number;
  /** The first on its claim, one after a second look was asked for, or another one. */
  look: 'first' | 'second' | 'again';
  /** What a rejection cites. */
  clause: string | null;
  /** Whether it is the claim's last decision. */
  stands: number;
  /** Whole US dollars; null unless it is approved. */
  payout: number | null;
  suggested: number | null;
  /** Whether whoever approved it prepared the payout that arrived. */
  one_person: number;
  /** Whether its customer is deactivated by now. */
  deactivated: number;
  /** Whether documents that were asked for hadn't come in time. */
  no_documents: number;
}

export interface Complaint {
  id: number;
  cause: ComplaintCause;
  outcome: ComplaintOutcome | null;
  /** Until its final answer; null while it is open. */
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

/** Decisions by what they have in common, the most first. */
function groupsOf(
  decisions: readonly Decision[],
  labelOf: (decision: Decision) => string | null,
  byProduct = true,
): Outcomes['causes'] {
  const named = decisions.flatMap((each) => {
    const [label, product] = [labelOf(each), byProduct ? each.product : null];
    return label === null ? [] : [{ ...each, label, product }];
  });
  return [...grouped(named, ({ product, label }) => `${product} ${label}`).values()]
    .sort((a, b) => b.length - a.length)
    .map((those) => {
      const ids = (of: Decision['outcome']) =>
        those.filter(({ outcome }) => outcome === of).map(({ claim }) => claim);
      return {
        product: those[0]?.product ?? null,
        label: those[0]?.label ?? '',
        approved: ids('approved'),
        rejected: ids('rejected'),
        ...timesOf(those.map(({ hours }) => hours)),
      };
    });
}

export function outcomesOf(
  all: readonly Decision[],
  complaints: readonly Complaint[],
): Omit<Outcomes, 'from' | 'to'> {
  const decisions = all.filter(({ outcome }) => outcome !== 'given_up');
  const of = (look: Decision['look']) => decisions.filter((each) => each.look === look);
  const check = (holds: (decision: Decision) => boolean) =>
    decisions.filter((each) => each.stands === 1 && holds(each)).map(({ claim }) => claim);
  return {
    causes: groupsOf(of('first'), ({ product, cause }) => causeLabel(product, cause ?? '') ?? 'Not named'),
    handlers: groupsOf(of('first'), ({ handler }) => handler, false),
    clauses: groupsOf(decisions, ({ clause }) => clause),
    second_looks: groupsOf(of('second'), ({ handler }) => handler),
    checks: {
      differs: check(({ payout, suggested }) => payout !== suggested),
      one_person: check(({ one_person }) => one_person === 1),
      deactivated: check(({ deactivated, outcome }) => deactivated === 1 && outcome === 'approved'),
      no_documents: check(({ no_documents, outcome }) => no_documents === 1 && outcome === 'rejected'),
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
