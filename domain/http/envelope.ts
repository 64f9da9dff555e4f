import * as z from 'zod';

/** The one shape of a good answer. */
export const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data, message: z.string().optional() });

/** The one shape of a refusal. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  request_id: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Failure = z.output<typeof failure>;
