import * as z from 'zod';
import type { LetterRow } from '../delivery/mail/repository.ts';
import type { Ctx, WalletCtx } from '../platform/context.ts';
import type { Attachment } from '../platform/edges/mail.ts';
import { type Choice, type Content, type Part, text } from './layout.ts';

/** What a letter says, in parts; its layout is the same for all. */
export interface Composed {
  /** In place of the one it was written with. */
  subject?: string;
  content: Content;
  footer: string;
  /** Where its reader can stop letters of this kind. */
  choice?: Choice;
  attachments?: readonly Attachment[];
  /** Header fields of the letter beside the usual ones. */
  headers?: Readonly<Record<string, string>>;
}

/** Fills a letter of one kind in with what is true now. Throws `Unsendable` for one that must not go out. */
export type Composer = (ctx: Ctx, letter: LetterRow) => Promise<Composed>;

const figures = z.record(z.string(), z.union([z.string(), z.number()]));
export type Figures = z.output<typeof figures>;
export const figuresOf = ({ body }: LetterRow): Figures => figures.parse(JSON.parse(body));

const EVM_KEY_LENGTH = 42;

/** The context of the wallet that the letter was written for: it is told what that wallet may see, and no more. */
export function addresseeCtx(ctx: Ctx, { wallet }: LetterRow): WalletCtx {
  const kind = wallet.length === EVM_KEY_LENGTH ? 'evm' : 'substrate';
  return { ...ctx, actor: { kind, wallet, jti: '', active: true } };
}

/** Lines of a message as paragraphs: at most so many, and so many characters of each. */
export function paragraphs(message: string, most = 8, length = 600): Part[] {
  const lines = message.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  const shown = lines.slice(0, most).map((line) => text(shortened(line, length)));
  return lines.length > most ? [...shown, text('…')] : shown;
}

export function shortened(line: string, length: number): string {
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}
