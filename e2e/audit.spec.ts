// The audit page and the command on one real history of both chain families, honest and tampered with.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { u8aToHex } from '@polkadot/util';
import { concat, type Hex, numberToHex, pad } from 'viem';
import { clean } from './fixtures/axe.ts';
import { account, type Chain, connectChain } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { openDatabase } from './fixtures/database.ts';
import { OwnStack } from './fixtures/own-stack.ts';
import { Holder } from './fixtures/polkadot.ts';
import { SubstrateChain } from './fixtures/substrate.ts';
import { test } from './fixtures/test.ts';

// The other tests move days and coins by hand, which an audit would rightly name, so this one has its own stack.
test.describe.configure({ mode: 'serial', timeout: 180_000 });
test.use({ freshContext: true });

const COMMAND = join(import.meta.dirname, '../scripts/audit.mjs');
const TABS = ['Reconciliation', 'Pools and cover', 'Events', 'Waiting and roles', 'Payouts', 'How to check'];

let stack: OwnStack;
let chain: Chain;
let quoteId: string;
let payment: Hex;
/** A policy that was paid for on the chain without a contract. */
let there: { id: string; block: number; holder: string };
let recipient: string;

test.beforeAll(async () => {
  // Three chains and servers start, and two policies are bought.
  test.setTimeout(180_000);
  stack = await OwnStack.create();
  expect(await stack.start(), stack.output).toBeNull();
  chain = connectChain(stack.rpc);
  const ada = await new Client(account(5), stack.api).signIn();
  const quote = (await ada.quote()).data;
  quoteId = quote.quote_id;
  payment = (await ada.pay(chain, quote.payment)).transactionHash;
  // The scheduled run may have recorded it a moment earlier.
  expect([200, 201]).toContain((await ada.report(payment)).status);
  const substrate = await SubstrateChain.connect(stack.substrateRpc);
  recipient = substrate.pair('//Mooring').address;
  const bob = await Holder.signIn(substrate, await substrate.newAccount(), stack.api);
  const bought = await bob.buy();
  there = { id: bought.quote.quote_id, block: bought.block, holder: u8aToHex(bob.pair.publicKey) };
  await substrate.close();
});

test.afterAll(async () => {
  await stack?.dispose();
});

/** What the command needs to look up the records of the chain without a contract. */
const polkadot = (account = recipient) => ['--rpc', stack.substrateRpc, '--recipient', account];

/** Runs the command as an auditor does, with the contracts of the deployment file. */
function runCommand(...more: string[]): Promise<{ code: number; text: string }> {
  const args = [
    COMMAND,
    '--rpc',
    stack.rpc,
    '--deployment',
    join(stack.stateDir, 'deployments.json'),
    ...more,
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, out, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: out + errors });
    });
  });
}

