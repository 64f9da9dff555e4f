// Deploys to a real anvil chain on a free port.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createPublicClient, http, parseAbi, zeroAddress } from 'viem';
import { deploy, localConfig } from './deploy.mjs';
import { root, toolPath } from './forge.mjs';

const signer = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955';
const customer = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const deployerKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const abi = parseAbi([
  'function roleHolder(uint8 role) view returns (address)',
  'function admin() view returns (address)',
  'function freeCapital(address token) view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
]);

let anvil;
let rpcUrl;
let client;
const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
const out = join(folder, 'deployments.json');

before(async () => {
  const port = await freePort();
  rpcUrl = `http://127.0.0.1:${port}`;
  anvil = spawn(toolPath('anvil'), ['--port', String(port), '--chain-id', '1337', '--silent'], {
    stdio: 'ignore',
  });
  client = createPublicClient({ transport: http(rpcUrl, { retryCount: 50, retryDelay: 100 }) });
  await client.getBlockNumber();
});

after(() => {
  anvil.kill();
  rmSync(folder, { recursive: true, force: true });
});

const read = (address, functionName, args = []) => client.readContract({ address, abi, functionName, args });

test('a local deployment creates the contract, tokens, feeds, capital and gifts', async () => {
  const record = await deploy({ rpcUrl, config: localConfig({ signer }), out });
  assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), { 1337: record });
  assert.equal(record.chain_id, 1337);
  assert.equal(record.roles.signer, signer);
  const order = ['signer', 'claims', 'underwriter', 'treasurer', 'pauser'];
  for (const [index, name] of order.entries()) {
    assert.equal(await read(record.contract, 'roleHolder', [index]), record.roles[name]);
  }
  assert.equal(await read(record.contract, 'admin'), record.roles.admin);
  assert.equal(await read(record.contract, 'freeCapital', [zeroAddress]), 4_990n * 10n ** 18n);
  for (const symbol of ['USDC', 'USDT']) {
    const { address, decimals } = record.tokens[symbol];
    assert.equal(decimals, 6);
    assert.equal(await read(record.contract, 'freeCapital', [address]), 4_990_000n * 10n ** 6n);
    assert.equal(await read(address, 'balanceOf', [customer]), 100_000n * 10n ** 6n);
    assert.equal((await read(record.feeds[symbol], 'latestRoundData'))[1], 10n ** 8n);
  }
  assert.equal((await read(record.feeds.ETH, 'latestRoundData'))[1], 2000n * 10n ** 8n);
  const block = await client.getBlock({ blockNumber: BigInt(record.block), includeTransactions: true });
  assert.equal(block.transactions[0].to, null, 'the block of the record is the one of the creation');
});

test('a chain that already has the recorded contract is left unchanged', async () => {
  const before = await client.getBlockNumber();
  const record = await deploy({ rpcUrl, config: localConfig({ signer }), out });
  assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), { 1337: record });
  assert.equal(await client.getBlockNumber(), before);
});

test('a regenerated signer takes over its role', async () => {
  const first = JSON.parse(readFileSync(out, 'utf8'))[1337];
  const record = await deploy({ rpcUrl, config: localConfig({ signer: customer }), out });
  assert.deepEqual(record, { ...first, roles: { ...first.roles, signer: customer } });
  assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), { 1337: record });
  assert.equal(await read(record.contract, 'roleHolder', [0]), customer);
});

test('a public deployment requires a key and real tokens, and refuses a second contract', async () => {
  const local = JSON.parse(readFileSync(out, 'utf8'))[1337];
  const config = publicConfig(local);
  const file = join(folder, 'public.json');
  delete process.env.DEPLOYER_PRIVATE_KEY;
  await assert.rejects(deploy({ rpcUrl, config, out: file }), /DEPLOYER_PRIVATE_KEY/);
  process.env.DEPLOYER_PRIVATE_KEY = deployerKey;
  const record = await deploy({ rpcUrl, config, out: file });
  assert.equal(record.tokens.USDC.address, local.tokens.USDC.address);
  assert.equal(
    await read(record.contract, 'freeCapital', [zeroAddress]),
    0n,
    'all of the capital is reserve',
  );
  await assert.rejects(deploy({ rpcUrl, config, out: file }), /--again/);
  assert.notEqual((await deploy({ rpcUrl, config, out: file, again: true })).contract, record.contract);

  const elsewhere = { ...config, chain_id: 1 };
  await assert.rejects(deploy({ rpcUrl, config: elsewhere, out: file }), /chain 1,/);
  const mock = {
    ...config,
    currencies: { ...config.currencies, USDT: { deploy: 'UsdtToken', decimals: 6 } },
  };
  await assert.rejects(deploy({ rpcUrl, config: mock, out: file }), /test token/);
  const nobody = { ...config, roles: { ...config.roles, claims: undefined } };
  await assert.rejects(deploy({ rpcUrl, config: nobody, out: file }), /"claims"/);
});

function publicConfig(local) {
  const example = JSON.parse(readFileSync(join(root, 'contracts/script/chains/example.json'), 'utf8'));
  const currencies = structuredClone(example.currencies);
  currencies.USDC.address = local.tokens.USDC.address;
  currencies.ETH.minimum_reserve = currencies.ETH.capital;
  return { ...example, chain_id: 1337, roles: local.roles, currencies };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
