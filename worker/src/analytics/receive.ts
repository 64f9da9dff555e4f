import { isbot } from 'isbot';
import * as analyticsApi from '#domain/analytics/api.ts';
import { asksNotToBeCounted, type Device } from '#domain/analytics/visit.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { todayOf, visitorOf } from './visitor.ts';

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
