/** Visits as browsers report them, at any time, and the figures that follow. */
import { env } from 'cloudflare:workers';
import type { VisitReport } from '#domain/analytics/schema.ts';
import type { SitePath, VisitStep } from '#domain/analytics/visit.ts';
import {
  readDevices,
  readFunnel,
  readGeographic,
  readGrowth,
  readOverview,
  readPages,
  readRealtime,
  readReferrers,
  readTraffic,
} from '#worker/admin/analytics/read.ts';
import { countVisits, rollOffCounts } from '#worker/analytics/count.ts';
import { discardVisitors } from '#worker/analytics/receive.ts';
import { realEdges } from '#worker/edges.ts';
import { type AdminCtx, makeContext } from '#worker/platform/context.ts';
import type { QueuedVisit } from '#worker/platform/edges/visits.ts';
import { type Answer, ORIGIN, rows, workerWith } from './harness.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
export const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1';

type Event = VisitReport['events'][number];
export const view = (path: SitePath, ago = 0): Event => ({ kind: 'view', path, ago });
export const step = (name: VisitStep, path: SitePath, ago = 0): Event => ({
  kind: 'step',
  step: name,
  path,
  ago,
});
export const leave = (path: SitePath, ago = 0): Event => ({ kind: 'leave', path, ago });

export const report = (events: Event[], changes: Partial<VisitReport> = {}): VisitReport => ({
  id: crypto.randomUUID(),
  viewport: 'wide',
  referrer: null,
  events,
  ...changes,
});

interface Browser {
  address?: string;
  userAgent?: string;
  country?: string;
  headers?: Record<string, string>;
}

/** The site at one moment, with a queue that waits until it is told to deliver. */
export class Site {
  readonly queued: QueuedVisit[] = [];
  queueFails = false;
  now: number;

  constructor(at: string | number = Date.now()) {
    this.now = typeof at === 'string' ? Date.parse(at) : at;
  }

  readonly #edges = {
    clock: () => this.now,
    visits: () => ({
      enqueue: async (visit: QueuedVisit) => {
        if (this.queueFails) throw new Error('The queue is down');
        this.queued.push(JSON.parse(JSON.stringify(visit)));
      },
    }),
  };
  readonly reach = workerWith(this.#edges);

  get ctx(): AdminCtx {
    const ctx = makeContext(env, { ...realEdges, ...this.#edges }, crypto.randomUUID(), new URL(ORIGIN));
    return { ...ctx, admin: { id: 1, email: '', name: '', role: 'administrator', jti: '' } };
  }

  pass(seconds: number): this {
    this.now += seconds * 1000;
    return this;
  }

  /** Sends a report, as the browser does. */
  async send(body: unknown, browser: Browser = {}): Promise<Answer<{ counted: boolean }>> {
    const { address = '203.0.113.7', userAgent = FIREFOX, country, headers = {} } = browser;
    const request = new Request(`${ORIGIN}/api/analytics/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'cf-connecting-ip': address,
        'user-agent': userAgent,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      cf: { country },
    } as RequestInit);
    const response = await this.reach(request);
    const answer = (await response.json()) as Answer<{ counted: boolean }>;
    return { ...answer, status: response.status, headers: response.headers };
  }

  /** Delivers the queue's messages; returns how many it must deliver again. */
  async deliver(visits: readonly unknown[] = this.queued.splice(0)): Promise<number> {
    let again = 0;
    const retry = () => {
      again += 1;
    };
    await countVisits(
      this.ctx,
      visits.map((body) => ({ body, ack: () => undefined, retry })),
    );
    return again;
  }

  /** A report of one browser, counted. */
  async visit(events: Event[], browser: Browser & Partial<VisitReport> = {}): Promise<void> {
    const { viewport = 'wide', referrer = null, ...rest } = browser;
    await this.send(report(events, { viewport, referrer }), rest);
    await this.deliver();
  }

  /** What the scheduled run does for analytics. */
  async schedule(): Promise<void> {
    await discardVisitors(this.ctx);
    await rollOffCounts(this.ctx);
  }

  /** Every figure of the analytics screen. */
  async figures() {
    const { ctx } = this;
    return {
      overview: await readOverview(ctx),
      traffic: await readTraffic(ctx),
      pages: await readPages(ctx),
      devices: await readDevices(ctx),
      realtime: await readRealtime(ctx),
      geographic: await readGeographic(ctx),
      referrers: await readReferrers(ctx),
      growth: await readGrowth(ctx, { period: '30d' }),
      funnel: await readFunnel(ctx),
    };
  }
}

/** Removes every visit and sum. */
export async function forgetVisits(): Promise<void> {
  const tables = ['visits', 'visit_reports', 'site_counts', 'site_days', 'figures'];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  for (const { key } of (await env.FILES.list({ prefix: 'analytics-keys/' })).objects)
    await env.FILES.delete(key);
}

/** Everything the database holds, as text. */
export async function wholeDatabase(): Promise<string> {
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB '*_search*'",
  );
  const found: string[] = [];
  for (const { name } of tables) found.push(JSON.stringify(await rows(`SELECT * FROM "${name}"`)));
  return found.join('\n');
}
