import * as z from 'zod';

/** A numeric id in a path. Each id has only one spelling: `035` and `0x23` are not ids. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d*$/, 'An id is a whole number without leading zeros.')
  .transform(Number)
  .refine(Number.isSafeInteger, 'An id is a whole number without leading zeros.')
  .meta({ type: 'integer', minimum: 1 });
