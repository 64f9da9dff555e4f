import { type Compose, Unsendable } from '#worker/delivery/mail/channel.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import { findSubject, isReader } from '#worker/delivery/outbox/write/repository.ts';
import { wantsEmail } from '#worker/identity/account/email.ts';
import { isConfirmed } from '#worker/identity/account/repository.ts';
import { acknowledgeComplaint } from '#worker/inbox/repository.ts';
import { kindOfKey } from '#worker/platform/chain/address.ts';
import { type Ctx, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Attachment } from '#worker/platform/edges/mail.ts';
import type { Filled, Told } from './kind.ts';
import { html, plainText } from './layout.ts';
import { letterOf, storedLetter, type Written } from './letter.ts';
import { GUARDIAN } from './tell.ts';
import { TOLD } from './told.ts';

/** What a letter is completed with when it is sent. */
interface Filling {
  data: object;
  choice?: Written['choice'];
  attachments?: readonly Attachment[];
  headers?: Readonly<Record<string, string>>;
}

/** Completes a letter of one kind. Throws `Unsendable` if it must not go out. */
export type Fill = (ctx: Ctx, letter: OutboxRow, data: unknown) => Promise<Filling>;
export type Fills = Readonly<Record<Filled, Fill>>;

/** A context for the letter's wallet, so that the letter contains only what that wallet may see. */
export function addresseeCtx(ctx: Ctx, { wallet }: OutboxRow): WalletCtx {
  return { ...ctx, actor: { kind: kindOfKey(wallet), wallet, jti: '', active: true } };
}

/**
 * Frames a letter as it was told, or completes it. Throws `Unsendable` if it must not go out. Reads nothing personal before
 * the address is known to be confirmed.
 */
export const composeWith =
  (fills: Fills): Compose =>
  async (ctx, row) => {
    const entry = (TOLD as Readonly<Record<string, Told<unknown>>>)[row.kind];
    const stored = storedLetter.parse(JSON.parse(row.body));
    if (!entry) throw new Unsendable('no_longer_due', true);
    await requireSendable(ctx, entry, row, stored.claim);
    const { subject } = row;
    const filled = entry.letter?.filled;
    const filling =
      filled && stored.data ? await fills[filled](ctx, row, stored.data) : { data: {} as object };
    const { data, attachments = [], headers } = filling;
    const own = stored.data as object | undefined;
    // Its content went with its customer's profile.
    if (!stored.letter && !own) throw new Unsendable('message_gone', true);
    const letter = stored.letter ?? letterOf(ctx, entry, { ...own, ...data }, row.wallet);
    const closing = { footer: letter.footer, choice: filling.choice ?? letter.choice };
    return {
      subject,
      text: plainText(letter, closing),
      html: html(subject, letter, closing),
      attachments,
      also:
        row.kind === 'complaint_received'
          ? [acknowledgeComplaint(ctx.db, row.event_id ?? '', nowIso(ctx))]
          : [],
      ...(headers && { headers }),
    };
  };

/** Whoever moved on, turned letters off or never confirmed an address gets nothing, however long ago it was told. */
async function requireSendable(
  ctx: Ctx,
  entry: Told<unknown>,
  row: OutboxRow,
  claim: number | null,
): Promise<void> {
  const { desk, letter } = entry;
  const { wallet, quote_id } = row;
  const isDesk = wallet === GUARDIAN || wallet.startsWith('admin:');
  if (desk && isDesk) {
    const isTold =
      wallet === GUARDIAN
        ? row.target === ctx.settings.guardianEmail
        : await isReader(ctx.db, desk.notice, row);
    if (!isTold) throw new Unsendable('unwanted', true);
    return;
  }
  if (!letter) throw new Unsendable('no_longer_due', true);
  const { sent } = letter;
  if (sent !== 'anybody' && !(await isConfirmed(ctx.db, row))) throw new Unsendable('not_confirmed', true);
  if (sent === 'by_choice' && !(await wantsEmail(ctx, wallet))) throw new Unsendable('unwanted', true);
  if (!entry.text && quote_id === null) return;
  const owner = sent === 'anybody' ? null : wallet;
  const about = await findSubject(ctx.db, { wallet: owner, key: row.event_id, quote_id, claim });
  if (claim !== null && !about?.isClaimants) throw new Unsendable('claim_gone', true);
  if (claim === null && quote_id !== null && !about?.isHolders) throw new Unsendable('policy_gone', true);
  if (letter.whileStanding && (about?.standingUntil ?? '') <= nowIso(ctx))
    throw new Unsendable('no_longer_due', true);
  if (entry.text && !about?.hasMessage) throw new Unsendable('message_gone', true);
}
