import * as z from 'zod';

/** A numeric id as a path names it. It is written in one way only, so that `035` or `0x23` is nobody's second name. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d*$/, 'An id is a whole number without leading zeros.')
  .transform(Number)
  .refine(Number.isSafeInteger, 'An id is a whole number without leading zeros.')
  .meta({ type: 'integer', minimum: 1 });
