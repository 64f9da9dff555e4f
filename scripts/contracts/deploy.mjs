#!/usr/bin/env node
// Deploys InsurancePayment from a chain's configuration and records its addresses for web and worker.
//   node scripts/contracts/deploy.mjs --rpc-url <url> --config contracts/script/chains/<id>.json [--signer 0x…] [--again]
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  http,
  isAddress,
  parseAbi,
  parseUnits,
  zeroAddress,
} from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { build, root } from './forge.mjs';

const roleNames = ['admin', 'signer', 'claims', 'underwriter', 'treasurer', 'pauser'];
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function mint(address to, uint256 value)',
  'function initialize(address owner)',
]);

const roleAbi = parseAbi(['function setRole(uint8 role, address holder)']);

/** The local chain's configuration. `signer` is the quote signer's address. */
export function localConfig({ signer }) {
  const config = readConfig(join(root, 'contracts/script/chains/1337.json'));
  return { ...config, roles: { ...config.roles, signer } };
}

/** Reads a chain's configuration file. */
export function readConfig(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Where a chain's record is stored by default. */
export function recordFile(config) {
  return join(root, config.local ? '.local/deployments.json' : 'deployments.json');
}

/**
 * Deploys to the chain at `rpcUrl` and merges its record into the file `out`. A local chain keeps a contract it
 * already has; any other chain needs `again` for a second deployment.
 * Returns the record: `{ chain_id, contract, block, tokens, feeds, roles }`.
 */
export async function deploy({ rpcUrl, config, out = recordFile(config), again = false, log = () => {} }) {
  checkConfig(config);
  const transport = http(rpcUrl);
  const probe = createPublicClient({ transport });
  const chainId = await probe.getChainId();
  if (chainId !== config.chain_id) {
    throw new Error(`The configuration is for chain ${config.chain_id}, and ${rpcUrl} is chain ${chainId}.`);
  }
  const chain = defineChain({
    id: chainId,
    name: config.name,
    nativeCurrency: { name: 'Native', symbol: Object.keys(config.currencies)[0], decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const client = createPublicClient({ chain, transport, pollingInterval: config.local ? 20 : 2_000 });
  const records = readRecords(out);
  const known = records[chainId];
  if (known && (await client.getCode({ address: known.contract }))) {
    if (config.local) return keep({ client, chain, transport, config, known, records, out });
    if (!again) {
      throw new Error(
        `Chain ${chainId} already has InsurancePayment at ${known.contract}; pass --again to deploy another.`,
      );
    }
  }
  build();
  const record = await deployAll({ client, chain, transport, config, log });
  writeRecords(out, { ...readRecords(out), [chainId]: record });
  return record;
}

/** Keeps the contract that a local chain already has. A regenerated signer takes over the role. */
async function keep({ client, chain, transport, config, known, records, out }) {
  const signer = getAddress(config.roles.signer);
  if (known.roles.signer === signer) return known;
  const sender = await createSender({ client, chain, transport, account: deployerAccount(config) });
  await sender.call(known.contract, roleAbi, 'setRole', [0, signer]);
  await sender.settle();
  const record = { ...known, roles: { ...known.roles, signer } };
  writeRecords(out, { ...records, [chain.id]: record });
  return record;
}

async function deployAll({ client, chain, transport, config, log }) {
  const sender = await createSender({ client, chain, transport, account: deployerAccount(config) });
  const owner = sender.address;

  const tokens = {};
  for (const [symbol, currency] of Object.entries(config.currencies).slice(1)) {
    const address = currency.deploy
      ? await sender.deployToken(currency.deploy, owner)
      : getAddress(currency.address);
    tokens[symbol] = { address, decimals: currency.decimals, permit: currency.permit };
  }
  const feeds = {};
  for (const [symbol, feed] of Object.entries(config.feeds ?? {})) {
    feeds[symbol] = feed.deploy
      ? await sender.deployContract(feed.deploy, [owner, `${symbol} / USD`, BigInt(feed.answer)])
      : getAddress(feed.address);
  }
  const roles = Object.fromEntries(roleNames.map((name) => [name, getAddress(config.roles[name])]));
  const currencies = Object.entries(config.currencies).map(([symbol, currency]) =>
    currencyConfig(currency, tokens[symbol]?.address),
  );
  const contract = await sender.deployContract('InsurancePayment', [roles, currencies]);
  const creation = sender.last();

  for (const [symbol, currency] of Object.entries(config.currencies)) {
    await provide({ sender, config, symbol, currency, token: tokens[symbol]?.address, contract });
  }
  const receipts = await sender.settle();
  const { blockNumber } = receipts.find((receipt) => receipt.transactionHash === creation);
  for (const [symbol, token] of Object.entries(tokens)) log(`${symbol} ${token.address}`);
  log(`InsurancePayment ${contract} in block ${blockNumber}`);
  return { chain_id: chain.id, contract, block: Number(blockNumber), tokens, feeds, roles };
}

/** Funds the pool in one currency. A local chain also mints tokens for it and for the demo customers. */
async function provide({ sender, config, symbol, currency, token, contract }) {
  const capital = parseUnits(currency.capital ?? '0', currency.decimals);
  const { abi } = artifact('InsurancePayment');
  if (currency.deploy) {
    await sender.call(token, tokenAbi, 'mint', [sender.address, capital]);
    const gift = parseUnits(config.gifts?.[symbol] ?? '0', currency.decimals);
    for (const to of config.gifts?.to ?? []) await sender.call(token, tokenAbi, 'mint', [to, gift]);
  }
  if (capital === 0n) return;
  if (token) await sender.call(token, tokenAbi, 'approve', [contract, capital]);
  await sender.call(contract, abi, 'fund', [token ?? zeroAddress, capital], token ? 0n : capital);
}

/** Converts dollars per unit to base units per dollar, so the highest price gives the lowest bound. */
function currencyConfig({ decimals, price_low, price_high, minimum_reserve }, token = zeroAddress) {
  const perDollar = (price) => (10n ** BigInt(decimals) * 10n ** 18n) / parseUnits(price, 18);
  return {
    token,
    minPerDollar: perDollar(price_high),
    maxPerDollar: perDollar(price_low),
    minimumReserve: parseUnits(minimum_reserve ?? '0', decimals),
  };
}

/** Sends transactions with its own nonces and waits for all of them at the end. */
async function createSender({ client, chain, transport, account }) {
  const wallet = createWalletClient({ account, chain, transport });
  let nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' });
  const hashes = [];
  const send = async (request) => {
    // An estimate needs the state after the previous transactions.
    if (hashes.length > 0) await client.waitForTransactionReceipt({ hash: hashes.at(-1) });
    hashes.push(await wallet.sendTransaction({ ...request, nonce: nonce++ }));
  };
  const deployContract = async (name, args) => {
    const { abi, bytecode } = artifact(name);
    const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) });
    await send({ data: encodeDeployData({ abi, bytecode, args }) });
    return address;
  };
  return {
    address: account.address,
    deployContract,
    async deployToken(name, owner) {
      if (name !== 'UsdcToken') return deployContract(name, [owner]);
      const logic = await deployContract(name, []);
      const start = encodeFunctionData({ abi: tokenAbi, functionName: 'initialize', args: [owner] });
      return deployContract('UsdcProxy', [logic, start]);
    },
    call: (to, abi, functionName, args, value = 0n) =>
      send({ to, value, data: encodeFunctionData({ abi, functionName, args }) }),
    last: () => hashes.at(-1),
    async settle() {
      const receipts = await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash })));
      const failed = receipts.find((receipt) => receipt.status !== 'success');
      if (failed) throw new Error(`Transaction ${failed.transactionHash} of the deployment was reverted.`);
      return receipts;
    },
  };
}

