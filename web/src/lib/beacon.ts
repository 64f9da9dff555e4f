import type { AnyRouter } from '@tanstack/react-router';
import type { VisitStep } from '#domain/analytics/visit.ts';
import { API_SERVERS } from './env.ts';

// Every page loads this file, so it is as small as it can be. The server checks what it sends.

/** How long events wait for others, in milliseconds. */
const WAIT_MS = 4_000;
/** As many as one report may hold, and the longest time since one, in seconds (domain/analytics/schema.ts). */
const MOST = 50;
const LONGEST_WAIT = 300;

interface Event {
  kind: 'view' | 'step' | 'leave';
  path: string;
  step?: VisitStep | undefined;
  /** Milliseconds. */
  at: number;
}

/** The page's pattern; null before the first one, empty at the desk. */
let path: string | null = null;
let waiting: Event[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** Steps reached before the first page, and those reported. */
let early: VisitStep[] = [];
const reached = new Set<VisitStep>();

/** Nothing is counted of robots, of whoever asks not to be counted, and at the desk. */
function add(kind: Event['kind'], step?: VisitStep): void {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  if (!path || webdriver || doNotTrack === '1' || globalPrivacyControl || waiting.length >= MOST) return;
  waiting.push({ kind, path, step, at: performance.now() });
  timer ??= setTimeout(send, WAIT_MS);
}

/** Sends what waits, even while the page closes. A report that is lost is not repeated. */
function send(): void {
  clearTimeout(timer);
  timer = undefined;
  const events = waiting.map(({ at, ...event }) => ({
    ...event,
    ago: Math.min(Math.round((performance.now() - at) / 1000), LONGEST_WAIT),
  }));
  waiting = [];
  // Only a page loaded without TLS has no random ids.
  const id = crypto.randomUUID?.();
  if (!events[0] || !id) return;
  const referrer = document.referrer.split('/')[2];
  fetch(`${API_SERVERS[0]}/analytics/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      viewport: innerWidth < 768 ? 'narrow' : innerWidth < 1200 ? 'medium' : 'wide',
      referrer: referrer && referrer !== location.host ? referrer : null,
      events,
    }),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => undefined);
}

/** A step of a purchase, once for each page load. */
export function reach(step: VisitStep): void {
  if (path === null) early.push(step);
  else if (!reached.has(step)) {
    reached.add(step);
    add('step', step);
  }
}

/** A ref: seeing its element on screen reaches `step`. */
export const onSight = (step: VisitStep) => (element: Element | null) => {
  if (element === null) return;
  const watch = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) reach(step);
  });
  watch.observe(element);
  return () => watch.disconnect();
};

/** Counts each page that `router` opens, by its pattern alone: never an id, a hash or a query. Answers how to stop. */
export function countPages(router: AnyRouter): () => void {
  const stop = router.subscribe('onResolved', ({ pathChanged }) => {
    const page = router.state.matches.at(-1);
    if (!pathChanged || !page) return;
    // An address that no page has matches the root alone.
    path = page.routeId === '__root__' ? '/404' : page.fullPath.replace(/(.)\/$/, '$1').replaceAll('$', ':');
    if (path?.startsWith('/admin')) path = '';
    add('view');
    early.splice(0).forEach(reach);
  });
  let left = false;
  // A page that gives way to another may say so by either event, or by both.
  const hide = ({ type }: globalThis.Event) => {
    const leaves = type === 'pagehide' || document.visibilityState !== 'visible';
    if (leaves && !left) {
      add('leave');
      send();
    }
    left = leaves;
  };
  document.addEventListener('visibilitychange', hide);
  addEventListener('pagehide', hide);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', hide);
    removeEventListener('pagehide', hide);
    clearTimeout(timer);
    timer = undefined;
    waiting = [];
    early = [];
    path = null;
    reached.clear();
  };
}
