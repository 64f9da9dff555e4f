// What anybody can check by the chain alone, without our server.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { connectChain } from './fixtures/chain.ts';
import { insured } from './fixtures/customer.ts';
import { RPC, STATE_DIR } from './fixtures/stack.ts';
import { test } from './fixtures/test.ts';

const chain = connectChain();
const COMMAND = join(import.meta.dirname, '../scripts/audit.mjs');

/** Runs the audit as an auditor does who knows a node and the file of deployments, and no API. */
function audited(...more: string[]): Promise<{ code: number; text: string }> {
  const args = [COMMAND, '--rpc', RPC, '--deployment', join(STATE_DIR, 'deployments.json'), ...more];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, out, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: out + errors });
    });
  });
}

// audit.spec.ts compares the chain with our records, on a stack of its own.
test('without our server anybody verifies a policy and audits the chain, and a made-up policy is reported as unknown @nav-12', async ({
  page,
}) => {
  const { quote } = await insured(chain);
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 404, json: { success: false, code: 'not_found', message: 'Off.' } }),
  );
  await page.goto(`/verify/${quote.quote_id}`);
  await expect(page.getByText(/in force until/i).first()).toBeVisible();
  await page.goto(`/verify/0x${'ab'.repeat(32)}`);
  await expect(page.getByText(/no (such )?policy/i).first()).toBeVisible();

  await page.goto('/audit?tab=pools');
  await expect(page.getByText(/^The chain’s own figures add up/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'ETH on Ganache Local' })).toContainText('Nothing missing');
  const { code, text } = await audited();
  expect(code, text).toBe(0);
  expect(text).toContain('not done: no API was named');
  expect(text.trim()).toMatch(/Nothing was compared with the insurer’s records\.$/);
  expect(await audited('--as-of', 'yesterday')).toMatchObject({ code: 2 });
});