function deployerAccount({ local, deployer }) {
  if (local) return mnemonicToAccount(deployer.mnemonic, { addressIndex: deployer.index });
  const key = process.env.DEPLOYER_PRIVATE_KEY;
  if (!/^0x[0-9a-fA-F]{64}$/.test(key ?? ''))
    throw new Error('Set DEPLOYER_PRIVATE_KEY to the 0x… private key of the deployer.');
  return privateKeyToAccount(key);
}

function artifact(name) {
  const { abi, bytecode } = readJson(join(root, 'out', `${name}.sol`, `${name}.json`));
  return { abi, bytecode: bytecode.object };
}

function checkConfig(config) {
  for (const name of roleNames) {
    if (!isAddress(config.roles?.[name] ?? ''))
      throw new Error(`The configuration's role "${name}" is not an address.`);
  }
  for (const [index, [symbol, currency]] of Object.entries(config.currencies ?? {}).entries()) {
    if (index > 0 && !currency.deploy && !isAddress(currency.address ?? ''))
      throw new Error(`The currency ${symbol} has no address.`);
    if (currency.deploy && !config.local)
      throw new Error(`The currency ${symbol} is a test token; only a local chain gets one.`);
  }
  for (const [symbol, feed] of Object.entries(config.feeds ?? {})) {
    if (!feed.deploy && !isAddress(feed.address ?? ''))
      throw new Error(`The feed of ${symbol} has no address.`);
    if (feed.deploy && !config.local)
      throw new Error(`The feed of ${symbol} is a test feed; only a local chain gets one.`);
  }
}

function readRecords(file) {
  return existsSync(file) ? readJson(file) : {};
}

/** Writes atomically, so that a reader never sees half a file. */
function writeRecords(file, records) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(records, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function main() {
  const { values } = parseArgs({
    options: {
      'rpc-url': { type: 'string' },
      config: { type: 'string' },
      signer: { type: 'string' },
      out: { type: 'string' },
      again: { type: 'boolean', default: false },
    },
  });
  if (!values['rpc-url'] || !values.config)
    throw new Error(
      'Usage: deploy.mjs --rpc-url <url> --config <file> [--signer 0x…] [--out <file>] [--again]',
    );
  const config = readConfig(values.config);
  if (values.signer) config.roles.signer = values.signer;
  const out = values.out ?? recordFile(config);
  const record = await deploy({
    rpcUrl: values['rpc-url'],
    config,
    out,
    again: values.again,
    log: (line) => console.log(line),
  });
  console.log(`Chain ${record.chain_id}: InsurancePayment at ${record.contract}, recorded in ${out}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    console.error(error.shortMessage ?? error.message);
    process.exit(1);
  });
}
