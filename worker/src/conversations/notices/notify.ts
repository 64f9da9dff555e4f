import type { MessageKind } from '#domain/messages/lifecycle.ts';
import { type NewThread, openThread, postMessage, preview } from '#worker/conversations/messages/post.ts';
import { letter, letterKey } from '#worker/delivery/mail/letter.ts';
import { pushNotification } from '#worker/delivery/push/push.ts';
import type { Reach } from '#worker/identity/account/email.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';

/** A notice to a customer: a message, and email and push if enabled. */
export interface Notice {
  wallet: string;
  /** An existing thread, or a new one to open. */
  thread: number | NewThread;
  /** Subject of the message, the letter and the notification. */
  subject: string;
  text: string;
  /** `message` for an administrator's answer; a notice answers nothing. */
  kind?: MessageKind;
  /** Administrator who writes; null for automatic messages. */
  adminId?: number | null;
  /** Identifies the event: one key is sent once. */
  key: string;
  /** Site path that a click opens. */
  path: string;
  letter: {
    kind:
      | 'claim_update'
      | 'message_received'
      | 'renewal_reminder'
      | 'holder_change'
      | 'policy_declined'
      | 'withdrawal_recorded'
      | 'cover_lost';
    /** Address if the profile has none; null if there is no address at all. */
    email: string | null;
    /** Quote of the policy the notice is about. */
    quote_id: string | null;
    payload: Readonly<Record<string, string | number>>;
    /** How the wallet wants to be reached, from `reachOf`; `always` goes to `email`, whatever it wants. */
    reach: Reach | 'always';
  } | null;
}

/** Statements that notify a customer, for the batch that causes it. */
export function notify(ctx: Ctx, notice: Notice): Statement[] {
  const { wallet, thread, subject, text, adminId = null, kind = 'notice', key, path } = notice;
  const message = { sender: 'admin', kind, adminId, text, dedupeKey: key } as const;
  const posted =
    typeof thread === 'number' ? postMessage(ctx, thread, message) : openThread(ctx, thread, message);
  return [
    ...posted,
    ...letterOf(ctx, notice),
    pushNotification(ctx, wallet, key, { title: subject, body: preview(text), path }),
  ];
}

function letterOf(ctx: Ctx, { wallet, subject, key, letter: wanted }: Notice): Statement[] {
  if (!wanted) return [];
  const { kind, quote_id, payload, reach } = wanted;
  const email = (reach === 'always' ? null : reach.email) ?? wanted.email;
  const wants = reach === 'always' || reach.emails;
  if (!wants || email === null) return [];
  return letter(ctx, {
    kind,
    wallet,
    email,
    subject,
    quote_id,
    payload,
    dedupe_key: letterKey(kind, key),
  });
}
