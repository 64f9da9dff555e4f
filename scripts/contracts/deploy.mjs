#!/usr/bin/env node
// Deploys InsurancePayment from a chain's configuration, reads everything back, and records its addresses where web and
// worker read them.
//   node scripts/contracts/deploy.mjs --rpc-url <url> --config contracts/script/chains/<id>.json [--again]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  concatHex,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  getCreate2Address,
  http,
  isAddress,
  keccak256,
  parseAbi,
  parseUnits,
  stringToHex,
  zeroAddress,
} from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_ROLES } from '../../domain/registry/chain-roles.ts';
import { readWhole, writeWhole } from '../lib/state-files.mjs';
import { build, root } from './forge.mjs';
import { artifact, problemsOf, standardInput } from './read-back.mjs';

/** The contract's edition is the version in its EIP-712 domain. */
const EDITION = 4;
/** The deterministic deployment proxy, at one address on every chain: it creates what follows a salt by CREATE2. */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const delayNames = ['announcement', 'guardian', 'recovery', 'holder_change', 'contested_holder_change'];
/** Coins for a local role that the chain starts without. */
const POCKET_MONEY = 100n * 10n ** 18n;
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function mint(address to, uint256 value)',
  'function initialize(address owner)',
]);

/** The local chain's configuration. `signer` is the address of the key that signs quotes. */
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
 * Deploys to the chain behind `rpcUrl` and merges the record into the file `out`. A local chain that already carries the
 * recorded contract keeps it; on any other chain a second deployment needs `again`, and keeps the older one in the list.
 * Returns the chain's record: `{ chain_id, contract, block, contracts, tokens, feeds, roles, recovery, delays }`, where
 * `contracts` has the newest first, each `{ address, block, edition }`, and `contract` and `block` are the first one's.
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
    // viem misses a block that comes while it looks for a replacement, and a local chain may have no later one.
    supportsTransactionReplacementDetection: false,
  });
  const client = createPublicClient({ chain, transport, pollingInterval: config.local ? 20 : 2_000 });
  const records = readRecords(out);
  const known = records[chainId];
  const standing = Boolean(known && (await client.getCode({ address: known.contract })));
  if (config.local && standing && known.contracts) {
    return keep({ client, chain, transport, config, known, records, out });
  }
  if (!config.local && known && !again) {
    throw new Error(
      standing
        ? `Chain ${chainId} has InsurancePayment at ${known.contract} already; pass --again to deploy another.`
        : `${out} has InsurancePayment at ${known.contract} on chain ${chainId}, where there is no code.`,
    );
  }
  build();
  const { record, wiring } = await deployAll({ client, chain, transport, config, log });
  // A local chain's older contract went with its former state.
  const older =
    config.local || !known
      ? []
      : (known.contracts ?? [{ address: known.contract, block: known.block, edition: 1 }]);
  record.contracts.push(...older);
  writeSources(out, record, wiring);
  writeRecords(out, { ...readRecords(out), [chainId]: record });
  return record;
}

/** Keeps the contract that a local chain already has. A regenerated signer takes over the role. */
async function keep({ client, chain, transport, config, known, records, out }) {
  const signer = getAddress(config.roles.signer);
  if (known.roles.signer === signer) return known;
  const account = localAccount(config, known.roles.underwriter);
  const sender = await createSender({ client, chain, transport, account });
  await sender.call(known.contract, artifact('InsurancePayment').abi, 'replaceSigner', [signer]);
  await sender.settle();
  const record = { ...known, roles: { ...known.roles, signer } };
  writeRecords(out, { ...records, [chain.id]: record });
  return record;
}

