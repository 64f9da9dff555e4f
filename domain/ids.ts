import * as z from 'zod';

/** A numeric id in a path. Each id has only one spelling: `035` and `0x23` are not ids. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d*$/, 'An id is a whole number without leading zeros.')
  .transform(Number)
  .refine(Number.isSafeInteger, 'An id is a whole number without leading zeros.')
  .meta({ type: 'integer', minimum: 1 });

/** An id in a path that may also be written as its record's number: `12` or `CLM-012`. */
export const numberedId = (numberOf: (id: number) => string) =>
  z
    .string()
    .regex(/^([A-Z]{3}-0*)?[1-9]\d*$/, `An id is a whole number, or a number such as ${numberOf(12)}.`)
    .transform((text) => ({ text, id: Number(/[1-9]\d*$/.exec(text)?.[0]) }))
    .refine(
      ({ text, id }) => Number.isSafeInteger(id) && [String(id), numberOf(id)].includes(text),
      `An id is a whole number, or a number such as ${numberOf(12)}.`,
    )
    .transform(({ id }) => id)
    .meta({ type: 'string', examples: ['12', numberOf(12)] });
