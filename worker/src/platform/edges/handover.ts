import * as z from 'zod';

/** What a consumer of a queue is given: an entry of the outbox, and the attempts made when it was handed over. */
export const handover = z.object({ id: z.string(), attempts: z.number().int() });
export type Handover = z.output<typeof handover>;
