import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeFunctionResult, type Hex, toHex } from 'viem';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { RawLog } from '#domain/audit/events.ts';
import {
  CONTRACT,
  HOLDER,
  logOf,
  PREMIUM,
  policyOf,
  purchaseOf,
  purchaseTotal,
  recordOf,
  START,
  statementsOf,
} from '#domain/audit/sample.fixture.ts';
import type { AuditRecord, AuditTotal } from '#domain/audit/schema.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { mount } from '#web/test/mount.tsx';
import type { AuditMessage } from '#web/wallet/audit.ts';
import type { AuditTab } from './tabs.ts';

const DAY = 86_400;
const event = purchaseOf(0);
const premiumLog: RawLog = {
  ...logOf('PolicyPurchased', {
    quoteId: event.quoteId,
    token: NATIVE_TOKEN,
    premium: PREMIUM,
    product: 1,
    cover: 500_000,
    startDay: START / DAY,
    validUntil: START + 1800,
    start: BigInt(START),
    end: BigInt(START + 366 * DAY),
  }),
  txHash: event.txHash,
};

interface World {
  logs: readonly RawLog[];
  records: readonly AuditRecord[];
  totals: readonly AuditTotal[];
  contracts: readonly string[];
  balance: bigint;
  apiDown: boolean;
  chainDown: boolean;
  others: readonly unknown[];
}
const HONEST: World = {
  logs: [premiumLog],
  records: [recordOf(event), policyOf(event)],
  totals: [purchaseTotal(1)],
  contracts: [CONTRACT],
  balance: PREMIUM + 5n,
  apiDown: false,
  chainDown: false,
  others: [],
};

const currencies = encodeFunctionResult({
  abi: insurancePaymentAbi,
  functionName: 'currencies',
  result: [
    {
      token: NATIVE_TOKEN as Hex,
      minPerDollar: 10n ** 14n,
      maxPerDollar: 10n ** 15n,
      owed: 0n,
      minimumReserve: 10n ** 17n,
      allowance: 5000,
      allowanceLeft: 5000,
      accepted: true,
    },
  ],
});

function node({ logs, balance }: World, method: string): unknown {
  const block = { number: toHex(200), hash: `0x${'ff'.repeat(32)}`, timestamp: toHex(START + DAY) };
  const answers: Record<string, unknown> = {
    eth_chainId: '0x539',
    eth_getBlockByNumber: block,
    eth_getBalance: toHex(balance),
    eth_call: currencies,
    eth_getTransactionReceipt: null,
    eth_getLogs: logs.map((log) => ({
      address: log.address,
      topics: log.topics,
      data: log.data,
      logIndex: toHex(log.logIndex),
      blockNumber: toHex(log.block),
      blockHash: log.blockHash,
      transactionHash: log.txHash,
      blockTimestamp: toHex(log.time),
    })),
  };
  return answers[method];
}

function api(world: World, path: string): unknown {
  const chain = { chain_id: 1337, enforced_by: 'contract', contracts: world.contracts };
  if (path.startsWith('/audit/summary')) {
    const summary = { ...chain, enforced_by: 'contract', read_to: 200, swept_to: null, totals: world.totals };
    const policies = world.records.filter(({ record }) => record === 'policy').length;
    return { data: { ...statementsOf(policies), chains: [summary] } };
  }
  if (path.startsWith('/audit/records')) {
    const wanted = { policies: 'policy', claims: 'claim' }[/list=(\w+)/.exec(path)?.[1] ?? ''] ?? 'event';
    return {
      data: world.records.filter(({ record }) => record === wanted),
      next_cursor: null,
      prev_cursor: null,
    };
  }
  if (path.startsWith('/registry/off-chain-payments')) {
    return { data: world.others, next_cursor: null, prev_cursor: null };
  }
  return { data: { chains: [chain] } };
}

function worldOf(changes: Partial<World>) {
  const world = { ...HONEST, ...changes };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    if (url === '/deployment.json') {
      return Response.json({
        environment: 'local',
        chains: [
          {
            chain_id: 1337,
            key: 'ganache',
            name: 'Ganache Local',
            rpc_url: 'http://node.test/',
            contract: CONTRACT,
            contracts: [CONTRACT],
            start_block: 5,
            first_block: 1,
            confirmations: 1,
            currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
          },
        ],
      });
    }
    if (url === 'http://node.test/') {
      if (world.chainDown) throw new TypeError('Failed to fetch');
      const { method } = JSON.parse(String(init?.body));
      return Response.json({ jsonrpc: '2.0', id: 1, result: node(world, method) ?? null });
    }
    if (world.apiDown) {
      return Response.json({ success: false, code: 'not_found', message: 'Gone.' }, { status: 404 });
    }
    return Response.json({ success: true, ...(api(world, url.replace('/api', '')) as object) });
  });
  return world;
}

