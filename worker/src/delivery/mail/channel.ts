import { KEPT } from '../../../../domain/promises.ts';
import type { Ctx } from '../../platform/context.ts';
import { failureOf, type Message } from '../../platform/edges/mail.ts';
import type { Channel } from '../outbox/channel.ts';
import type { LetterRow } from './repository.ts';
import { Unsendable } from './unsendable.ts';

/** Fills a letter in with what is true now. Throws `Unsendable` for one that must not go out. */
export type Compose = (ctx: Ctx, letter: LetterRow) => Promise<Omit<Message, 'to'>>;

/** Letters. What they say is known further up: `compose` fills them in. */
export const emailChannel = (compose: Compose): Channel => ({
  queue: 'mail',
  keptDays: KEPT.letterDays,
  async send(ctx, entry) {
    const letter = entry as LetterRow;
    try {
      await ctx.mail.send({ to: letter.target, ...(await compose(ctx, letter)) });
      return { error: null };
    } catch (cause) {
      if (cause instanceof Unsendable) return { error: cause.code, final: cause.final };
      const { code, final } = failureOf(cause);
      return { error: code, final, cause };
    }
  },
});
