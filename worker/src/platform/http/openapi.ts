import * as z from 'zod';
import { failure, success } from '../../../../domain/http/envelope.ts';
import { pageCursors } from '../../../../domain/page.ts';
import { codesOf } from './errors.ts';

/** A good answer, described from the schema of its data. */
export const answer = <Data extends z.ZodType>(data: Data, description: string) => ({
  description,
  content: { 'application/json': { schema: success(data) } },
});

/** One page of a list. */
export const pageAnswer = <Entry extends z.ZodType>(entry: Entry, description: string) => ({
  description,
  content: { 'application/json': { schema: success(z.array(entry)).extend(pageCursors) } },
});

/** The refusals of a route beside those that any route can give. */
export function refusals<Status extends number>(...statuses: Status[]) {
  const entry = (status: number) => ({
    description: codesOf(status).join(', '),
    content: { 'application/json': { schema: failure } },
  });
  return Object.fromEntries([...statuses, 500].map((status) => [status, entry(status)])) as Record<
    Status | 500,
    ReturnType<typeof entry>
  >;
}

export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

/** Marks a route as one for a signed-in wallet. */
export const WALLET_SECURITY = [{ wallet: [] }];
/** Marks a route as one for a signed-in administrator. */
export const ADMIN_SECURITY = [{ admin: [] }];

export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The same key with the same body returns the first answer.'),
});
