import { dayOf, formatDay } from '#domain/days.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { toBase64 } from '#worker/platform/crypto/base64.ts';
import { deleteVisits, firstVisitDay } from './repository.ts';

/** Bucket folder of the days' keys. The bucket has no history, unlike the database: what is deleted there is gone. */
const FOLDER = 'analytics-keys/';
const KEY_BYTES = 32;
const encoder = new TextEncoder();

/** The UTC day of now. */
export const todayOf = ({ clock }: Pick<Ctx, 'clock'>) => formatDay(dayOf(clock()));

/** The day's random key, made by its first visitor. Whoever comes at the same moment gets the same one. */
async function keyOf({ files }: Ctx, day: string): Promise<ArrayBuffer> {
  const name = FOLDER + day;
  const found = await files.get(name);
  if (found) return found.arrayBuffer();
  const fresh = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  if (await files.put(name, fresh, { onlyIf: { etagDoesNotMatch: '*' } })) return fresh.buffer;
  const first = await files.get(name);
  if (!first) throw new Error('The key of the day is gone.');
  return first.arrayBuffer();
}

/**
 * Who this is today, as a hash that nobody can repeat or link to another day once the key is gone.
 * @param address the client's network address
 */
export async function visitorOf(ctx: Ctx, day: string, address: string, userAgent: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', await keyOf(ctx, day), algorithm, false, ['sign']);
  const text = JSON.stringify([address, userAgent]);
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

/** Deletes the keys of past days and every hash made with them. */
export async function discardVisitors(ctx: Ctx): Promise<void> {
  const today = todayOf(ctx);
  const { objects } = await ctx.files.list({ prefix: FOLDER });
  const past = objects.map(({ key }) => key).filter((key) => key < FOLDER + today);
  if (past.length > 0) await ctx.files.delete(past);
  const first = await firstVisitDay(ctx.db);
  if (first !== null && first < today) await deleteVisits(ctx.db, first, today);
}
