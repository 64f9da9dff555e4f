import type { Handover } from './handover.ts';

/** A letter as the provider takes it. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: readonly Attachment[];
  /** Header fields beside the usual ones. */
  headers?: Readonly<Record<string, string>>;
}

export interface Attachment {
  filename: string;
  type: string;
  content: Uint8Array;
}

/** The way out: a queue that takes letters, and the provider that sends them. Both may throw. */
export interface Mail {
  hand(entries: readonly Handover[]): Promise<void>;
  send(message: Message): Promise<void>;
}

export interface Sender {
  /** Address that letters come from. */
  from: string;
  replyTo: string;
}

const NAME = 'Mooring';

/** Cloudflare's queue and email binding. */
export function cloudflareMail(env: Pick<Env, 'MAIL_QUEUE' | 'EMAIL'>, sender: Sender): Mail {
  return {
    async hand(entries) {
      await env.MAIL_QUEUE.sendBatch(entries.map((body) => ({ body })));
    },
    async send({ attachments, ...message }) {
      await env.EMAIL.send({
        ...message,
        from: { name: NAME, email: sender.from },
        replyTo: { name: NAME, email: sender.replyTo },
        attachments: attachments.map((each) => ({ ...each, disposition: 'attachment' as const })),
      });
    },
  };
}

/** The provider would refuse it again: https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
const FINAL = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
]);

/** Why a send failed, as a code: messages can repeat the recipient. Final: trying again would not help. */
export function failureOf(error: unknown): { code: string; final: boolean } {
  const given = error instanceof Error && 'code' in error ? error.code : undefined;
  const code = typeof given === 'string' && /^E_[A-Z_]{1,60}$/.test(given) ? given : 'E_UNKNOWN';
  return { code, final: FINAL.has(code) };
}
