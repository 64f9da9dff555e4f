import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import {
  type ConfirmationLimits,
  insertAcknowledgment,
  insertConfirmation,
  insertLetter,
  insertReady,
  type LetterKind,
  type LetterRow,
  type NewLetter,
} from './repository.ts';

const HOUR_MS = 3_600_000;
/** One confirmation letter covers every letter to its address for this long. */
export const QUIET_MS = 48 * HOUR_MS;
/** Daily limits on letters to unconfirmed addresses, which keep a mailbox from being flooded and a wallet from flooding others. */
const DAY_MS = 24 * HOUR_MS;
const PER_MAILBOX = 5;
const PER_WALLET = 10;

export interface Letter {
  kind: Exclude<LetterKind, 'confirm_address'>;
  wallet: string;
  email: string;
  subject: string;
  /** Quote id of the policy the letter is about, or null. */
  quote_id: string | null;
  /** Figures that the policy doesn't hold. Never personal data. */
  payload?: Readonly<Record<string, string | number>>;
  /** A second letter with the same key isn't written. */
  dedupe_key: string;
}

/**
 * Normalizes an address for comparison. Only the domain is lowercased: RFC 5321 §2.4 leaves the local part
 * to its host.
 */
export function mailbox(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}${email.slice(at).toLowerCase()}`;
}

/** Key of the letter about an event. */
export const letterKey = (kind: LetterKind, eventKey: string) => `${kind}:${eventKey}`;
export const eventKeyOf = ({ kind, dedupe_key }: Pick<LetterRow, 'kind' | 'dedupe_key'>) =>
  dedupe_key.slice(letterKey(kind, '').length);

const newId = () => `letter_${crypto.randomUUID()}`;

/**
 * Statements that add a letter to the outbox, for the batch that causes it. If the address isn't confirmed
 * for this wallet, the letter waits and a confirmation letter goes out instead.
 */
export function letter(ctx: Ctx, wanted: Letter): [Statement, Statement] {
  return [insertLetter(ctx.db, rowOf(ctx, wanted)), askForConfirmation(ctx, wanted.wallet, wanted.email)];
}

/**
 * Statement for a reply to the contact form. It needs no confirmation: the sender wrote from that address.
 */
export function contactReply(ctx: Ctx, to: { threadId: number; email: string; eventKey: string }): Statement {
  const { threadId, email, eventKey } = to;
  const kind = 'contact_reply';
  const row = rowOf(ctx, {
    kind,
    email,
    quote_id: null,
    payload: { threadId },
    dedupe_key: letterKey(kind, eventKey),
    wallet: `contact:${threadId}`,
    subject: 'Mooring replied to your message',
  });
  return insertReady(ctx.db, row);
}

/**
 * Statement that acknowledges a complaint at once. It says nothing that the person wrote, because anyone can enter an
 * address.
 */
export function complaintReceived(
  ctx: Ctx,
  { email, threadKey }: { email: string; threadKey: string },
): Statement {
  return acknowledgment(ctx, 'complaint_received', 'We received your complaint', { email, threadKey });
}

/**
 * Statement that acknowledges a withdrawal at once, to whoever entered the address. Its link is made when it is sent, and only
 * its hash is stored.
 */
export function withdrawalReceived(
  ctx: Ctx,
  { email, threadKey }: { email: string; threadKey: string },
): Statement {
  return acknowledgment(ctx, 'withdrawal_received', 'We received your withdrawal', { email, threadKey });
}

/**
 * Statement for a letter to whichever address somebody entered in a form for everybody. Beyond the daily limit none is
 * written: what the form says is stored all the same.
 */
function acknowledgment(
  ctx: Ctx,
  kind: 'complaint_received' | 'withdrawal_received',
  subject: string,
  { email, threadKey }: { email: string; threadKey: string },
): Statement {
  const row = rowOf(ctx, {
    kind,
    email,
    subject,
    quote_id: null,
    wallet: `contact:${threadKey}`,
    dedupe_key: letterKey(kind, threadKey),
  });
  return insertAcknowledgment(ctx.db, row, ago(ctx, DAY_MS), PER_MAILBOX);
}

const ago = (ctx: Ctx, ms: number) => new Date(ctx.clock() - ms).toISOString();

/** Statement for the invitation of an administrator; its link is made when it is sent, and only its hash is stored. */
export function invitationLetter(
  ctx: Ctx,
  { adminId, email, expiresAt }: { adminId: number; email: string; expiresAt: string },
): Statement {
  const kind = 'admin_invitation';
  const row = rowOf(ctx, {
    kind,
    email,
    quote_id: null,
    payload: { adminId, expiresAt },
    wallet: `admin:${adminId}`,
    dedupe_key: letterKey(kind, crypto.randomUUID()),
    subject: 'You are invited to the Mooring back office',
  });
  return insertReady(ctx.db, row);
}

/** Statement for a letter that shows an administrator how our letters arrive. */
export function testLetter(ctx: Ctx, { id, email }: { id: number; email: string }): Statement {
  const kind = 'sender_test';
  const row = rowOf(ctx, {
    kind,
    email,
    quote_id: null,
    wallet: `admin:${id}`,
    dedupe_key: letterKey(kind, crypto.randomUUID()),
    subject: 'A test letter from Mooring',
  });
  return insertReady(ctx.db, row);
}

/** Statement for the report of a month to an administrator, once. `lines` are the report's labels and figures. */
export function reportLetter(
  ctx: Ctx,
  report: {
    adminId: number;
    email: string;
    month: string;
    subject: string;
    lines: readonly (readonly [label: string, value: string])[];
  },
): Statement {
  const { adminId, email, month, subject, lines } = report;
  const kind = 'monthly_report';
  const row = rowOf(ctx, {
    kind,
    email,
    subject,
    quote_id: null,
    payload: Object.fromEntries(lines),
    wallet: `admin:${adminId}`,
    dedupe_key: letterKey(kind, `${month}:${adminId}`),
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
    created_at: nowIso(ctx),
  };
}

/**
 * Statement that asks the owner of an address to confirm it. Writes nothing if the address is confirmed,
 * was asked within `quietMs`, or hit a daily limit.
 */
export function askForConfirmation(ctx: Ctx, wallet: string, email: string, quietMs = QUIET_MS): Statement {
  const id = newId();
  const limits: ConfirmationLimits = {
    perMailbox: PER_MAILBOX,
    perWallet: PER_WALLET,
    quietSince: ago(ctx, quietMs),
    since: ago(ctx, DAY_MS),
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
      quote_id: null,
      body: '{}',
      created_at: nowIso(ctx),
      dedupe_key: id,
    },
    limits,
  );
}
