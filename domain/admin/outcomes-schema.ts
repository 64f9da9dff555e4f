import * as z from 'zod';
import { COMPLAINT_CAUSES, COMPLAINT_OUTCOMES } from '#domain/complaints/schema.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { filterQuery } from './list.ts';

/** Decisions, or complaints, that a report of outcomes takes; a period with more is refused. */
export const MOST_OUTCOMES = 2000;

const day = z.iso.date('Please enter a day, such as 2026-11-22.');
export const outcomesQuery = z.object({
  /** UTC days, both included; without them this month so far. */
  from: day.optional(),
  to: day.optional(),
  product: filterQuery(PRODUCT_KEYS),
});

/** Ids of the claims, or of the complaints, that a number counts: the number is their count. */
const cases = z.array(z.number().int());

const times = {
  /** Of the hours, or days, that each took; null without any. See `percentile`. */
  median: z.number().nullable(),
  p90: z.number().nullable(),
};
const decided = z.object({
  product: z.enum(PRODUCT_KEYS).nullable(),
  /** The cause, the clause or the handler by name. */
  label: z.string(),
  approved: cases,
  rejected: cases,
  ...times,
});

/** How the claims were decided in a period. A claim counts by its first decision, second looks apart. Times are hours. */
export const outcomes = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  causes: z.array(decided),
  handlers: z.array(decided),
  /** What rejections rest on. */
  clauses: z.array(decided),
  /** Hours since it was asked for. What was approved had been rejected, or paid less. */
  second_looks: z.array(decided),
  /** Decisions that stand and deserve a look. */
  checks: z.object({
    /** The payout is not the suggested one. */
    differs: cases,
    /** Whoever approved it prepared its payout. */
    one_person: cases,
    /** Its customer is deactivated by now. */
    deactivated: cases,
    /** Rejected after documents that were asked for didn't come. */
    no_documents: cases,
  }),
  /** Received in the period. Times are days until the final answer. */
  complaints: z.array(
    z.object({
      cause: z.enum(COMPLAINT_CAUSES),
      open: cases,
      outcomes: z.record(z.enum(COMPLAINT_OUTCOMES), cases),
      ...times,
    }),
  ),
});
export type Outcomes = z.output<typeof outcomes>;
