// A deployment's chains for worker and browser, and the settings that must never be deployed.
import { fewestConfirmations, networkOf } from '../../domain/chains.ts';

const DEFAULT_HEARTBEAT_SECONDS = 86_400;

/**
 * One chain of the worker's CHAINS variable and of the browser's deployment.json, from the contract's record.
 * @param record the chain's entry of deployments.json
 * @param settings { rpc_url, confirmations, heartbeats?: { symbol: seconds } }
 */
export function chainEntry(record, { rpc_url, confirmations, heartbeats = {} }) {
  const network = networkOf(record.chain_id);
  if (!network) throw new Error(`Chain ${record.chain_id} is not one of the networks in domain/chains.ts.`);
  const currency = (symbol, decimals, token, permit) => ({
    symbol,
    decimals,
    token,
    feed: record.feeds[symbol] ?? null,
    heartbeat_seconds: heartbeats[symbol] ?? DEFAULT_HEARTBEAT_SECONDS,
    permit,
  });
  const native = network.nativeCurrency;
  return {
    chain_id: record.chain_id,
    key: network.key,
    name: network.name,
    rpc_url,
    contract: record.contract,
    start_block: record.block,
    // Contracts of the first edition sold nothing, and the worker can't read them.
    earlier_contracts: record.contracts
      .slice(1)
      .filter(({ edition }) => edition >= 2)
      .map(({ address, block }) => ({ address, start_block: block })),
    confirmations,
    currencies: [
      currency(native.symbol, native.decimals, null, false),
      ...Object.entries(record.tokens).map(([symbol, token]) =>
        currency(symbol, token.decimals, token.address, token.permit),
      ),
    ],
  };
}

/** Whether a chain's record is of the contract's first edition, which had no list of contracts. */
export function isFormerRecord(record) {
  return record !== undefined && !Array.isArray(record.contracts);
}

/** The static file that the browser reads before it asks our API anything. */
export function browserDeployment({ environment, chains, demoWallet }) {
  const shown = chains.map(({ earlier_contracts: earlier, ...chain }) => ({
    ...chain,
    contracts: [chain.contract, ...earlier.map(({ address }) => address)],
  }));
  return { environment, chains: shown, demo_wallet: demoWallet };
}

/** All workers of an account share rate limit namespaces, so each environment gets a thousand of its own. */
const NAMESPACES = { production: 0, staging: 1000 };

/** The parts of wrangler.toml that each environment must repeat, adapted where necessary. */
export function platformOf(base, environment) {
  return {
    observability: base.observability,
    ratelimits: base.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: String(Number(limit.namespace_id) + NAMESPACES[environment]),
    })),
  };
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Why a deployment's secrets are insufficient, one sentence each; empty if they are fine. Their values stay on the
 * platform: the worker itself refuses to run if its list omits a chain.
 * @param names secrets set for the worker
 */
export function secretProblems(names, required) {
  return required.filter((name) => !names.includes(name)).map((name) => `The secret ${name} is not set.`);
}

/** Why these settings can't be deployed, one sentence each; empty if they can. */
export function deployProblems(settings) {
  const { environment, origin, rate_source, demo_wallet, demo_admin, chains } = settings;
  const problems = [];
  if (environment !== 'staging' && environment !== 'production') {
    problems.push('The environment of a deployment must be staging or production.');
  }
  if (rate_source !== 'chainlink') problems.push('Real quotes must be priced with Chainlink rates.');
  if (demo_wallet) problems.push('The demo wallet belongs to the local stack only.');
  if (demo_admin) problems.push('The demo administrator belongs to the local stack only.');
  const site = URL.parse(origin ?? '');
  if (site?.protocol !== 'https:' || LOOPBACK.test(site.hostname) || site.origin !== origin) {
    problems.push('The origin must be the https address of the site without a path.');
  }
  for (const name of ['mail_from', 'mail_reply_to']) {
    if (!MAIL_ADDRESS.test(settings[name] ?? '')) problems.push(`${name} must be an email address.`);
  }
  if (!chains?.length) problems.push('A deployment must offer at least one chain.');
  for (const { chain_id, rpc_url, contract, confirmations, currencies } of chains ?? []) {
    const rpc = URL.parse(rpc_url ?? '');
    if (rpc?.protocol !== 'https:') problems.push(`Chain ${chain_id} needs an https RPC address.`);
    if (!contract) problems.push(`Chain ${chain_id} has no contract in deployments.json.`);
    const fewest = fewestConfirmations(chain_id);
    if (!(confirmations >= fewest)) {
      problems.push(
        `Chain ${chain_id} needs at least ${fewest === 1 ? 'one confirmation' : 'two confirmations'}.`,
      );
    }
    for (const { symbol, feed } of currencies ?? []) {
      if (!feed) problems.push(`${symbol} on chain ${chain_id} has no price feed.`);
    }
  }
  return problems;
}
