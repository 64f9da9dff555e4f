import * as z from 'zod';

/** A queue message: the id of an outbox entry, and its attempts when it was queued. */
export const handover = z.object({ id: z.string(), attempts: z.number().int() });
export type Handover = z.output<typeof handover>;
