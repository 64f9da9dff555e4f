import { KEPT } from '#domain/promises.ts';
import type { Channel, Outcome } from '#worker/delivery/outbox/channel.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { failureOf, type Message } from '#worker/platform/edges/mail.ts';
import { senderInForce } from '#worker/platform/system-settings.ts';
import type { LetterRow } from './repository.ts';
import { Unsendable } from './unsendable.ts';

/** Fills in a letter from current data. Throws `Unsendable` if it must not go out. */
export type Compose = (
  ctx: Ctx,
  letter: LetterRow,
) => Promise<Omit<Message, 'to' | 'sender'> & Pick<Outcome, 'also'>>;

/** The email channel. A higher layer knows what letters say and passes it in as `compose`. */
export const emailChannel = (compose: Compose): Channel => ({
  queue: 'mail',
  keptDays: KEPT.letterDays,
  async send(ctx, entry) {
    const letter = entry as LetterRow;
    try {
      const { also = [], ...composed } = await compose(ctx, letter);
      await ctx.mail.send({ to: letter.target, sender: await senderInForce(ctx), ...composed });
      return { error: null, also };
    } catch (cause) {
      if (cause instanceof Unsendable) return { error: cause.code, final: cause.final };
      const { code, final } = failureOf(cause);
      return { error: code, final, cause };
    }
  },
});
