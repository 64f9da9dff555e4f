import { describe, expect, it } from 'vitest';
import type { HealthAnswer } from '#domain/health/schema.ts';
import { statusLines } from './status-panel.tsx';

const health = (change: Partial<HealthAnswer> = {}): HealthAnswer => ({
  status: 'ok',
  version: '0.1.0',
  database: 'ok',
  chains: [],
  jobs: { finished_at: null, daily_done: null, failing: [] },
  queues: [],
  audit_log: { unsealed_since: null },
  as_of: '2026-11-21T10:05:00.000Z',
  ...change,
});
const unread = {
  scanned_at: null,
  read_until: null,
  swept_to: null,
  swept_at: null,
  relay: null,
  relay_waiting_since: null,
};
const chain = (head: number | null, lag: number | null) =>
  statusLines(health({ chains: [{ ...unread, chain_id: 11155111, head, lag }] })).at(-1);

describe('status in words', () => {
  it('a service that does not answer has a one-line status', () => {
    expect(statusLines(null)).toEqual([
      { key: 'service', name: 'Service', words: 'Not reachable', tone: 'bad' },
    ]);
  });

  it('the status names the service and the database', () => {
    expect(statusLines(health()).map(({ name, words }) => [name, words])).toEqual([
      ['Service', 'Operational'],
      ['Database', 'Operational'],
    ]);
    expect(statusLines(health({ status: 'degraded', database: 'down' })).map(({ tone }) => tone)).toEqual([
      'waiting',
      'bad',
    ]);
  });

  it('the status says how far behind each chain is read @support-9', () => {
    expect(chain(1_234_567, 0)).toMatchObject({
      name: 'Sepolia Testnet',
      words: 'Block 1,234,567, up to date',
      tone: 'good',
    });
    expect(chain(100, 1)?.words).toBe('Block 100, 1 block behind');
    expect(chain(100, 50)?.tone).toBe('good');
    expect(chain(5000, 1051)).toMatchObject({
      words: 'Block 5,000, catching up: 1,051 blocks behind',
      tone: 'waiting',
    });
    expect(chain(100, null)?.words).toBe('Block 100, not read yet');
    expect(chain(null, null)).toMatchObject({ words: 'Not reachable', tone: 'bad' });
  });

  it('a chain named by its genesis hash is shown as Polkadot', () => {
    const lines = statusLines(
      health({
        chains: [
          { ...unread, chain_id: `0x${'a'.repeat(64)}` as `0x${string}`, head: 5, lag: 0, swept_to: 4 },
        ],
      }),
    );
    expect(lines.at(-1)?.name).toBe('Polkadot network');
  });
});
