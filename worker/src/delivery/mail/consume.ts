import type { Ctx } from '../../platform/context.ts';
import { handover } from '../../platform/edges/mail.ts';
import { consumeOne, type Handed } from '../outbox/consume.ts';
import { deliverLetter } from './deliver.ts';

/** Sends the letters that the queue brings, one after the other. */
export async function consumeLetters(ctx: Ctx, messages: readonly Handed[]): Promise<void> {
  for (const message of messages) {
    await consumeOne(ctx, message, handover, {
      work: (handed) => deliverLetter(ctx, handed),
      failed: ({ letter_id: letter }, error) => ctx.log.error('letter_not_delivered', error, { letter }),
    });
  }
}
