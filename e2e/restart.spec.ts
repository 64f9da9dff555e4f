// npm start itself: its ports and switches, and what survives a kill.
import { once } from 'node:events';
import { truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import { rpc } from '../scripts/lib/chain.mjs';
import { account, connectChain } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { OwnStack } from './fixtures/own-stack.ts';
import { test } from './fixtures/test.ts';

test.describe.configure({ timeout: 180_000 });

test.describe('npm start', () => {
  let stack: OwnStack;
  test.beforeEach(async () => {
    stack = await OwnStack.create();
  });
  test.afterEach(async () => {
    await stack.dispose();
  });

  test('keeps chain, database and policies in agreement when it is killed before and after a report', {
    tag: '@full',
  }, async () => {
    expect(await stack.start(), stack.output).toBeNull();
    const ada = await new Client(account(5), stack.api).signIn();
    const chain = connectChain(stack.rpc);
    const quote = await ada.quote();
    const { transactionHash } = await ada.pay(chain, quote.data.payment);
    await stack.stop('everything');

    expect(await stack.start(), stack.output).toBeNull();
    await expect
      .poll(async () => (await ada.policies()).data?.map(({ status }) => status))
      .toEqual(['active']);
    const [policy] = (await ada.policies()).data;
    expect(policy).toMatchObject({ quote_id: quote.data.quote_id, tx_hash: transactionHash });
    await stack.stop('SIGKILL');

    expect(await stack.start(), stack.output).toBeNull();
    const receipt = await chain.public.getTransactionReceipt({ hash: transactionHash });
    expect(receipt.status).toBe('success');
    expect((await ada.policies()).data).toEqual([policy]);
    expect((await ada.report(transactionHash)).data.id).toBe(policy?.id);

    expect(await stack.stop('SIGTERM')).toBe(0);
    expect(await stack.start({}, '--fresh', '--empty'), stack.output).toBeNull();
    const again = await new Client(account(5), stack.api).signIn();
    expect((await again.policies()).data).toEqual([]);
    expect(await stack.stop('SIGINT')).toBe(0);
  });

  test('brings a Polkadot chain whose blocks survive a kill, and names it to the site', {
    tag: '@full',
  }, async () => {
    const block = (number: number) => rpc(stack.substrateRpc, 'chain_getBlockHash', [number]);
    expect(await stack.start({}, '--empty'), stack.output).toBeNull();
    expect(stack.output).toContain(`ws://127.0.0.1:${stack.substratePort} (Rococo Local)`);
    const site = await fetch(`http://localhost:${stack.port}/deployment.json`);
    const { substrate } = (await site.json()) as { substrate: unknown };
    expect(substrate).toMatchObject({
      genesis_hash: await block(0),
      rpc_url: stack.substrateRpc,
      symbol: 'ROC',
      decimals: 12,
      recipient: 'CfvLHkSLpncTUu99yZB6FntHhNCuNtqwXk3Jb7kMTt74At1',
    });
    const policy = site.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(` ws://127.0.0.1:${stack.substratePort}`);
    expect(policy).not.toContain('wasm-unsafe-eval');
    const built = await rpc(stack.substrateRpc, 'dev_newBlock');
    await stack.stop('SIGKILL');

    expect(await stack.start({}, '--empty'), stack.output).toBeNull();
    expect(await block(2)).toBe(built);
    expect(await stack.stop('SIGTERM')).toBe(0);

    expect(await stack.start({}, '--fresh', '--empty'), stack.output).toBeNull();
    expect(await block(2)).toBeNull();
    expect(await stack.stop('SIGINT')).toBe(0);
  });

  test('seeds again after a first start that was killed before, and starts over only when told to', {
    tag: '@full',
  }, async () => {
    test.setTimeout(420_000);
    const grace = () => new Client(account(6), stack.api).signIn();
    const seeded = async () => (await (await grace()).policies()).data.length;
    const dying = stack.start();
    await expect.poll(() => stack.output, { timeout: 120_000 }).toContain('Buying the demo');
    await stack.stop('everything');
    expect(await dying).toBe(1);

    expect(await stack.start(), stack.output).toBeNull();
    expect(stack.output).toContain('The first start was not finished: chains and database start over');
    expect(await seeded()).toBe(3);
    const client = await grace();
    const claims = (await client.get<ClaimAnswer[]>(`/claims/${client.account.address}`)).data;
    expect(claims.map(({ policy_type, status }) => [policy_type, status])).toEqual([
      ['home', 'pending'],
      ['car', 'paid'],
    ]);
    // Another program may have the number of a run that was killed.
    await stack.stop('everything');
    writeFileSync(join(stack.stateDir, 'run.pid'), String(process.pid));
    expect(await stack.start(), stack.output).toBeNull();
    expect(await seeded()).toBe(3);

    const second = await OwnStack.create(stack.stateDir);
    expect(await second.start()).toBe(1);
    expect(second.output).toMatch(/Mooring is already running from this folder \(process \d+\)/);
    expect(await stack.stop('SIGTERM')).toBe(0);

    for (const file of ['deployments.json', 'secrets.json', 'chain/state.json', 'substrate/blocks.sqlite']) {
      truncateSync(join(stack.stateDir, file), 20);
    }
    expect(await stack.start()).toBe(1);
    expect(stack.output).toContain(`${stack.stateDir}/substrate/blocks.sqlite is damaged.`);
    expect(await stack.start({}, '--fresh'), stack.output).toBeNull();
    expect(await seeded()).toBe(3);
    expect(await stack.stop('SIGINT')).toBe(0);
  });

  test('reports that a port is in use, and leaves nothing running', { tag: '@full' }, async () => {
    for (const port of [stack.port, stack.anvilPort, stack.substratePort]) {
      const occupant = createServer().listen(port, '127.0.0.1');
      await once(occupant, 'listening');
      expect(await stack.start()).toBe(1);
      expect(stack.output).toContain(`Port ${port} is in use.`);
      occupant.close();
      await once(occupant, 'close');
    }
  });

  test('reports a switch that does not exist', { tag: '@full' }, async () => {
    expect(await stack.start({}, '--frehs')).toBe(2);
    expect(stack.output).toContain('There is no switch --frehs.');
  });
});
