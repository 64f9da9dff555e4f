// The audit of a large insurer, in a real browser: the node and the API are stubs with 10,000 honest policies.
import { expect, type Page } from '@playwright/test';
import { encodeFunctionResult, type Hex, toHex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import {
  CONTRACT,
  logOf,
  PREMIUM,
  policyOf,
  purchaseOf,
  purchaseTotal,
  quoteId,
  recordOf,
  START,
  statementsOf,
} from '#domain/audit/sample.fixture.ts';
import { AUDIT_PAGE, type AuditRecord } from '#domain/audit/schema.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { test } from './fixtures/test.ts';

const POLICIES = 10_000;
/** On the site's own origin, since its security policy allows no other one. */
const NODE = '/node-of-this-test';
const DAY = 86_400;
const HEAD = 10 + POLICIES + 100;
const LAST = START + POLICIES + DAY;

const purchases = Array.from({ length: POLICIES }, (_, index) => purchaseOf(index));
const log = logOf('PolicyPurchased', {
  quoteId: quoteId(0),
  token: NATIVE_TOKEN,
  premium: PREMIUM,
  product: 1,
  cover: 500_000,
  startDay: START / DAY,
  validUntil: START + 1800,
  start: BigInt(START),
  end: BigInt(START + 366 * DAY),
});
/** The place of the quote's id among the topics. */
const ID = log.topics.indexOf(quoteId(0));
const logs = purchases.map((event) => ({
  address: log.address,
  data: log.data,
  logIndex: toHex(event.logIndex),
  topics: log.topics.map((topic, index) => (index === ID ? event.quoteId : topic)),
  blockNumber: toHex(event.block),
  blockHash: event.blockHash,
  transactionHash: event.txHash,
  blockTimestamp: toHex(event.time),
}));
const records: Readonly<Record<string, AuditRecord[]>> = {
  events: purchases.map(recordOf),
  policies: purchases.map(policyOf),
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
      minimumReserve: 0n,
      allowance: 5000,
      allowanceLeft: 5000,
      accepted: true,
    },
  ],
});

function ofNode(method: string, params: unknown[]): unknown {
  if (method === 'eth_chainId') return toHex(1337);
  if (method === 'eth_getBalance') return toHex(PREMIUM * BigInt(POLICIES));
  if (method === 'eth_call') return currencies;
  if (method === 'eth_getBlockByNumber')
    return { number: toHex(HEAD), hash: `0x${'ff'.repeat(32)}`, timestamp: toHex(LAST) };
  if (method !== 'eth_getLogs') return null;
  const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }];
  return logs.filter(
    ({ blockNumber }) => Number(blockNumber) >= Number(fromBlock) && Number(blockNumber) <= Number(toBlock),
  );
}

const chain = { chain_id: 1337, enforced_by: 'contract', contracts: [CONTRACT] };

function ofApi({ pathname, searchParams }: URL): object {
  if (pathname.endsWith('/audit/summary')) {
    const summary = { ...chain, read_to: HEAD, swept_to: null, totals: [purchaseTotal(POLICIES)] };
    return { data: { ...statementsOf(POLICIES), chains: [summary] } };
  }
  if (pathname.endsWith('/audit/records')) {
    const from = Number(searchParams.get('cursor') ?? 0);
    const all = records[searchParams.get('list') ?? ''] ?? [];
    const next = from + AUDIT_PAGE < all.length ? String(from + AUDIT_PAGE) : null;
    return { data: all.slice(from, from + AUDIT_PAGE), next_cursor: next, prev_cursor: null };
  }
  if (pathname.endsWith('/config')) return { data: { chains: [chain] } };
  return { data: [], next_cursor: null, prev_cursor: null };
}

async function stub(page: Page): Promise<void> {
  await page.route('**/deployment.json', (route) =>
    route.fulfill({
      json: {
        environment: 'local',
        chains: [
          {
            chain_id: 1337,
            key: 'ganache',
            name: 'Ganache Local',
            rpc_url: NODE,
            contract: CONTRACT,
            contracts: [CONTRACT],
            start_block: 1,
            first_block: 1,
            confirmations: 1,
            currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
          },
        ],
      },
    }),
  );
  await page.route(`**${NODE}`, (route) => {
    const { id, method, params } = route.request().postDataJSON() as {
      id: number;
      method: string;
      params: unknown[];
    };
    return route.fulfill({ json: { jsonrpc: '2.0', id, result: ofNode(method, params) } });
  });
  await page.route('**/api/**', (route) =>
    route.fulfill({ json: { success: true, ...ofApi(new URL(route.request().url())) } }),
  );
}

/**
 * Half of the slices of 250 in the work that begins with the node's last answer: events are decoded, added up and compared,
 * records sorted and looked through, policies compared both ways. Each gives the page its turn; some share it.
 */
const LEAST_TURNS = 160;

interface Seen {
  frames: number;
  turns: number;
  /** The progress bar's texts, each once. */
  texts: string[];
}

/** Counts the frames and turns that the page gets between the node's last answer and the end of the audit. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript((node) => {
    const seen: Seen = { frames: 0, turns: 0, texts: [] };
    Object.assign(window, { seen });
    const bar = () => document.querySelector('[role=progressbar][aria-label="Progress of the audit"]');
    // While the page waits for an answer it is idle anyway.
    const { fetch } = window;
    window.fetch = async (...args) => {
      const answer = await fetch(...args);
      if (String(args[0]).endsWith(node)) Object.assign(seen, { frames: 0, turns: 0, texts: [] });
      return answer;
    };
    const turn = () => {
      if (bar()) seen.turns += 1;
      setTimeout(turn);
    };
    const frame = () => {
      const text = bar()?.getAttribute('aria-valuetext');
      if (bar()) seen.frames += 1;
      if (text && seen.texts.at(-1) !== text) seen.texts.push(text);
      requestAnimationFrame(frame);
    };
    turn();
    frame();
  }, NODE);
}

test('10,000 policies are reconciled while the page keeps drawing and answering', { tag: '@full' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  expect(log.topics[ID]).toBe(purchases[0]?.quoteId);
  await stub(page);
  await watch(page);
  await page.goto('/audit');
  const found = page.getByText(/^Everything matches: /);
  await expect(page.getByRole('progressbar', { name: 'Progress of the audit' })).toBeVisible();
  await expect(found).toBeVisible({ timeout: 120_000 });
  await expect(found).toContainText(
    '10,000 events, 10,000 policies and 3 totals, rates and claims, 20,003 lines in all.',
  );
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  expect(seen.turns).toBeGreaterThanOrEqual(LEAST_TURNS);
  expect(seen.frames).toBeGreaterThanOrEqual(10);
  expect(seen.texts.length).toBeGreaterThanOrEqual(5);
});
