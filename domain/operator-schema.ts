import * as z from 'zod';
import type { Operator } from './operator.ts';

const text = z.string().trim().min(1).max(300);

/** Checks the operator of a deployment's settings. Apart from its texts, which pages show that load no zod. */
export const operatorSchema: z.ZodType<Operator> = z.strictObject({
  name: text,
  address: text,
  authorization: text,
  ombudsman: z.strictObject({ name: text, url: z.url({ protocol: /^https$/ }) }),
});
