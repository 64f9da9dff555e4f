import * as z from 'zod';

/** The shape of every successful answer. */
export const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data, message: z.string().optional() });

/** The shape of every refusal. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  request_id: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Failure = z.output<typeof failure>;
