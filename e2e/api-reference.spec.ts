// The published examples against a running server, unchanged and from outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { connectChain } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { API, RPC } from './fixtures/stack.ts';
import { test } from './fixtures/test.ts';

const ROOT = join(import.meta.dirname, '..');
const chain = connectChain();

/** The steps of the open tab in order, joined into one script. */
async function published(page: Page): Promise<string> {
  await expect(page.getByRole('tab', { name: 'Code Examples' })).toHaveAttribute('aria-selected', 'true');
  const steps = await page.getByRole('tabpanel').locator('pre:visible').allTextContents();
  expect(steps).toHaveLength(6);
  return steps.join('\n\n');
}

/** Runs TypeScript unchanged and returns its output. */
async function run(code: string, env: Record<string, string>): Promise<string> {
  const args = ['--input-type=module-typescript', '--eval', code];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: '0', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const [status] = await once(child, 'exit');
  expect(status, output).toBe(0);
  return output;
}

test('the API reference lists every call of the running server, which accepts its quote, and its code examples run unchanged, from sign-in to a claim @pages-7 @pages-8', async ({
  page,
  request,
}) => {
  const document = (await (await request.get('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const count = Object.values(document.paths).reduce((sum, each) => sum + Object.keys(each).length, 0);
  await page.goto('/api-reference');
  await expect(page.getByText(new RegExp(`^${count} calls`))).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the calls' }).fill('post quotes');
  await expect(page.getByText(/^2 calls ·/)).toBeVisible();
  const call = page.locator('details[data-call^="POST /api/insurance/quotes "]');
  await call.getByText('/api/insurance/quotes', { exact: true }).click();
  await expect(call.getByText('insurance_type: home')).toBeVisible();
  const command = await call.getByText(/^curl -X POST 'http/).textContent();
  const body = JSON.parse(/-d '([\s\S]*)'$/.exec(command ?? '')?.[1] ?? '') as Record<string, unknown>;
  // The call has an address of its own, which opens it.
  await page.goto('/api-reference#post-api-insurance-quotes');
  await expect(call.getByText('insurance_type: home')).toBeVisible();
  const PRIVATE_KEY = generatePrivateKey();
  const account = privateKeyToAccount(PRIVATE_KEY);
  const client = await new Client(account).signIn();
  const answer = await client.post('/insurance/quotes', { ...body, wallet_address: account.address });
  expect(answer.status, answer.message).toBe(200);

  await chain.test.setBalance({ address: account.address, value: 100n * 10n ** 18n });
  await page.getByRole('tab', { name: 'Code Examples' }).click();
  const output = await run(await published(page), { PRIVATE_KEY, RPC_URL: RPC, API_URL: API });
  expect(output).toMatch(/^1200 dollars, 600000000000000000 wei, until /m);
  expect(output).toMatch(/^POL-\d{3,} active$/m);
  expect(output).toMatch(/^\d+ POL-\d{3,} active$/m);
  expect(output).toMatch(/^CLM-\d{3,} pending$/m);
});
