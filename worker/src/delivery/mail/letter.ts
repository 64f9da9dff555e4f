import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import {
  type ConfirmationLimits,
  insertConfirmation,
  insertLetter,
  insertReady,
  type LetterKind,
  type LetterRow,
  type NewLetter,
} from './repository.ts';

const HOUR_MS = 3_600_000;
/** For how long a confirmation letter speaks for all letters to its address. */
export const QUIET_MS = 48 * HOUR_MS;
/** Confirmation letters in a day: an address is not flooded, whoever names it, and a wallet does not flood others. */
const CONFIRMATIONS = { dayMs: 24 * HOUR_MS, perMailbox: 5, perWallet: 10 } as const;

export interface Letter {
  kind: Exclude<LetterKind, 'confirm_address'>;
  wallet: string;
  email: string;
  subject: string;
  /** Policy that it is about, by its quote; null for one that is about none. */
  quoteId: string | null;
  /** Figures that the policy itself does not have; nothing personal. */
  payload?: Readonly<Record<string, string | number>>;
  /** A second letter with the same key is not written. */
  dedupeKey: string;
}

/** How an address is compared: RFC 5321 §2.4 leaves the part before the @ to its host, so only the domain is folded. */
export function mailbox(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}${email.slice(at).toLowerCase()}`;
}

/** Key of the letter that tells of a happening, and back. */
export const letterKey = (kind: LetterKind, happening: string) => `${kind}:${happening}`;
export const happeningOf = ({ kind, dedupeKey }: Pick<LetterRow, 'kind' | 'dedupeKey'>) =>
  dedupeKey.slice(letterKey(kind, '').length);

const newId = () => `letter_${crypto.randomUUID()}`;

/**
 * Statements that put a letter into the outbox, for the batch of the use-case that causes it. To an address that nobody
 * has confirmed for this wallet it waits, and a letter that asks for the confirmation goes out instead.
 */
export function letter(ctx: Ctx, wanted: Letter): [Statement, Statement] {
  return [insertLetter(ctx.db, rowOf(ctx, wanted)), askForConfirmation(ctx, wanted.wallet, wanted.email)];
}

/** Statement for the answer to a contact form: nobody confirms an address from which they wrote to us themselves. */
export function contactReply(
  ctx: Ctx,
  to: { threadId: number; email: string; happening: string },
): Statement {
  const { threadId, email, happening } = to;
  const kind = 'contact_reply';
  const row = rowOf(ctx, {
    ...{ kind, email, quoteId: null, payload: { threadId }, dedupeKey: letterKey(kind, happening) },
    wallet: `contact:${threadId}`,
    subject: 'Mooring has answered your message',
  });
  return insertReady(ctx.db, row);
}

function rowOf(ctx: Ctx, { email, payload = {}, ...rest }: Letter): NewLetter {
  return {
    ...rest,
    id: newId(),
    target: email,
    mailbox: mailbox(email),
    body: JSON.stringify(payload),
    createdAt: nowIso(ctx),
  };
}

/**
 * Statement that asks the reader of an address to confirm it, unless it is confirmed, was asked `quietMs` ago or later,
 * or a day's limit is reached.
 */
export function askForConfirmation(ctx: Ctx, wallet: string, email: string, quietMs = QUIET_MS): Statement {
  const id = newId();
  const ago = (ms: number) => new Date(ctx.clock() - ms).toISOString();
  const limits: ConfirmationLimits = {
    ...CONFIRMATIONS,
    quietSince: ago(quietMs),
    since: ago(CONFIRMATIONS.dayMs),
  };
  return insertConfirmation(
    ctx.db,
    {
      id,
      wallet,
      kind: 'confirm_address',
      target: email,
      mailbox: mailbox(email),
      subject: 'Please confirm your email address',
      quoteId: null,
      body: '{}',
      createdAt: nowIso(ctx),
      dedupeKey: id,
    },
    limits,
  );
}
