import { KEPT } from '#domain/promises.ts';
import type { Channel, Outcome } from '#worker/delivery/outbox/channel.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import { type Ctx, isoIn } from '#worker/platform/context.ts';
import { failureOf, type Message } from '#worker/platform/edges/mail.ts';
import { senderInForce } from '#worker/platform/system-settings.ts';
import { giveUpUnconfirmed } from './repository.ts';

/** A letter that must not go out now. `final` when that won't change. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';

  constructor(
    readonly code:
      | 'not_confirmed'
      | 'unwanted'
      | 'policy_gone'
      | 'policy_pending'
      | 'no_longer_due'
      | 'claim_gone'
      | 'invitation_over'
      | 'message_gone',
    readonly final: boolean,
  ) {
    super(code);
  }
}

/** Frames or completes a letter. Throws `Unsendable` if it must not go out. */
export type Compose = (
  ctx: Ctx,
  letter: OutboxRow,
) => Promise<Omit<Message, 'to' | 'sender'> & Pick<Outcome, 'also'>>;

/** The email channel. A higher layer knows what letters say and passes it in as `compose`. */
export const emailChannel = (compose: Compose): Channel => ({
  queue: 'mail',
  keptDays: KEPT.letterDays,
  async send(ctx, letter) {
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

/** Days a letter waits for its address to be confirmed. */
const WAIT_DAYS = 30;

/** Gives up on letters whose address was never confirmed. */
export function expireLetters(ctx: Ctx): Promise<void> {
  const before = isoIn(ctx, -WAIT_DAYS * 86_400_000);
  return giveUpUnconfirmed(ctx.db, before, 'not_confirmed');
}
