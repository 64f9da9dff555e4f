/** The one place to read what administrators have set; see domain/admin/settings-schema.ts. */
import type { SettingKey } from '#domain/admin/settings-schema.ts';
import type { Database } from './db/client.ts';
import { readSettings, type Settled } from './db/system-settings.ts';
import type { Sender } from './edges/mail.ts';
import type { Settings } from './settings.ts';

interface Reader {
  db: Database;
}

/** Settings in force, never remembered, so that a change holds from the next request on. */
export const settingsInForce = <Key extends SettingKey>(
  { db }: Reader,
  ...keys: Key[]
): Promise<Settled<Key>> => readSettings(db, keys);

/** The sender of every letter. An address that nobody set is the deployment's. */
export async function senderInForce(ctx: Reader & { settings: Settings }): Promise<Sender> {
  const set = await settingsInForce(ctx, 'sender_name', 'sender_from', 'sender_reply_to');
  const { from, replyTo } = ctx.settings.mailSender;
  return { name: set.sender_name, from: set.sender_from || from, replyTo: set.sender_reply_to || replyTo };
}
