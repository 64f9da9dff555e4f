import * as z from 'zod';

/** A queue message: the id of an outbox entry, and its attempts when it was queued. */
export const handover = z.object({ id: z.string(), attempts: z.number().int() });
export type Handover = z.output<typeof handover>;

/** A message as a queue takes it, and how long it keeps it. */
export interface Queued {
  body: Handover;
  delaySeconds: number;
}
