import { letter, letterKey } from '../../delivery/mail/letter.ts';
import { pushNotification } from '../../delivery/push/notify.ts';
import { type Reach, reachOf } from '../../identity/account/reach.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { type NewThread, openThread, postMessage, preview } from '../messages/post.ts';

/** Something that a customer is told: as a message, and by email and push as they wish. */
export interface Notice {
  wallet: string;
  /** A thread that exists, or one that is opened for it. */
  thread: number | NewThread;
  /** What the message, the letter and the notification are about. */
  subject: string;
  text: string;
  /** Administrator who writes; null for what the product itself tells. */
  adminId?: number | null;
  /** Tells this happening from others: the same one is told once. */
  key: string;
  /** Where a click leads, from the site's root. */
  path: string;
  letter: {
    kind: 'claim_update' | 'message_received' | 'renewal_reminder';
    /** Address where the profile names none; null when there is none to write to. */
    email: string | null;
    /** Quote of the policy that it is about. */
    quoteId: string | null;
    payload: Readonly<Record<string, string | number>>;
    /** How the wallet wants to be reached, where that was read with a whole lot. */
    reach?: Reach;
  } | null;
}

/** Statements that tell a customer of something, for the batch of the use-case that causes it. */
export async function notify(ctx: Ctx, notice: Notice): Promise<Statement[]> {
  const { wallet, thread, subject, text, adminId = null, key, path } = notice;
  const message = { sender: 'admin', adminId, text, dedupeKey: key } as const;
  const posted =
    typeof thread === 'number' ? postMessage(ctx, thread, message) : openThread(ctx, thread, message);
  return [
    ...posted,
    ...(await letterOf(ctx, notice)),
    pushNotification(ctx, wallet, key, { title: subject, body: preview(text), path }),
  ];
}

async function letterOf(ctx: Ctx, { wallet, subject, key, letter: wanted }: Notice): Promise<Statement[]> {
  if (!wanted) return [];
  const reach = wanted.reach ?? (await reachOf(ctx, wallet));
  const email = reach.email ?? wanted.email;
  if (!reach.emails || email === null) return [];
  const { kind, quoteId, payload } = wanted;
  return letter(ctx, { kind, wallet, email, subject, quoteId, payload, dedupeKey: letterKey(kind, key) });
}
