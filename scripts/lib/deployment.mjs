// A deployment's chains for worker and browser, and the settings that must never be deployed.
import { join } from 'node:path';
import { fewestConfirmations, networkOf } from '../../domain/chains.ts';
import { operatorSchema } from '../../domain/operator-schema.ts';
import { substrateAddress, substrateKey } from '../../domain/ss58.ts';
import { substrateChain } from '../../worker/src/platform/chain/config.ts';
import { ROOT } from './bootstrap.mjs';
import { DEV_ACCOUNTS, LOCAL_GENESIS, RECIPIENT } from './substrate.mjs';

const DEFAULT_HEARTBEAT_SECONDS = 86_400;

/**
 * One chain of the worker's CHAINS variable and of the browser's deployment.json, from the contract's record.
 * @param record the chain's entry of deployments.json
 * @param settings { rpc_url, confirmations, heartbeats?: { symbol: seconds } }
 */
export function chainEntry(record, { rpc_url, confirmations, heartbeats = {} }) {
  const network = networkOf(record.chain_id);
  if (!network) throw new Error(`Chain ${record.chain_id} is not one of the networks in domain/chains.ts.`);
  const currency = (symbol, decimals, token, authorization) => ({
    symbol,
    decimals,
    token,
    feed: record.feeds[symbol] ?? null,
    heartbeat_seconds: heartbeats[symbol] ?? DEFAULT_HEARTBEAT_SECONDS,
    authorization,
  });
  const native = network.nativeCurrency;
  return {
    chain_id: record.chain_id,
    key: network.key,
    name: network.name,
    rpc_url,
    contract: record.contract,
    roles: record.roles,
    start_block: record.block,
    // Contracts of an earlier edition sold nothing, and the worker can't read them.
    earlier_contracts: record.contracts
      .slice(1)
      .filter(({ edition }) => edition >= 3)
      .map(({ address, block }) => ({ address, start_block: block })),
    confirmations,
    currencies: [
      currency(native.symbol, native.decimals, null, null),
      ...Object.entries(record.tokens).map(([symbol, token]) =>
        currency(symbol, token.decimals, token.address, token.authorization),
      ),
    ],
  };
}

/** What a deployment without WalletConnect keeps from people with a phone; null with it. */
export function phoneNotice({ walletconnect }) {
  if (walletconnect) return null;
  return 'WalletConnect is not offered. No wallet on a phone can connect to a page on a computer, and on a phone only the browser inside a wallet app can connect; the dialog says so. Set walletconnect.project_id to offer it.';
}

/** Counts those who may pay claims, as a query of the worker's database. */
export const PAYERS =
  "SELECT count(*) AS payers FROM admins WHERE status = 'active' AND password_hash <> '' AND role IN ('administrator', 'claims')";

/** What a desk with fewer than two people who pay claims can't do; null with two. */
export function payersNotice(payers) {
  if (payers >= 2) return null;
  return `${payers === 0 ? 'Nobody' : 'Only one person'} here may pay claims. Whoever approves a large payout doesn't prepare it, so it waits until there are two: npm run admin:create, or an invitation at the desk.`;
}

/**
 * The worker's SUBSTRATE variable, from a deployment's settings; null if it offers no such chain.
 * @param settings { genesis_hash, rpc_url, recipient, start_block, feed, recipient_kind?, earlier_recipients? }
 */
export function substrateEntry(settings) {
  if (!settings) return null;
  const { key, name, nativeCurrency, ss58Prefix } = networkOf(settings.genesis_hash ?? null) ?? {};
  const { symbol, decimals } = nativeCurrency ?? {};
  return { key, name, ss58_prefix: ss58Prefix, symbol, decimals, ...settings };
}

/** Whether a chain's contract is of an edition that this source can't read. The first had no list of contracts. */
export function isFormerRecord(record) {
  return record !== undefined && !(record.contracts?.[0]?.edition >= 3);
}

