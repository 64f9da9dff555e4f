import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { FakeSubstrate } from '#web/test/fake-substrate.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk } from '#web/test/sample-desk.ts';

const node = await FakeSubstrate.start();

beforeEach(() => {
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});

describe('the relay of a chain', () => {
  const relay = {
    chain_id: 1337,
    account: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    balance: '1234567890000000000',
    minimum: '3000000000000000',
    offered: true,
    checked_at: '2026-11-21T12:00:00.000Z',
    purchases: 3,
    gas: 450_000,
    gas_a_day: 30_000_000,
    fees_usd_micros: 1_240_500,
  };
  const shown = async (change: object = {}) => {
    atDesk(
      {
        'GET /registry/off-chain-payments': { data: [] },
        'GET /admin/relays': { data: [{ ...relay, ...change }] },
      },
      'administrator',
      async (input) =>
        String(input).endsWith('/deployment.json')
          ? Response.json(node.deployment)
          : new Response(null, { status: 503 }),
    );
    mountSite('/admin/contract');
    return within(await screen.findByRole('region', { name: 'Relays' }));
  };

  it('shows its balance and what it spent in 24 hours', async () => {
    const card = await shown();
    await card.findByRole('table');
    expect(card.getByText('Offered')).toBeDefined();
    expect(card.getByText('1.2345 ETH')).toBeDefined();
    expect(card.getByText('0.003 ETH')).toBeDefined();
    expect(card.getByText('450,000 of 30,000,000')).toBeDefined();
    expect(card.getByText('$1.2405')).toBeDefined();
  });

  it('asks for coins when it holds too little to be offered', async () => {
    const card = await shown({ balance: '1', offered: false });
    expect(await card.findByText('Balance low')).toBeDefined();
    expect(card.getByText(/Send it coins to offer this again/)).toBeDefined();
  });
});
