/** The daily check of the roll-ups against the rows that they count. */
import * as z from 'zod';

/** What a roll-up lacked, or had too much of where it is negative. It has been repaired. */
export const figureDifference = z.object({
  /** Such as `month premium home 2026-11`, or `part premium home 2026-11-03` for what the rows of a day add. */
  row: z.string(),
  count: z.number().int(),
  /** US cents; minutes of decision times, dollars of cover. */
  value: z.number().int(),
  /** Billionths of an ether. */
  gwei: z.number().int(),
});

export const figureCheckRun = z.object({
  /** UTC. */
  day: z.iso.date(),
  /** The last day compared; null before the first. */
  checked_to: z.string().nullable(),
  finished_at: z.iso.datetime().nullable(),
  differences: z.array(figureDifference),
});

export const figureCheck = z.object({
  current: figureCheckRun.nullable(),
  last: figureCheckRun.nullable(),
});
