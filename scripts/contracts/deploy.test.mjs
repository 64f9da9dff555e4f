// Deploys to a real anvil chain on a free port.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  concatHex,
  createPublicClient,
  domainSeparator,
  getCreate2Address,
  http,
  keccak256,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { deploy, localConfig } from './deploy.mjs';
import { root, toolPath } from './forge.mjs';
import { artifact, problemsOf, standardInput } from './read-back.mjs';

const signer = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955';
const customer = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
/** A customer's, which holds no role. */
const deployerKey = '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e';
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const abi = parseAbi([
  'function roleHolder(uint8 role) view returns (address)',
  'function delays() view returns ((uint32 announcement, uint32 guardian, uint32 recovery, uint32 holderChange, uint32 contested))',
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
  const order = ['administrator', 'guardian', 'claims', 'underwriter', 'treasurer', 'pauser', 'signer'];
  assert.deepEqual(Object.keys(record.roles), order);
  for (const [index, name] of order.entries()) {
    assert.equal(await read(record.contract, 'roleHolder', [index]), record.roles[name]);
  }
  assert.deepEqual(record.delays, {
    announcement: 60,
    guardian: 120,
    recovery: 90,
    holder_change: 60,
    contested_holder_change: 120,
  });
  assert.deepEqual(await read(record.contract, 'delays'), {
    announcement: 60,
    guardian: 120,
    recovery: 90,
    holderChange: 60,
    contested: 120,
  });
  assert.deepEqual(record.contracts, [{ address: record.contract, block: record.block, edition: 4 }]);
  assert.equal(
    await client.getBalance({ address: record.roles.guardian }),
    100n * 10n ** 18n,
    'the guardian can pay for its transactions',
  );
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
  assert.equal(
    block.transactions[0].to,
    factory.toLowerCase(),
    'the block of the record is the one of the creation',
  );
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
  assert.equal(await read(record.contract, 'roleHolder', [6]), customer);
});

test('the files that an explorer needs to verify the source are saved with the record', () => {
  const record = JSON.parse(readFileSync(out, 'utf8'))[1337];
  const beside = join(folder, 'deployments', `1337-${record.contract}`);
  const input = JSON.parse(readFileSync(join(beside, 'standard-input.json'), 'utf8'));
  assert.deepEqual(input, standardInput());
  assert.equal(input.settings.viaIR, true);
  assert.deepEqual(input.settings.optimizer, { enabled: true, runs: 100 });
  const { metadata, bytecode } = artifact('InsurancePayment');
  assert.deepEqual(Object.keys(input.sources), Object.keys(metadata.sources));
  for (const [path, { content }] of Object.entries(input.sources)) {
    assert.equal(keccak256(stringToHex(content)), metadata.sources[path].keccak256);
  }
  const constructorArguments = readFileSync(join(beside, 'constructor-arguments.txt'), 'utf8').trim();
  const initCode = concatHex([bytecode, `0x${constructorArguments}`]);
  const salt = keccak256(stringToHex('Mooring, fourth edition'));
  assert.equal(record.contract, getCreate2Address({ from: factory, salt, bytecode: initCode }));
});

test('every difference between a contract and its configuration is named in a sentence', async () => {
  const { contract, roles, recovery, delays, tokens } = JSON.parse(readFileSync(out, 'utf8'))[1337];
  const whole = await client.readContract({
    address: contract,
    abi: artifact('InsurancePayment').abi,
    functionName: 'currencies',
  });
  const currencies = whole.map(({ token, minPerDollar, maxPerDollar, minimumReserve, allowance }) => ({
    token,
    minPerDollar,
    maxPerDollar,
    minimumReserve,
    allowance,
  }));
  const wiring = { roles, recovery, delays, currencies, tokens };
  const told = { client, contract, edition: 4, chainId: 1337, ...wiring };
  assert.deepEqual(await problemsOf(told), []);
  const [eth, usdc, usdt] = currencies;
  const { USDC } = tokens;
  const separator = (version) =>
    domainSeparator({
      domain: { name: 'USD Coin', version, chainId: 1337, verifyingContract: USDC.address },
    });
  const different = [
    [
      { roles: { ...roles, guardian: customer } },
      `Its guardian role is ${roles.guardian} and should be ${customer}.`,
    ],
    [{ delays: { ...delays, guardian: 604_800 } }, 'Its delay "guardian" is 120 and should be 604800.'],
    [{ recovery: customer }, `Its recovery address is ${recovery} and should be ${customer}.`],
    [{ currencies: [eth, usdc] }, 'Its number of currencies is 3 and should be 2.'],
    [
      { currencies: [eth, { ...usdc, allowance: 7 }, usdt] },
      "Its currency 1's allowance is 100000 and should be 7.",
      "Its currency 1's allowanceLeft is 100000 and should be 7.",
    ],
    [
      { currencies: [{ ...eth, minPerDollar: 1n }, usdc, usdt] },
      "Its currency 0's minPerDollar is 100000000000000 and should be 1.",
    ],
    [
      { currencies: [eth, usdc, { ...usdt, minimumReserve: 0n }] },
      "Its currency 2's minimumReserve is 10000000000 and should be 0.",
    ],
    [
      { tokens: { USDC: { ...USDC, decimals: 18 } } },
      "Its token USDC's number of decimals is 6 and should be 18.",
    ],
    [
      { tokens: { USDC: { ...USDC, authorization: { name: 'USD Coin', version: '1' } } } },
      `Its token USDC's signing domain is ${separator('2')} and should be ${separator('1')}.`,
    ],
    [{ contract: USDC.address }, 'Its code is not what was compiled.'],
  ];
  for (const [change, ...sentences] of different) {
    assert.deepEqual(await problemsOf({ ...told, ...change }), sentences);
  }
  for (const change of [{ edition: 1 }, { chainId: 1 }]) {
    const [sentence, ...rest] = await problemsOf({ ...told, ...change, tokens: {} });
    assert.match(sentence, /^Its EIP-712 digest of a sample is 0x/);
    assert.deepEqual(rest, []);
  }
});

