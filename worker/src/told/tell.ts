import { DAY_MS, HOUR_MS } from '#domain/days.ts';
import { KEPT } from '#domain/promises.ts';
import { cutText } from '#domain/text.ts';
import {
  dropEntries,
  insertCalls,
  insertConfirmation,
  insertDeskLetters,
  insertLetter,
  insertNotifications,
} from '#worker/delivery/outbox/write/repository.ts';
import { openThread, postMessage, preview } from '#worker/inbox/post.ts';
import type { NewThread } from '#worker/inbox/repository.ts';
import { retractMessage, textBefore } from '#worker/inbox/written/repository.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { Told } from './kind.ts';
import { deskLetterOf, letterOf } from './letter.ts';
import { type Late, settled } from './repository.ts';
import { type DataOf, type Kind, TOLD } from './told.ts';

/** Whom it is told to, and where. */
export interface Telling {
  /** Null for nobody but the desk. A letter to somebody without a wallet has a reference of its own. */
  wallet: string | null;
  /** Identifies what happened: what was told under a key isn't told again. */
  key: string;
  /** Where its message goes: a thread, or one that is opened if need be. */
  thread?: number | NewThread;
  /** The policy that it is about, by its quote: its address is the letter's, and its holder gets it. */
  quote_id?: string | null;
  /** The claim that it is about: nobody else's wallet gets the letter. */
  claim?: number;
  /** An address that was given for the letter. */
  email?: string;
  /** Administrator who did it: the author of the message, and nobody who needs a notice. */
  adminId?: number | null;
  /** Ids in the data that the same batch assigns. */
  late?: readonly Late[];
}

/** One confirmation letter covers every letter to its address for this long. */
export const QUIET_MS = 48 * HOUR_MS;
/** Daily limits on letters to unconfirmed addresses, which keep a mailbox from being flooded and a wallet from flooding others. */
const PER_MAILBOX = 5;
const PER_WALLET = 10;
/** What goes to whichever address somebody entered in a form for everybody. */
const ACKNOWLEDGMENTS = ['complaint_received', 'withdrawal_received'] as const satisfies readonly Kind[];

/**
 * Statements that tell what happened, for the batch that causes it: the message, the letter, the notification, the webhook
 * calls and the desk's letters that its entry names. Told twice, nothing is written twice.
 */
export function tell<K extends Kind>(ctx: Ctx, kind: K, telling: Telling, given: DataOf<K>): Statement[] {
  const entry = TOLD[kind] as unknown as Told<DataOf<K>>;
  const held = entry.undoable ? KEPT.undoSeconds * 1000 : 0;
  const due = isoIn(ctx, held);
  const what = { kind, entry, data: entry.data.parse(given), due };
  const { wallet } = telling;
  return [
    ...(wallet === null ? [] : tellCustomer(ctx, what, { ...telling, wallet })),
    ...(entry.desk ? tellDesk(ctx, what, entry.desk, telling) : []),
  ];
}

interface What<Data> {
  kind: Kind;
  entry: Told<Data>;
  data: Data;
  /** What is told of a decision leaves the outbox once it can't be undone anymore. */
  due: string;
}
type ToWallet = Telling & { wallet: string };

function tellCustomer<Data>(ctx: Ctx, what: What<Data>, to: ToWallet): Statement[] {
  const { entry, data, due } = what;
  const { letter, webhook, push } = entry;
  const text = entry.text?.(data) ?? null;
  const title = entry.subject?.(data) ?? '';
  return [
    ...(text === null ? [] : post(ctx, entry, text, to)),
    ...(letter && letter.when?.(data) !== false ? letterTo(ctx, what, letter, to) : []),
    ...(text === null || !push
      ? []
      : [notification(ctx, to, { title, text: preview(text), path: push(data) }, due)]),
    ...(webhook ? [webhookCalls(ctx, to, webhook.event, webhook.content(data), due)] : []),
  ];
}

function post<Data>(ctx: Ctx, entry: Told<Data>, text: string, { key, thread, adminId }: ToWallet) {
  const { message: kind = 'notice', quiet } = entry;
  const message = { sender: 'admin', kind, quiet, adminId: adminId ?? null, text, dedupeKey: key } as const;
  if (thread === undefined) return [];
  return typeof thread === 'number' ? postMessage(ctx, thread, message) : openThread(ctx, thread, message);
}

function letterTo<Data>(
  ctx: Ctx,
  { kind, entry, data, due }: What<Data>,
  { sent, filled, waits = true, subject = entry.subject }: NonNullable<Told<Data>['letter']>,
  to: ToWallet,
): Statement[] {
  const { wallet, key, quote_id = null, claim = null, email = null, late = [] } = to;
  const stored = filled ? { data } : { letter: letterOf(ctx, entry, data, wallet) };
  const limit = { kinds: ACKNOWLEDGMENTS, since: isoIn(ctx, -DAY_MS), most: PER_MAILBOX };
  const written = insertLetter(ctx.db, {
    kind,
    wallet,
    key,
    quote_id,
    email,
    waits,
    sent,
    due,
    now: nowIso(ctx),
    subject: settled(subject?.(data) ?? '', late),
    body: settled(JSON.stringify({ ...stored, claim }), late),
    limit: ACKNOWLEDGMENTS.some((each) => each === kind) ? limit : null,
  });
  return sent === 'anybody' || !waits ? [written] : [written, confirmation(ctx, { waiting: key })];
}