/** A worker in this thread, which answers later and sends copies, as a browser's does. */
class HereWorker {
  onmessage: ((event: { data: AuditMessage }) => void) | null = null;
  #ended = false;
  constructor() {
    started.push(this);
    void import('#web/wallet/audit.ts').then(({ auditDeployment }) =>
      auditDeployment((message) => {
        const data = structuredClone(message);
        setTimeout(() => this.#ended || this.onmessage?.({ data }), 0);
      }),
    );
  }
  terminate() {
    this.#ended = true;
  }
  get ended() {
    return this.#ended;
  }
}
let started: HereWorker[] = [];

async function show(
  changes: Partial<World> = {},
  tab: AuditTab = 'reconciliation',
  showing: 'all' | 'differences' = 'differences',
) {
  const world = worldOf(changes);
  vi.stubGlobal('Worker', HereWorker);
  const { AuditScreen } = await import('./audit-screen.tsx');
  const onShow = vi.fn();
  mount(<AuditScreen tab={tab} show={showing} onTab={() => undefined} onShow={onShow} />);
  return { world, onShow };
}

const lines = async () =>
  within(await screen.findByRole('list', { name: 'Lines of the reconciliation' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');

beforeEach(() => {
  vi.resetModules();
  started = [];
});

describe('the audit page', () => {
  it('shows its progress and then that everything matches', async () => {
    await show();
    expect(screen.getByRole('progressbar', { name: 'Progress of the audit' })).toBeDefined();
    const headline = await screen.findByText(
      /^Everything matches: 1 event, 1 policy and \d+ totals, rates and claims, \d+ lines in all\.$/,
    );
    const [events = 0, policies = 0, others = 0, all] = (headline.textContent?.match(/\d+/g) ?? []).map(
      Number,
    );
    expect(events + policies + others).toBe(all);
    expect(screen.getByRole('list', { name: 'Results' }).textContent).toBe(`Matched: ${all}`);
    expect(screen.getByText('No differences')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(started.every(({ ended }) => ended)).toBe(true);
  });

  it('names a tampered policy, a deleted payment and an invented refund with what differs', async () => {
    const invented = {
      ...recordOf(event),
      kind: 'premium_refunded' as const,
      outcome: 'cancelled' as const,
      tx_hash: `0x${'ab'.repeat(32)}`,
      log_index: 4,
    };
    const world = await show({ records: [{ ...policyOf(event), coverage_usd: 900_000 }, invented] });
    const found = await lines();
    expect(found).toEqual([
      expect.stringMatching(
        /^Premium of 0\.6 ETH for policy.*Paid but not recorded.*has read to block 200\./,
      ),
      expect.stringMatching(
        /^A refund of 0\.6 ETH.*Recorded but not paid.*The chain has no such transaction\./,
      ),
      expect.stringMatching(/^Policy 0x.*Record differs.*cover \(chain: 500000; recorded: 900000\)/),
      expect.stringMatching(/^The figures of the landing page.*Totals differ.*cover in force/),
    ]);
    expect(screen.getByRole('alert').textContent).toContain('There are 4 differences');
    expect(world.world.records).toHaveLength(2);
  });

  it('names a contract that only the API lists', async () => {
    await show({ contracts: [CONTRACT, `0x${'99'.repeat(20)}`] });
    expect(await lines()).toEqual([
      expect.stringMatching(/^The contract 0x9999.*Contract not listed.*may be a look-alike/),
    ]);
  });

  it('shows matched lines only when all lines are asked for', async () => {
    const { onShow } = await show({}, 'reconciliation', 'all');
    // The event, the policy, its total, the landing page's figures and the fee.
    expect(await lines()).toHaveLength(5);
    fireEvent.click(screen.getByRole('button', { name: 'Differences' }));
    expect(onShow).toHaveBeenCalledWith('differences');
  });

  it('computes everything again on request', async () => {
    const world = await show();
    await screen.findByText(/^Everything matches/);
    world.world.records = [];
    fireEvent.click(screen.getByRole('button', { name: 'Recompute in your browser' }));
    await waitFor(async () => expect(await lines()).toHaveLength(2));
    expect(screen.getByText('There are 2 differences')).toBeDefined();
  });

  it('shows the chain’s part while our API is off and says what is missing', async () => {
    await show({ apiDown: true });
    expect(await screen.findByText(/^The chain’s own figures add up/)).toBeDefined();
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Our records could not be read');
    expect(within(alert).getByRole('button', { name: 'Try Again' })).toBeDefined();
  });

  it('says that nothing can be audited without the chain, and tries again', async () => {
    const { world } = await show({ chainDown: true });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Ganache Local could not be reached.');
    world.chainDown = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/^Everything matches/)).toBeDefined();
  });

  it('shows balance, surplus, reserve and cover of each pool', async () => {
    await show({}, 'pools');
    const card = within(await screen.findByRole('region', { name: 'ETH on Ganache Local' }));
    const fact = (label: string) => card.getByText(label).nextElementSibling?.textContent;
    expect(fact('Balance that the events imply')).toBe('0.6 ETH');
    expect(fact('Balance on chain')).toBe('0.600000000000000005 ETH');
    expect(fact('Surplus: arrived outside our functions')).toBe('0.000000000000000005 ETH');
    expect(fact('Minimum reserve')).toBe('0.1 ETH');
    expect(fact('Cover in force')).toBe('$500,000 in 1 policy');
    expect(fact('The balance pays claims of')).toBe('$600 to $6,000');
    expect(card.getByText('Nothing missing')).toBeDefined();
  });

  it('lists payers who are owed, beside unearned premium and reserves, each with its source', async () => {
    const owed = { ...recordOf(event), exception: 'unknown_quote' as const, worth_cents: 120_000 };
    await show({ records: [owed] }, 'pools');
    const card = within(await screen.findByRole('region', { name: 'Liabilities' }));
    expect(card.getByText('0.6 ETH of 1 payment on Ganache Local, worth $1,200 when paid.')).toBeDefined();
    expect(card.getByText('$0 of 0 policies.')).toBeDefined();
    expect(card.getByText('Our own statement: nothing on a chain shows an open claim.')).toBeDefined();
    expect(screen.getByText('There is 1 difference')).toBeDefined();
  });

  it('lists a payer who is owed among the pending items', async () => {
    const owed = { ...recordOf(event), exception: 'late' as const, worth_cents: 120_000 };
    await show({ records: [owed] }, 'waiting');
    expect(await screen.findByText(/^Payers owed: 0\.6 ETH of 1 payment/)).toBeDefined();
    expect(screen.queryByText('Nothing is announced, proposed or owed.')).toBeNull();
  });

  it('includes the chain without a contract in its headline once its rows are looked up', async () => {
    const there = {
      ...recordOf(event),
      chain_id: `0x${'ab'.repeat(32)}`,
      enforced_by: 'records' as const,
    };
    await show({ records: [recordOf(event), policyOf(event), there as unknown as AuditRecord] });
    const headline = await screen.findByText(/^Our contracts and our records match: 1 event, 1 policy and /);
    expect(headline.textContent).toMatch(/The 1 row on .*has not been looked up in its block yet/);
    expect(screen.queryByText(/^Everything matches/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Look them up' })).toBeDefined();
  });

  it('shows what a pool lacks', async () => {
    await show({ balance: PREMIUM - 10n ** 17n }, 'pools');
    expect(await screen.findByText('0.1 ETH missing')).toBeDefined();
    expect(screen.getByText('There is 1 difference')).toBeDefined();
  });

  it('lists every event with its block, transaction and the balance after it, newest first', async () => {
    const later = logOf('PauseChanged', { paused: true, by: HOLDER }, { block: 12, time: START + 60 });
    await show({ logs: [premiumLog, later] }, 'events');
    const items = within(await screen.findByRole('list', { name: 'Events' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Purchases were paused by 0xa1a1…a1a1\..*block 12/),
      expect.stringMatching(/^Premium of 0\.6 ETH.*covers \$500,000\..*block 10.*pool after it 0\.6 ETH$/),
    ]);
  });

  it('shows rates of payouts and payments outside the chain', async () => {
    const claim = logOf(
      'ClaimPaid',
      { quoteId: event.quoteId, token: NATIVE_TOKEN, amount: 75n * 10n ** 16n, dollars: 1500n },
      { block: 11, txHash: `0x${'77'.repeat(32)}` },
    );
    const other = {
      claim_number: 'CLM-007',
      quote_id: event.quoteId,
      usd: 50,
      method: 'bank_transfer',
      paid_at: '2024-03-02T00:00:00Z',
    };
    await show({ logs: [premiumLog, claim], others: [other] }, 'payouts');
    expect(await screen.findByText('$1,500 paid as 0.75 ETH: $2000 for one unit')).toBeDefined();
    expect(screen.getByText(/^CLM-007: \$50, bank transfer/)).toBeDefined();
  });

  it('shows roles, pauses and what is announced', async () => {
    const announced = logOf('CallAnnounced', {
      executableAt: BigInt(START + 2 * DAY),
      expiresAt: BigInt(START + 9 * DAY),
    });
    const role = logOf('RoleChanged', { role: 2, holder: HOLDER }, { logIndex: 1 });
    await show({ logs: [announced, role] }, 'waiting');
    expect(await screen.findByText(/^An unknown call \(0x12345678\), announced by/)).toBeDefined();
    expect(screen.getByText('Claims').nextElementSibling?.textContent).toContain('0xa1a1…a1a1');
    expect(screen.getByText('Purchases and payouts are open.')).toBeDefined();
  });

  it('says what cannot be proven', async () => {
    await show({}, 'about');
    const section = await screen.findByText(/^On a chain without a contract, such as Polkadot, no list says/);
    expect(section).toBeDefined();
  });
});