/** What the browser needs to know of the Substrate chain. What the worker alone enforces there is not its business. */
function browserSubstrate(chain) {
  const { genesis_hash, key, name, rpc_url, ss58_prefix, symbol, decimals, start_block } = chain;
  const address = (account) => substrateAddress(substrateKey(account), ss58_prefix);
  return {
    genesis_hash,
    key,
    name,
    rpc_url,
    ss58_prefix,
    symbol,
    decimals,
    start_block,
    recipient: address(chain.recipient),
    /** All of this deployment, newest first. */
    recipients: [chain.recipient, ...(chain.earlier_recipients ?? [])].map(address),
  };
}

/** The static file that the browser reads before it asks our API anything. */
export function browserDeployment({
  environment,
  chains,
  substrate = null,
  demoWallet,
  walletConnect = null,
  operator = null,
}) {
  const shown = chains.map(({ earlier_contracts: earlier, roles: _, ...chain }) => ({
    ...chain,
    // Where the history of all contracts begins.
    first_block: Math.min(chain.start_block, ...earlier.map(({ start_block }) => start_block)),
    contracts: [chain.contract, ...earlier.map(({ address }) => address)],
  }));
  return {
    environment,
    chains: shown,
    substrate: substrate && browserSubstrate(substrate),
    demo_wallet: demoWallet,
    walletconnect: walletConnect,
    operator,
  };
}

/** All workers of an account share rate limit namespaces, so each environment gets a thousand of its own. */
const NAMESPACES = { production: 0, staging: 1000 };

/** The parts of wrangler.toml that each environment must repeat, adapted where necessary. */
export function platformOf(base, environment) {
  return {
    observability: base.observability,
    minify: base.minify,
    upload_source_maps: base.upload_source_maps,
    define: base.define,
    // A path in it is relative to the configuration's own file.
    alias: Object.fromEntries(Object.entries(base.alias).map(([name, path]) => [name, join(ROOT, path)])),
    ratelimits: base.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: String(Number(limit.namespace_id) + NAMESPACES[environment]),
    })),
  };
}

/** The ids that WalletConnect gives to projects. */
const PROJECT_ID = /^[0-9a-f]{32}$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const SECURITY_CONTACT = /^(?:mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/\S+)$/;

/**
 * Why a deployment's secrets are insufficient, one sentence each; empty if they are fine. Their values stay on the
 * platform: the worker itself refuses to run if its list omits a chain.
 * @param names secrets set for the worker
 */
export function secretProblems(names, required) {
  return required.filter((name) => !names.includes(name)).map((name) => `The secret ${name} is not set.`);
}

/** Who may own the money on a chain that enforces nothing itself: several people, or one who is watched for days. */
const RECIPIENT_KINDS = ['multisig', 'delayed_proxy'];
const DEV_KEYS = [...DEV_ACCOUNTS, RECIPIENT].map(({ key }) => key);

const protocolOf = (url) => URL.parse(url ?? '')?.protocol;

/** The sentences of what holds. */
const holding = (problems) => Object.keys(problems).filter((sentence) => problems[sentence]);

/** The fields that a schema of the worker refuses. */
const refusedFields = ({ error }) =>
  error?.issues.map(({ path, keys }) => [...path, ...(keys ?? [])].join('.')) ?? [];