async function deployAll({ client, chain, transport, config, log }) {
  const account = deployerAccount(config);
  const roles = Object.fromEntries(CHAIN_ROLES.map((name) => [name, getAddress(config.roles[name])]));
  const held = CHAIN_ROLES.find((name) => roles[name] === account.address);
  if (held && !config.local) {
    throw new Error(`The deployer ${account.address} would hold the role "${held}": a deployer holds none.`);
  }
  const sender = await createSender({ client, chain, transport, account });
  const tokens = await provideTokens(sender, config);
  const feeds = await provideFeeds(sender, config);
  const currencies = Object.entries(config.currencies).map(([symbol, currency]) =>
    currencyConfig(currency, tokens[symbol]?.address),
  );
  const recovery = getAddress(config.recovery ?? zeroAddress);
  const wiring = { chainId: chain.id, roles, recovery, delays: config.delays, currencies };
  const contract = await create({ client, sender, config, args: constructorArgs(wiring) });
  const [creation] = (await sender.settle()).slice(-1);

  // Before any capital goes there.
  const problems = await problemsOf({ client, contract, edition: EDITION, ...wiring, tokens });
  if (problems.length > 0) {
    throw new Error(`InsurancePayment at ${contract} is not what was deployed.\n${problems.join('\n')}`);
  }
  for (const [symbol, currency] of Object.entries(config.currencies)) {
    await provide({ sender, config, symbol, currency, token: tokens[symbol]?.address, contract });
  }
  if (config.local) await givePocketMoney({ client, sender, roles: { ...roles, recovery } });
  await sender.settle();

  const block = Number(creation.blockNumber);
  for (const [symbol, token] of Object.entries(tokens)) log(`${symbol} ${token.address}`);
  log(`InsurancePayment ${contract} in block ${block}`);
  if (config.local)
    log(`Its delays are short, for a local chain only: ${JSON.stringify(config.delays)} in seconds`);
  const contracts = [{ address: contract, block, edition: EDITION }];
  const { delays } = config;
  return {
    record: { chain_id: chain.id, contract, block, contracts, tokens, feeds, roles, recovery, delays },
    wiring,
  };
}

/** Creates the contract by CREATE2: the same configuration has the same address on every chain. */
async function create({ client, sender, config, args }) {
  if (!(await client.getCode({ address: FACTORY }))) {
    throw new Error(`Chain ${config.chain_id} lacks the deterministic deployment proxy at ${FACTORY}.`);
  }
  const { abi, bytecode } = artifact('InsurancePayment');
  const salt = keccak256(stringToHex(config.salt));
  const initCode = encodeDeployData({ abi, bytecode, args });
  const contract = getCreate2Address({ from: FACTORY, salt, bytecode: initCode });
  if (await client.getCode({ address: contract })) {
    throw new Error(`There is InsurancePayment at ${contract} already; change the configuration's salt.`);
  }
  await sender.send({ to: FACTORY, data: concatHex([salt, initCode]) });
  return contract;
}

/** What the constructor takes. */
function constructorArgs({ roles, recovery: recoveryAddress, delays, currencies }) {
  const [announcement, guardian, recovery, holderChange, contestedHolderChange] = delayNames.map(
    (name) => delays[name],
  );
  const waits = { announcement, guardian, recovery, holderChange, contestedHolderChange };
  return [roles, recoveryAddress, waits, currencies];
}

async function provideTokens(sender, config) {
  const tokens = {};
  for (const [symbol, currency] of Object.entries(config.currencies).slice(1)) {
    const address = currency.deploy
      ? await sender.deployToken(currency.deploy, sender.address)
      : getAddress(currency.address);
    tokens[symbol] = { address, decimals: currency.decimals, authorization: currency.authorization };
  }
  return tokens;
}

async function provideFeeds(sender, config) {
  const feeds = {};
  for (const [symbol, feed] of Object.entries(config.feeds ?? {})) {
    feeds[symbol] = feed.deploy
      ? await sender.deployContract(feed.deploy, [sender.address, `${symbol} / USD`, BigInt(feed.answer)])
      : getAddress(feed.address);
  }
  return feeds;
}

