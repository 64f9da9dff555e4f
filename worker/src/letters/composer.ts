import * as z from 'zod';
import { cutText } from '#domain/text.ts';
import type { LetterRow } from '#worker/delivery/mail/repository.ts';
import { kindOfKey } from '#worker/platform/chain/address.ts';
import type { Ctx, WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { Attachment } from '#worker/platform/edges/mail.ts';
import { type Choice, type Content, type Part, text } from './layout.ts';

/** The content of a letter in parts. All letters share one layout. */
interface Composed {
  /** Replaces the subject stored with the letter. */
  subject?: string;
  content: Content;
  footer: string;
  /** Link where the reader can turn off letters of this kind. */
  choice?: Choice;
  attachments?: readonly Attachment[];
  /** Additional header fields. */
  headers?: Readonly<Record<string, string>>;
  /** Statements for the batch that records it as sent. */
  also?: readonly Statement[];
}

/** Fills in a letter of one kind from current data. Throws `Unsendable` if it must not go out. */
export type Composer = (ctx: Ctx, letter: LetterRow) => Promise<Composed>;

const figures = z.record(z.string(), z.union([z.string(), z.number()]));
export type Figures = z.output<typeof figures>;
export const payloadOf = ({ body }: LetterRow): Figures => figures.parse(JSON.parse(body));

/** A context for the letter's wallet, so that the letter contains only what that wallet may see. */
export function addresseeCtx(ctx: Ctx, { wallet }: LetterRow): WalletCtx {
  return { ...ctx, actor: { kind: kindOfKey(wallet), wallet, jti: '', active: true } };
}

/** Lines of a message as paragraphs: at most `most`, each cut to `length` characters. */
export function paragraphs(message: string, most = 8, length = 600): Part[] {
  const lines = message.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  const shown = lines.slice(0, most).map((line) => text(cutText(line, length)));
  return lines.length > most ? [...shown, text('…')] : shown;
}

/** A thread's title for a letter's subject line. */
export const inOneLine = (title: string): string => cutText(title.replace(/\s+/g, ' '), 150);
