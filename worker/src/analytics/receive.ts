import { isbot } from 'isbot';
import * as analyticsApi from '#domain/analytics/api.ts';
import { asksNotToBeCounted, type Device } from '#domain/analytics/visit.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { hmacSha256, toBase64 } from '#worker/platform/crypto/bytes.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { deleteVisits, firstVisitDay } from './repository.ts';

/** By the user agent. A tablet that poses as a desktop is counted as one. */
export function deviceOf(userAgent: string): Device {
  if (/ipad|tablet|playbook|silk|kindle|android(?!.*mobile)/i.test(userAgent)) return 'Tablet';
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'Mobile' : 'Desktop';
}

/** Queues a browser's report unless it comes from a bot or from someone who asks not to be counted. */
export const reportVisit = serve(analyticsApi.reportVisit, async (ctx, report, request) => {
  const userAgent = request.header('user-agent') ?? '';
  const asks = { dnt: request.header('dnt'), gpc: request.header('sec-gpc') };
  if (asksNotToBeCounted(asks) || userAgent === '' || isbot(userAgent)) return { counted: false };
  const address = request.header('cf-connecting-ip') ?? '';
  // Cloudflare's guess.
  const country = (request.raw as { cf?: { country?: unknown } }).cf?.country;
  const day = todayOf(ctx);
  // A link from one of our own pages says nothing.
  const referrer = report.referrer === new URL(ctx.settings.publicOrigin).hostname ? null : report.referrer;
  try {
    await ctx.visits.enqueue({
      report: { ...report, referrer },
      day,
      at: Math.floor(ctx.clock() / 1000),
      visitor: await visitorOf(ctx, day, address, userAgent),
      device: deviceOf(userAgent),
      country: typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : 'XX',
    });
  } catch (error) {
    // A page must not show a failure because it could not be counted.
    ctx.log.error('visit_not_queued', error);
    return { counted: false };
  }
  return { counted: true };
});

/** Bucket folder of the days' keys. The bucket has no history, unlike the database: what is deleted there is gone. */
const FOLDER = 'analytics-keys/';
const KEY_BYTES = 32;

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
async function visitorOf(ctx: Ctx, day: string, address: string, userAgent: string): Promise<string> {
  const key = new Uint8Array(await keyOf(ctx, day));
  return toBase64(await hmacSha256(key, JSON.stringify([address, userAgent])));
}

/** Deletes the keys of past days and every hash made with them. */
export async function discardVisitors(ctx: Ctx): Promise<void> {
  const today = todayOf(ctx);
  const [first, { objects }] = await Promise.all([firstVisitDay(ctx.db), ctx.files.list({ prefix: FOLDER })]);
  const past = objects.map(({ key }) => key).filter((key) => key < FOLDER + today);
  if (past.length > 0) await ctx.files.delete(past);
  if (first !== null && first < today) await deleteVisits(ctx.db, first, today);
}
