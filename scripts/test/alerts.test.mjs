import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { healthAnswer } from '../../domain/health/schema.ts';
import { ALERTS, alertLine, alertsOf } from '../lib/alerts.mjs';
import { ROOT } from '../lib/bootstrap.mjs';

const NOW = Date.parse('2026-11-26T13:00:00.000Z');
const ago = (minutes) => new Date(NOW - minutes * 60_000).toISOString();

const chain = {
  chain_id: 1,
  head: 100,
  lag: 0,
  scanned_at: ago(1),
  read_until: ago(60),
  swept_to: 90,
  swept_at: ago(30),
  relay: 'ok',
  relay_waiting_since: null,
};
const queue = { channel: 'email', waiting_since: null, retrying_since: null, failed_at: null };
const healthy = {
  status: 'ok',
  version: '0.1.0',
  database: 'ok',
  chains: [chain],
  jobs: { finished_at: ago(1), daily_done: '2026-11-26', failing: [] },
  queues: [queue, { ...queue, channel: 'webhook' }],
  audit_log: { unsealed_since: null },
  as_of: ago(0),
};
const withChain = (change) => ({
  ...healthy,
  chains: [
    { ...chain, ...change },
    { ...chain, chain_id: 2 },
  ],
});
const withJobs = (change) => ({ ...healthy, jobs: { ...healthy.jobs, ...change } });
const withQueue = (channel, change) => ({
  ...healthy,
  queues: healthy.queues.map((each) => (each.channel === channel ? { ...each, ...change } : each)),
});

/** For each alert: a health in which it alone is on, what it is about, and the same a little below its threshold. */
const CASES = {
  'site-down': [null, 'the API', healthy],
  'database-down': [{ ...healthy, status: 'degraded', database: 'down' }, 'the database', healthy],
  'chain-unreachable': [withChain({ head: null, lag: null }), 'chain 1', healthy],
  'chain-behind': [
    withChain({ lag: 3, read_until: ago(16) }),
    'chain 1',
    withChain({ lag: 3, read_until: ago(14) }),
  ],
  'scan-stalled': [withChain({ scanned_at: ago(11) }), 'chain 1', withChain({ scanned_at: ago(9) })],
  'sweep-stalled': [withChain({ swept_at: ago(361) }), 'chain 1', withChain({ swept_at: ago(359) })],
  'relay-balance-low': [withChain({ relay: 'balance_low' }), 'chain 1', withChain({ relay: null })],
  'relay-stuck': [
    withChain({ relay_waiting_since: ago(21) }),
    'chain 1',
    withChain({ relay_waiting_since: ago(19) }),
  ],
  'schedule-stopped': [
    withJobs({ finished_at: ago(11) }),
    'the scheduled run',
    withJobs({ finished_at: ago(9) }),
  ],
  'job-failing': [
    withJobs({ failing: [{ job: 'scan 1', since: ago(16) }] }),
    'the job "scan 1"',
    withJobs({ failing: [{ job: 'scan 1', since: ago(14) }] }),
  ],
  // 13 hours of November 26 have passed, and its jobs have until noon.
  'daily-jobs-late': [
    withJobs({ daily_done: '2026-11-25' }),
    'the daily jobs',
    withJobs({ daily_done: '2026-11-26' }),
  ],
  'queue-stuck': [
    withQueue('webhook', { waiting_since: ago(31) }),
    'the channel webhook',
    withQueue('webhook', { waiting_since: ago(29) }),
  ],
  'letters-failing': [
    withQueue('email', { retrying_since: ago(181) }),
    'the channel email',
    withQueue('webhook', { retrying_since: ago(181) }),
  ],
  'audit-log-unsealed': [
    { ...healthy, audit_log: { unsealed_since: ago(31) } },
    'the audit log',
    { ...healthy, audit_log: { unsealed_since: ago(29) } },
  ],
};

describe('alerts', () => {
  test('a healthy deployment sets off no alert', () => {
    healthAnswer.parse(healthy);
    assert.deepEqual(alertsOf(healthy, NOW), []);
  });

  test('every alert of the file has a case', () => {
    assert.deepEqual(Object.keys(CASES).sort(), Object.keys(ALERTS).sort());
  });

  for (const [name, [on, about, off]] of Object.entries(CASES)) {
    test(`${name} is on once, alone, and only beyond its threshold`, () => {
      if (on !== null) healthAnswer.parse(on);
      const alerts = alertsOf(on, NOW);
      assert.deepEqual(
        alerts.map((alert) => [alert.name, alert.about]),
        [[name, about]],
      );
      assert.deepEqual(alertsOf(off, NOW), []);
    });
  }

  test('a chain that was never read and a schedule that never ran set off their alerts', () => {
    const never = { ...withChain({ scanned_at: null }), jobs: { ...healthy.jobs, finished_at: null } };
    assert.deepEqual(
      alertsOf(never, NOW).map(({ name }) => name),
      ['scan-stalled', 'schedule-stopped'],
    );
  });

  test('an alert is one line with its urgency, what it is about, its meaning and its runbook', () => {
    const [alert] = alertsOf(withQueue('email', { waiting_since: '2026-11-26T12:00:00.000Z' }), NOW);
    assert.equal(
      alertLine(alert),
      "[now] queue-stuck: the channel email since 2026-11-26T12:00:00.000Z. An entry of this channel waits for its first attempt: the queue or its consumer doesn't work. See docs/runbooks.md#replay-what-was-not-delivered",
    );
  });
});

describe('npm run alerts', () => {
  /** What the script prints and exits with, for a site that answers this health; null for one that doesn't answer. */
  async function alerts(health) {
    const server = createServer((request, response) => {
      const found = request.url === '/api/health';
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ? { success: true, data: health } : { success: false }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    if (health === null) server.close();
    const child = spawn(process.execPath, [join(ROOT, 'scripts/alerts.mjs'), `http://127.0.0.1:${port}`]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    server.close();
    return { code, lines: output.split('\n').filter(Boolean) };
  }

  test('it prints nothing and exits with 0 for a healthy site, and one line and 1 for one that does not answer', async () => {
    const recent = new Date().toISOString();
    const jobs = { finished_at: recent, daily_done: recent.slice(0, 10), failing: [] };
    const fresh = { ...healthy, jobs, chains: [{ ...chain, scanned_at: recent, swept_at: recent }] };
    assert.deepEqual(await alerts(fresh), { code: 0, lines: [] });
    const { code, lines } = await alerts(null);
    assert.equal(code, 1);
    assert.equal(lines.length, 1);
    assert.match(lines[0], /^\[now\] site-down: the API\. /);
  });
});
