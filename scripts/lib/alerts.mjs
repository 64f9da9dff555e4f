// Which alerts of deploy/alerts.json a deployment's health sets off.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Each alert's urgency, threshold in minutes (none: at once), meaning and runbook. */
export const ALERTS = JSON.parse(readFileSync(join(ROOT, 'deploy/alerts.json'), 'utf8'));

/** What each alert is about now: `[what, since when]`, null for what has never worked. An empty list is good. */
const RULES = {
  'site-down': (health) => (health === null ? [['the API', null]] : []),
  'database-down': ({ database }) => (database === 'ok' ? [] : [['the database', null]]),
  'chain-unreachable': ({ chains }) => ofChains(chains, ({ head }) => head === null && [null]),
  'chain-behind': ({ chains }) =>
    ofChains(chains, ({ lag, read_until }) => lag !== null && lag > 0 && [read_until]),
  'scan-stalled': ({ chains }) => ofChains(chains, ({ scanned_at }) => [scanned_at]),
  'sweep-stalled': ({ chains }) => ofChains(chains, ({ swept_at }) => [swept_at]),
  'relay-balance-low': ({ chains }) => ofChains(chains, ({ relay }) => relay === 'balance_low' && [null]),
  'relay-stuck': ({ chains }) =>
    ofChains(chains, ({ relay_waiting_since: since }) => since !== null && [since]),
  'schedule-stopped': ({ jobs }) => [['the scheduled run', jobs.finished_at]],
  'job-failing': ({ jobs }) => jobs.failing.map(({ job, since }) => [`the job "${job}"`, since]),
  'daily-jobs-late': ({ jobs }) => [['the daily jobs', dayAfter(jobs.daily_done)]],
  'queue-stuck': ({ queues }) => ofQueues(queues, ({ waiting_since }) => waiting_since),
  'letters-failing': ({ queues }) =>
    ofQueues(queues, ({ channel, retrying_since }) => channel === 'email' && retrying_since),
  'audit-log-unsealed': ({ audit_log: { unsealed_since: since } }) =>
    since ? [['the audit log', since]] : [],
};

const ofChains = (chains, since) =>
  chains.flatMap((chain) => {
    const found = since(chain);
    return found ? [[`chain ${chain.chain_id}`, found[0]]] : [];
  });

const ofQueues = (queues, since) =>
  queues.flatMap((queue) => {
    const found = since(queue);
    return found ? [[`the channel ${queue.channel}`, found]] : [];
  });

/** When the day began whose daily jobs come next. */
const dayAfter = (day) => (day === null ? null : new Date(Date.parse(day) + DAY_MS).toISOString());

/**
 * The alerts that are on, in the order of the file.
 * @param health the `data` of `GET /api/health`; null if it didn't answer
 * @returns {{ name: string, about: string, since: string | null }[]}
 */
export function alertsOf(health, now = Date.now()) {
  const names = health === null ? ['site-down'] : Object.keys(ALERTS);
  return names.flatMap((name) => {
    const { minutes = 0 } = ALERTS[name];
    return RULES[name](health)
      .filter(([, since]) => since === null || now - Date.parse(since) > minutes * MINUTE_MS)
      .map(([about, since]) => ({ name, about, since }));
  });
}

/** One line for each alert that is on. */
export function alertLine({ name, about, since }) {
  const { urgency, means, runbook } = ALERTS[name];
  return `[${urgency}] ${name}: ${about}${since === null ? '' : ` since ${since}`}. ${means} See ${runbook}`;
}