/** An anvil that others started gives coins to its first ten accounts only. The signer sends nothing. */
async function givePocketMoney({ client, sender, roles: { signer: _, ...roles } }) {
  for (const to of Object.values(roles)) {
    if ((await client.getBalance({ address: to })) === 0n) await sender.send({ to, value: POCKET_MONEY });
  }
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

/** Dollars per unit become base units per dollar: the highest price gives the fewest. */
function currencyConfig(
  { decimals, price_low, price_high, minimum_reserve, allowance },
  token = zeroAddress,
) {
  const perDollar = (price) => (10n ** BigInt(decimals) * 10n ** 18n) / parseUnits(price, 18);
  return {
    token,
    minPerDollar: perDollar(price_high),
    maxPerDollar: perDollar(price_low),
    minimumReserve: parseUnits(minimum_reserve ?? '0', decimals),
    allowance,
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
    send,
    deployContract,
    async deployToken(name, owner) {
      if (name !== 'UsdcToken') return deployContract(name, [owner]);
      const logic = await deployContract(name, []);
      const start = encodeFunctionData({ abi: tokenAbi, functionName: 'initialize', args: [owner] });
      return deployContract('UsdcProxy', [logic, start]);
    },
    call: (to, abi, functionName, args, value = 0n) =>
      send({ to, value, data: encodeFunctionData({ abi, functionName, args }) }),
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

/** The account of a local chain's mnemonic with this address. */
function localAccount({ deployer: { mnemonic } }, address) {
  for (let addressIndex = 0; addressIndex < 20; addressIndex++) {
    const account = mnemonicToAccount(mnemonic, { addressIndex });
    if (account.address === address) return account;
  }
  throw new Error(`${address} is none of the local chain's accounts.`);
}

function checkConfig(config) {
  for (const name of CHAIN_ROLES) {
    if (!isAddress(config.roles?.[name] ?? ''))
      throw new Error(`The configuration's role "${name}" is not an address.`);
  }
  if (config.recovery !== null && !isAddress(config.recovery ?? ''))
    throw new Error('The configuration\'s "recovery" is neither an address nor null.');
  for (const name of delayNames) {
    if (!Number.isInteger(config.delays?.[name]))
      throw new Error(`The configuration's delay "${name}" is not a number of seconds.`);
  }
  if (!config.salt) throw new Error('The configuration has no salt.');
  for (const [index, [symbol, currency]] of Object.entries(config.currencies ?? {}).entries()) {
    if (!Number.isInteger(currency.allowance))
      throw new Error(`The currency ${symbol} has no allowance in whole dollars per day.`);
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

/** What an explorer needs to verify the source, beside the record. */
function writeSources(out, { chain_id, contract }, wiring) {
  const folder = join(dirname(out), 'deployments', `${chain_id}-${contract}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'standard-input.json'), `${JSON.stringify(standardInput(), null, 2)}\n`);
  const { inputs } = artifact('InsurancePayment').abi.find(({ type }) => type === 'constructor');
  const encoded = encodeAbiParameters(inputs, constructorArgs(wiring)).slice(2);
  writeFileSync(join(folder, 'constructor-arguments.txt'), `${encoded}\n`);
}

const readRecords = (file) => readWhole(file) ?? {};

const writeRecords = (file, records) => writeWhole(file, `${JSON.stringify(records, null, 2)}\n`);

async function main() {
  const { values } = parseArgs({
    options: {
      'rpc-url': { type: 'string' },
      config: { type: 'string' },
      out: { type: 'string' },
      again: { type: 'boolean', default: false },
    },
  });
  if (!values['rpc-url'] || !values.config)
    throw new Error('Usage: deploy.mjs --rpc-url <url> --config <file> [--out <file>] [--again]');
  const config = readConfig(values.config);
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

if (import.meta.main) {
  main().catch((error) => {
    console.error(error.shortMessage ?? error.message);
    process.exit(1);
  });
}