/** Why a Substrate chain can't be offered, one sentence each. */
function substrateProblems({ environment, chains, substrate }) {
  const { genesis_hash, rpc_url, recipient, recipient_kind, earlier_recipients, feed } = substrate;
  if (networkOf(genesis_hash ?? null)?.ss58Prefix === undefined) {
    return [`No network in domain/chains.ts has the genesis hash ${genesis_hash}.`];
  }
  const recipients = [recipient, ...(earlier_recipients ?? [])].map((account) => substrateKey(account ?? ''));
  const entry = { ...substrateEntry(substrate), rpc_url: 'https://checked.above' };
  const checked = ['recipient', 'earlier_recipients', 'feed'];
  const others = refusedFields(substrateChain.safeParse(entry)).filter((field) => !checked.includes(field));
  return holding({
    'The local Polkadot chain belongs to the local stack only.': genesis_hash === LOCAL_GENESIS,
    'substrate.rpc_url must be an https or wss address.': !/^(https|wss):$/.test(protocolOf(rpc_url)),
    'A recipient must be an address or a 32-byte public key.': recipients.includes(null),
    'Everybody has the keys of the development accounts: none can be a recipient.': recipients.some((key) =>
      DEV_KEYS.includes(key),
    ),
    'substrate.recipient_kind must say that the recipient is a multisig or a delayed_proxy.':
      environment === 'production' && !RECIPIENT_KINDS.includes(recipient_kind),
    'substrate.feed must name a price feed on one of the chains.': !chains?.some(
      ({ chain_id }) => chain_id === feed?.chain_id,
    ),
    [`The worker would refuse substrate: ${others.join(', ')}.`]: others.length > 0,
  });
}

/** Why an EVM chain can't be offered, one sentence each. */
function chainProblems({ chain_id, rpc_url, contract, confirmations, currencies = [] }) {
  const fewest = fewestConfirmations(chain_id);
  return holding({
    [`Chain ${chain_id} needs an https RPC address.`]: protocolOf(rpc_url) !== 'https:',
    [`Chain ${chain_id} has closed down: nobody could pay there.`]: networkOf(chain_id)?.stage === 'retired',
    [`Chain ${chain_id} has no contract in deployments.json.`]: !contract,
    [`Chain ${chain_id} needs at least ${fewest === 1 ? 'one confirmation' : 'two confirmations'}.`]: !(
      confirmations >= fewest
    ),
    ...Object.fromEntries(
      currencies.map(({ symbol, feed }) => [`${symbol} on chain ${chain_id} has no price feed.`, !feed]),
    ),
  });
}

/** Why these settings can't be deployed, one sentence each; empty if they can. */
export function deployProblems(settings) {
  const { environment, origin, rate_source, demo_wallet, demo_admin, chains, walletconnect } = settings;
  const isProduction = environment === 'production';
  const isMail = (name) => MAIL_ADDRESS.test(settings[name] ?? '');
  const site = URL.parse(origin ?? '');
  const operator = settings.operator ? refusedFields(operatorSchema.safeParse(settings.operator)) : [];
  const relay = walletconnect?.relay_url;
  return [
    ...holding({
      'The environment of a deployment must be staging or production.':
        environment !== 'staging' && !isProduction,
      'Real quotes must be priced with Chainlink rates.': rate_source !== 'chainlink',
      'The demo wallet belongs to the local stack only.': demo_wallet,
      'The demo administrator belongs to the local stack only.': demo_admin,
      'The origin must be the https address of the site without a path.':
        site?.protocol !== 'https:' || LOOPBACK.test(site.hostname) || site.origin !== origin,
      'mail_from must be an email address.': !isMail('mail_from'),
      'mail_reply_to must be an email address.': !isMail('mail_reply_to'),
      'security_contact must be a mailto: or https: address for reports of vulnerabilities.':
        !SECURITY_CONTACT.test(settings.security_contact ?? ''),
      'guardian_email must be an email address.':
        settings.guardian_email !== undefined && !isMail('guardian_email'),
      "Production needs guardian_email: where the contract's guardian learns of announcements.":
        isProduction && !settings.guardian_email,
      [`The worker would refuse operator: ${operator.join(', ')}.`]: operator.length > 0,
      'Production needs operator: the licensed insurer that runs it.': isProduction && !settings.operator,
      'walletconnect.project_id must be the 32 hexadecimal digits of a WalletConnect project.':
        walletconnect && !PROJECT_ID.test(walletconnect.project_id ?? ''),
      'walletconnect.relay_url must be a wss address.': relay !== undefined && protocolOf(relay) !== 'wss:',
      'A deployment must offer at least one chain.': !chains?.length,
    }),
    ...(chains ?? []).flatMap(chainProblems),
    ...(settings.substrate ? substrateProblems(settings) : []),
  ];
}