function change(sql: string, ...values: string[]): void {
  const database = openDatabase(stack.stateDir);
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

const open = (page: Page, path = '/audit') => page.goto(`http://localhost:${stack.port}${path}`);
const lines = (page: Page) =>
  page.getByRole('list', { name: 'Lines of the reconciliation' }).getByRole('listitem');

test('an honest insurer’s records match the chain, on the page and by the command', { tag: '@full' }, async ({
  page,
}) => {
  const { code, text } = await runCommand('--api', stack.api, ...polkadot());
  expect(code, text).toBe(0);
  expect(text).toMatch(/Matched: [1-9]/);
  expect(text).toMatch(/each in the block that it names\n {2}Matches: 2\n\n/);
  expect(text.trim().split('\n').at(-1)).toBe('No difference.');

  await open(page);
  // The headline speaks for both chains, so it waits for the one whose rows are looked up on request.
  await expect(
    page.getByText(/^Our contracts and our records match: \d+ events?, .* not been looked up/),
  ).toBeVisible();
  await expect(page).toHaveTitle('Audit · Mooring');
  await page.getByRole('button', { name: 'Check these rows' }).click();
  await expect(page.getByText('2 of 2 rows are in their blocks exactly as we recorded them.')).toBeVisible();
  await expect(
    page.getByText(/^Everything matches: \d+ events?, .*, and 2 rows on Rococo Local in their blocks\./),
  ).toBeVisible();
  for (const name of TABS) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await clean(page, `audit, ${name}`);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.getByRole('tab', { name: 'Events' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Events as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('mooring-chain-events.csv');
  await page.getByRole('button', { name: 'Recompute in your browser' }).click();
  await expect(page.getByText(/^Our contracts and our records match: \d+ events?, /)).toBeVisible();

  // Yesterday nothing had been sold, and the command says so from events and ledger.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const before = await runCommand('--api', stack.api, ...polkadot(), '--as-of', yesterday);
  expect(before.code, before.text).toBe(0);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(yesterday),
  );
  expect(before.text.split('\n')[0]).toBe(`As of ${day}, 23:59 UTC, rebuilt from events and ledger`);
});

test('the command names records of a chain whose node or account it was not given', {
  tag: '@full',
}, async () => {
  const unnamed = await runCommand('--api', stack.api);
  expect(unnamed.code, unnamed.text).toBe(1);
  expect(unnamed.text).toContain(`Not looked up: Premium paid on Rococo Local [block ${there.block},`);
  expect(unnamed.text).toMatch(
    /Not looked up: Policy 0x[0-9a-f]{64} on Rococo Local, active, .*\n {2}No node of this network was named\./,
  );
  expect(unnamed.text.trim()).toMatch(/\n2 differences\.$/);
  const other = await runCommand('--api', stack.api, ...polkadot(there.holder));
  expect(other.code, other.text).toBe(1);
  expect(other.text).toContain(`Not found: Premium paid on Rococo Local [block ${there.block},`);
});

test('the command says when it cannot read', { tag: '@full' }, async () => {
  const nobody = await runCommand('--rpc', stack.substrateRpc);
  expect(nobody).toEqual({ code: 2, text: 'Name the insurer’s account on Rococo Local with --recipient.\n' });
  expect(await runCommand(...polkadot('5abc'))).toMatchObject({ code: 2 });
  expect(await runCommand('--rpc', 'nonsense')).toMatchObject({ code: 2 });
  expect(await runCommand('--api', `http://127.0.0.1:${stack.port}/nothing`)).toMatchObject({ code: 2 });
  expect(await runCommand('--contract', '0x12')).toMatchObject({ code: 2 });
  expect(await runCommand('--as-of', 'yesterday')).toMatchObject({ code: 2 });
  // A contract that the auditor names and the API does not know is a difference.
  const stranger = `0x${'12'.repeat(20)}`;
  expect(await runCommand('--api', stack.api, '--contract', stranger)).toMatchObject({ code: 2 });
});

/** A contract that reports our purchase's event word for word. */
async function lookAlike(): Promise<{ address: Hex; hash: Hex; logIndex: number }> {
  const { logs } = await chain.public.getTransactionReceipt({ hash: payment });
  const log = logs.at(-1);
  if (!log) throw new Error('The payment has no event');
  const words = log.data.slice(2).match(/.{64}/g) ?? [];
  const stores = words.map((word, index) =>
    concat(['0x7f', `0x${word}`, '0x61', pad(numberToHex(index * 32), { size: 2 }), '0x52']),
  );
  const topics = [...log.topics].reverse().map((topic) => concat(['0x7f', topic]));
  const end = concat([
    '0x61',
    pad(numberToHex(words.length * 32), { size: 2 }),
    '0x5f',
    numberToHex(0xa0 + log.topics.length),
    '0x00',
  ]);
  const address: Hex = `0x${'1a'.repeat(20)}`;
  await chain.test.setCode({ address, bytecode: concat([...stores, ...topics, end]) });
  const hash = await chain.send(account(6), { to: address, data: '0x', value: 0n, gas: 400_000n });
  const receipt = await chain.public.waitForTransactionReceipt({ hash });
  return { address, hash, logIndex: receipt.logs[0]?.logIndex ?? 0 };
}

test('a tampered policy, a deleted payment, an invented refund and a look-alike are named by both', {
  tag: '@full',
}, async ({ page }) => {
  const fake = await lookAlike();
  const invented = `0x${'ab'.repeat(32)}`;
  const copied = (kind: string) =>
    `INSERT OR IGNORE INTO chain_events (kind, chain_id, contract, tx_hash, event_index, block_number, block_hash, block_time,
       quote_id, wallet, amount, outcome, cover_until, status, created_at)
     SELECT '${kind}', chain_id, ?, ?, ?, block_number, block_hash, block_time, quote_id, wallet, amount,
       'cancelled', cover_until, 'confirmed', created_at FROM chain_events WHERE kind = 'purchased' LIMIT 1`;
  const { contract } = openContract();
  const tamper = () => {
    change('UPDATE policies SET coverage_usd = 900000 WHERE quote_id <> ?', quoteId);
    change(copied('premium_refunded'), contract, invented, '3');
    change(copied('claim_paid'), fake.address, fake.hash, String(fake.logIndex));
    change('DELETE FROM chain_events WHERE tx_hash = ?', payment);
    change('UPDATE chain_events SET wallet = ? WHERE quote_id = ?', invented, there.id);
  };
  // The scheduled run would repair both rows, so whoever tampers with them keeps it from doing so.
  change(
    `CREATE TRIGGER hidden AFTER INSERT ON chain_events WHEN NEW.tx_hash = '${payment}' BEGIN
       DELETE FROM chain_events WHERE id = NEW.id; END`,
  );
  change(
    `CREATE TRIGGER invented AFTER UPDATE OF wallet ON chain_events WHEN NEW.quote_id = '${there.id}' BEGIN
       UPDATE chain_events SET wallet = '${invented}' WHERE id = NEW.id; END`,
  );
  await expect(async () => {
    tamper();
    const { code, text } = await runCommand('--api', stack.api, ...polkadot());
    expect(code, text).toBe(1);
    expect(text).toMatch(/Record differs: Policy 0x\w+…, active, cover \$900,000\./);
    expect(text).toMatch(new RegExp(`Paid but not recorded: Premium of .*${payment}`));
    expect(text).toMatch(new RegExp(`Recorded but not paid: A refund of .*${invented}`));
    expect(text).toContain('The chain has no such transaction.');
    expect(text).toContain(
      `comes from ${fake.address}, a look-alike that is not one of the listed contracts.`,
    );
    expect(text).toContain(`The records differ in holder (chain: ${there.holder}; recorded: ${invented}).`);
    expect(text).toContain(`Not paid: Policy ${there.id} on Rococo Local, active, cover $900,000`);
  }).toPass({ timeout: 30_000 });

  await expect(async () => {
    tamper();
    await open(page);
    await expect(page.getByRole('alert')).toContainText(/There are \d+ differences/);
    for (const text of [
      /cover \(chain: \d+; recorded: 900000\)/,
      /^Premium of .*Paid but not recorded/,
      /^A refund of .*Recorded but not paid.*The chain has no such transaction\./,
      /a look-alike that is not one of the listed contracts\./,
    ]) {
      await expect(lines(page).filter({ hasText: text }).first()).toBeVisible({ timeout: 3000 });
    }
  }).toPass({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Check these rows' }).click();
  const rows = page.getByRole('list', { name: 'Recorded rows' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Differs');
  await expect(rows.first()).toContainText(`holder (chain: ${there.holder}; recorded: ${invented})`);
  await clean(page, 'audit with differences');
});

function openContract(): { contract: string } {
  const database = openDatabase(stack.stateDir);
  try {
    return database.prepare('SELECT contract FROM chain_events LIMIT 1').get() as { contract: string };
  } finally {
    database.close();
  }
}
