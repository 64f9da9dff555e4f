/** What the calls of the analytics screen cost, and what they refuse. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { countingDatabase, workerWith } from '../../../test/harness.ts';

describe('a call of the analytics screen', () => {
  const PATHS = [
    'overview',
    'traffic',
    'pages',
    'devices',
    'realtime',
    'geographic',
    'referrers',
    'growth?period=180d',
    'funnel',
  ];

  test('reads at most 500 rows, however much data there is', async () => {
    await env.DB.batch([
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 800)
        INSERT INTO site_days (day, views, visitors, sessions) SELECT date('now', '-' || i || ' days'), 10, 5, 6 FROM n WHERE true ON CONFLICT DO NOTHING`),
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 800)
        INSERT INTO figures SELECT 'day', 'premium', '', date('now', '-' || i || ' days'), 3, 0, 0 FROM n WHERE true ON CONFLICT DO NOTHING`),
      ...['', new Date().toISOString().slice(0, 10)].map((day) =>
        env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500),
          k(kind) AS (VALUES ('path'), ('device'), ('viewport'), ('country'), ('referrer'), ('left_1'), ('left_5'), ('live'))
          INSERT INTO site_counts SELECT ?, kind, CASE i WHEN 1500 THEN '' ELSE '/' || i END, i FROM n, k`).bind(
          day,
        ),
      ),
    ]);
    const hedy = await Admin.arrive();
    for (const path of PATHS) {
      const { DB, rowsRead } = countingDatabase();
      const { status } = await hedy.call(`/admin/analytics/${path}`, {}, workerWith({}, { DB }));
      expect([path, status]).toEqual([path, 200]);
      const read = await rowsRead();
      expect(read, path).toBeGreaterThan(0);
      expect(read, path).toBeLessThanOrEqual(500);
    }
  });

  test('refuses a period that does not exist, and takes 30 days without one', async () => {
    const hedy = await Admin.arrive('Audrey', 'auditor');
    const wrong = await hedy.call('/admin/analytics/growth?period=1y');
    expect([wrong.status, wrong.message]).toEqual([422, 'Please choose 7d, 30d, 90d, 180d.']);
    expect((await hedy.call<{ period: string }>('/admin/analytics/growth')).data.period).toBe('30d');
  });
});
