import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { LetterState } from '#domain/account/schema.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { findRow, matches, updateRows } from '#worker/platform/db/guard.ts';
import { isOpen, outbox } from '#worker/platform/db/outbox-schema.ts';

type Address = Pick<OutboxRow, 'wallet' | 'mailbox'>;
type Kind = Pick<OutboxRow, 'wallet' | 'kind'>;

const isTo = ({ wallet, mailbox }: Address) => matches(outbox, { wallet, mailbox, channel: 'email' });

/** Releases a wallet's waiting letters to an address. */
export const releaseLetters = (db: Database, address: Address, now: string) =>
  updateRows(db, outbox, [{ state: 'awaiting_confirmation' }, isTo(address)], {
    state: 'queued',
    next_attempt_at: now,
  });

/** The newest letter of one kind about a wallet's policy, to any address or to one. */
export const newestAbout = (
  db: Database,
  { quote_id, kind, wallet, mailbox }: Kind & { quote_id: string; mailbox?: string },
): Promise<OutboxRow | null> =>
  findRow(
    db,
    outbox,
    [{ quote_id, kind, wallet }, mailbox === undefined ? undefined : eq(outbox.mailbox, mailbox)],
    desc(outbox.created_at),
    desc(outbox.dedupe_key),
  );

/** Marks letters failed whose address was never confirmed. */
export async function giveUpUnconfirmed(db: Database, before: string, error: string): Promise<void> {
  const state: LetterState = 'failed';
  await db
    .update(outbox)
    .set({ state, last_error: error })
    .where(and(isOpen, eq(outbox.state, 'awaiting_confirmation'), lt(outbox.next_attempt_at, before)));
}

/** How many letters of one kind a wallet was written since then, to any address or to one. */
export function countWritten(
  db: Database,
  { wallet, kind, mailbox }: Kind & { mailbox?: string },
  since: string,
): Promise<number> {
  const to = mailbox === undefined ? eq(outbox.wallet, wallet) : isTo({ wallet, mailbox });
  return db.$count(outbox, and(to, eq(outbox.kind, kind), gte(outbox.created_at, since)));
}
