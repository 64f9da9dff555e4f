import * as z from 'zod';
import { SITE_PATHS, VIEWPORTS, VISIT_STEPS } from './visit.ts';

/** Most events of one report, and how long one may have waited in the browser, in seconds. */
export const MOST_EVENTS = 50;
export const LONGEST_WAIT = 300;

const path = z.enum(SITE_PATHS);
/** Whole seconds since it happened. */
const ago = z.number().int().min(0).max(LONGEST_WAIT);

const visitEvent = z.discriminatedUnion('kind', [
  /** A page was opened. */
  z.strictObject({ kind: z.literal('view'), path, ago }),
  /** A step of a purchase was reached. */
  z.strictObject({ kind: z.literal('step'), step: z.enum(VISIT_STEPS), path, ago }),
  /** The page was hidden or closed. */
  z.strictObject({ kind: z.literal('leave'), path, ago }),
]);

/** A host name such as `www.example.com`. A port is left out; an IP address or anything else is no host. */
const host = z
  .string()
  .max(255)
  .transform(
    (text) => /^(?=[^:]*[a-z])([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)(?::\d+)?$/.exec(text)?.[1] ?? null,
  )
  .transform((name) => (name && name.length <= 100 ? name : null));

/** One report of a browser. It has no field for a person, an address or anything typed. */
export const visitReport = z.strictObject({
  /** Random for each report: the same one again counts once. */
  id: z.uuid(),
  viewport: z.enum(VIEWPORTS),
  /** The host that linked here, if another one did. */
  referrer: host.nullable(),
  events: z.array(visitEvent).min(1).max(MOST_EVENTS),
});
export type VisitReport = z.output<typeof visitReport>;

export const visitReportAnswer = z.object({
  /** False for what we don't count: bots, Do Not Track, Global Privacy Control. */
  counted: z.boolean(),
});