/**
 * Statement that asks the owner of an address to confirm it. Writes nothing if the address is confirmed, was asked within
 * `quietMs`, or hit a daily limit.
 */
export const askForConfirmation = (ctx: Ctx, wallet: string, email: string, quietMs = QUIET_MS): Statement =>
  confirmation(ctx, { wallet, email }, quietMs);

function confirmation(ctx: Ctx, to: Parameters<typeof insertConfirmation>[2], quietMs = QUIET_MS): Statement {
  const key = `confirm:${crypto.randomUUID()}`;
  const subject = TOLD.address_entered.subject?.({}) ?? '';
  const entry = { kind: 'address_entered' as const, key, subject, body: settled('{"data":{}}', []) };
  const now = nowIso(ctx);
  return insertConfirmation(ctx.db, { ...entry, due: now, now }, to, {
    perMailbox: PER_MAILBOX,
    perWallet: PER_WALLET,
    quietSince: isoIn(ctx, -quietMs),
    since: isoIn(ctx, -DAY_MS),
  });
}

/** Most characters of a title and a text. In any script they fit a push service's 4 KB after encryption. */
const LONGEST = { title: 150, body: 500 } as const;

const notificationKey = (key: string) => `ntf_${key}`;

/** Statement that notifies the wallet's browsers, if it wants that. */
export function notification(
  ctx: Ctx,
  { wallet, key, late = [] }: ToWallet,
  { title, text, path }: { title: string; text: string; path: string },
  due = nowIso(ctx),
): Statement {
  const tag = notificationKey(key);
  const [shown, words] = [cutText(title, LONGEST.title), cutText(text, LONGEST.body)];
  const body = settled(JSON.stringify({ title: shown, body: words, path, tag }), late);
  return insertNotifications(ctx.db, wallet, { kind: 'notification', key: tag, body, due, now: nowIso(ctx) });
}

const callKey = (event: string, key: string) => `evt_${event.replace('.', '_')}_${key}`;

/** Statement that calls the wallet's webhooks, if they are subscribed to the event. */
export function webhookCalls(
  ctx: Ctx,
  { wallet, key, late = [] }: ToWallet,
  event: string,
  data: object,
  due = nowIso(ctx),
): Statement {
  const [id, now] = [callKey(event, key), nowIso(ctx)];
  const body = settled(JSON.stringify({ id, type: event, timestamp: now, data }), late);
  return insertCalls(ctx.db, wallet, { kind: event, key: id, body, due, now });
}

/** Whom letters to the guardian's own address are for: it need not have an account of the desk. */
export const GUARDIAN = 'guardian';

function tellDesk<Data>(
  ctx: Ctx,
  { kind, data, due }: What<Data>,
  desk: NonNullable<Told<Data>['desk']>,
  { key, late = [], adminId }: Telling,
): Statement[] {
  if (desk.when?.(data) === false) return [];
  const { notice } = desk;
  const subject = desk.subject(data);
  const bodyOf = (isGuardian: boolean) =>
    settled(JSON.stringify({ letter: deskLetterOf(ctx, desk, data, isGuardian) }), late);
  const letter = { kind, key, due, now: nowIso(ctx) };
  const email = notice === 'contract' ? ctx.settings.guardianEmail : null;
  const toGuardian = { wallet: GUARDIAN, quote_id: null, sent: 'anybody', waits: true, limit: null } as const;
  return [
    insertDeskLetters(ctx.db, { ...letter, subject, body: bodyOf(false), notice, except: adminId ?? 0 }),
    ...(email === null
      ? []
      : [
          insertLetter(ctx.db, {
            ...letter,
            ...toGuardian,
            email,
            subject: settled(subject, late),
            body: bodyOf(true),
          }),
        ]),
  ];
}

/**
 * Statements for what was told and can be undone, led by a guard that none of it was sent. Its message leaves its thread as
 * if it had never been written.
 */
export async function untell(
  ctx: Ctx,
  kind: Kind,
  { wallet, key, thread }: { wallet: string; key: string; thread: number },
): Promise<[Statement, ...Statement[]]> {
  const { webhook } = TOLD[kind] as unknown as Told<unknown>;
  const keys = [key, notificationKey(key), ...(webhook ? [callKey(webhook.event, key)] : [])];
  return [
    ...dropEntries(ctx.db, wallet, keys),
    ...retractMessage(ctx.db, thread, key, preview(await textBefore(ctx.db, thread, key))),
  ];
}
