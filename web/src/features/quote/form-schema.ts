import * as z from 'zod';
import { DETAILS } from '#domain/products/forms/details.ts';
import { listTravelers, spreadPath, spreadTravelers } from '#domain/products/forms/travelers.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { FormOutput, FormValues } from './details-form.tsx';

/** The API's schema for a form in which each traveler's fields have names of their own. */
export const formSchema = (product: ProductKey): z.ZodType<FormOutput, FormValues> =>
  z.record(z.string(), z.string()).transform((values, ctx) => {
    const { success, data, error } = DETAILS[product].safeParse(listTravelers(values));
    if (success) return spreadTravelers(data);
    for (const issue of error.issues) {
      ctx.issues.push({
        code: 'custom',
        message: issue.message,
        path: [...spreadPath(issue.path)],
        input: values,
      });
    }
    return z.NEVER;
  });
