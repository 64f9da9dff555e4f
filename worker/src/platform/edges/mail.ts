import type { Queued } from './outside.ts';

/** A letter in the provider's format. */
export interface Message {
  to: string;
  sender: Sender;
  subject: string;
  text: string;
  html: string;
  attachments: readonly Attachment[];
  /** Additional header fields. */
  headers?: Readonly<Record<string, string>>;
}

export interface Attachment {
  filename: string;
  type: string;
  content: Uint8Array;
}

/** Mail edge: a queue for letters, and the provider that sends them. Both may throw. */
export interface Mail {
  enqueue(entries: readonly Queued[]): Promise<void>;
  send(message: Message): Promise<void>;
}

export interface Sender {
  name: string;
  /** Sender address. */
  from: string;
  replyTo: string;
}

/** An address whose domain is in ASCII (RFC 5891), as providers take it: `ada@xn--mnchen-3ya.de`. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return `${address.slice(0, at)}${new URL(`https://${address.slice(at)}`).hostname}`;
}

/** Cloudflare's queue and email binding. */
export function cloudflareMail(env: Pick<Env, 'MAIL_QUEUE' | 'EMAIL'>): Mail {
  return {
    async enqueue(entries) {
      await env.MAIL_QUEUE.sendBatch(entries);
    },
    async send({ attachments, sender, ...message }) {
      await env.EMAIL.send({
        ...message,
        to: asciiAddress(message.to),
        from: { name: sender.name, email: sender.from },
        replyTo: { name: sender.name, email: sender.replyTo },
        attachments: attachments.map((each) => ({ ...each, disposition: 'attachment' as const })),
      });
    },
  };
}

/**
 * Errors that the provider would repeat:
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/
 */
const FINAL = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
]);

/** A send failure as a code, because messages can contain the recipient. Final: a retry won't help. */
export function failureOf(error: unknown): { code: string; final: boolean } {
  const given = error instanceof Error && 'code' in error ? error.code : undefined;
  const code = typeof given === 'string' && /^E_[A-Z_]{1,60}$/.test(given) ? given : 'E_UNKNOWN';
  return { code, final: FINAL.has(code) };
}