test('a public chain wants a key that holds no role, real tokens, and no second contract by accident', async () => {
  const local = JSON.parse(readFileSync(out, 'utf8'))[1337];
  const config = publicConfig(local);
  const file = join(folder, 'public.json');
  delete process.env.DEPLOYER_PRIVATE_KEY;
  await assert.rejects(deploy({ rpcUrl, config, out: file }), /DEPLOYER_PRIVATE_KEY/);
  process.env.DEPLOYER_PRIVATE_KEY = deployerKey;
  const itself = { ...config, roles: { ...config.roles, treasurer: privateKeyToAddress(deployerKey) } };
  await assert.rejects(deploy({ rpcUrl, config: itself, out: file }), /would hold the role "treasurer"/);
  const record = await deploy({ rpcUrl, config, out: file });
  assert.equal(record.tokens.USDC.address, local.tokens.USDC.address);
  assert.equal(
    await read(record.contract, 'freeCapital', [zeroAddress]),
    0n,
    'all of the capital is reserve',
  );
  await assert.rejects(deploy({ rpcUrl, config, out: file }), /--again/);
  await assert.rejects(deploy({ rpcUrl, config, out: file, again: true }), /change the configuration's salt/);
  const salted = { ...config, salt: 'another' };
  const second = await deploy({ rpcUrl, config: salted, out: file, again: true });
  assert.notEqual(second.contract, record.contract);
  assert.deepEqual(second.contracts, [
    { address: second.contract, block: second.block, edition: 4 },
    ...record.contracts,
  ]);

  const elsewhere = { ...config, chain_id: 1 };
  await assert.rejects(deploy({ rpcUrl, config: elsewhere, out: file }), /chain 1,/);
  const mock = {
    ...config,
    currencies: { ...config.currencies, USDT: { ...config.currencies.USDC, deploy: 'UsdtToken' } },
  };
  await assert.rejects(deploy({ rpcUrl, config: mock, out: file }), /test token/);
  const nobody = { ...config, roles: { ...config.roles, claims: undefined } };
  await assert.rejects(deploy({ rpcUrl, config: nobody, out: file }), /"claims"/);
  const mistyped = { ...config, recovery: '0x12' };
  await assert.rejects(
    deploy({ rpcUrl, config: mistyped, out: file }),
    /"recovery" is neither an address nor null/,
  );
  const hasty = { ...config, delays: { ...config.delays, guardian: undefined } };
  await assert.rejects(deploy({ rpcUrl, config: hasty, out: file }), /delay "guardian"/);
  await assert.rejects(deploy({ rpcUrl, config: { ...config, salt: '' }, out: file }), /no salt/);
});

test('a contract of the first edition stays in the list of a public chain and is replaced on a local one', async () => {
  const local = JSON.parse(readFileSync(out, 'utf8'))[1337];
  const { contracts: _, delays: __, ...first } = local;
  const file = join(folder, 'first.json');
  const begin = () => writeFileSync(file, JSON.stringify({ 1337: first }));
  begin();
  process.env.DEPLOYER_PRIVATE_KEY = deployerKey;
  const config = { ...publicConfig(local), salt: 'after the first edition' };
  const record = await deploy({ rpcUrl, config, out: file, again: true });
  assert.deepEqual(record.contracts, [
    { address: record.contract, block: record.block, edition: 4 },
    { address: first.contract, block: first.block, edition: 1 },
  ]);
  begin();
  const again = localConfig({ signer });
  // The deployer has given half of its coins to the first contract.
  again.currencies.ETH.capital = '100';
  const anew = await deploy({ rpcUrl, config: again, out: file });
  assert.deepEqual(anew.contracts, [{ address: anew.contract, block: anew.block, edition: 4 }]);
  assert.notEqual(anew.contract, first.contract);
});

function publicConfig(local) {
  const example = JSON.parse(readFileSync(join(root, 'contracts/script/chains/example.json'), 'utf8'));
  const currencies = structuredClone(example.currencies);
  Object.assign(currencies.USDC, {
    address: local.tokens.USDC.address,
    authorization: local.tokens.USDC.authorization,
  });
  currencies.ETH.minimum_reserve = currencies.ETH.capital;
  return { ...example, chain_id: 1337, roles: local.roles, recovery: null, currencies };
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
