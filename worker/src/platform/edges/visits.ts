import type { VisitReport } from '#domain/analytics/schema.ts';
import type { Device } from '#domain/analytics/visit.ts';

export const ANALYTICS_QUEUE = 'mooring-analytics';

/** A browser's report on its way to the sums: no address and no user agent, only what was derived from them. */
export interface QueuedVisit {
  report: VisitReport;
  /** UTC day and Unix second of its arrival. */
  day: string;
  at: number;
  /** HMAC of network address and user agent under the day's key. */
  visitor: string;
  device: Device;
  /** Two letters; `XX` if the network doesn't know. */
  country: string;
}

/** Analytics edge: the queue of reports. It may throw. */
export interface Visits {
  enqueue(visit: QueuedVisit): Promise<void>;
}

export function cloudflareVisits(env: Pick<Env, 'ANALYTICS_QUEUE'>): Visits {
  return {
    async enqueue(visit) {
      await env.ANALYTICS_QUEUE.send(visit);
    },
  };
}
