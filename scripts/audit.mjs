// npm run audit -- --rpc <node> --api <site>: checks the contracts' events and our records against each other, without
// trusting us. Exits with 0 when all matches, 1 on any difference, 2 when something can't be read.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { chainRefOf, fewestConfirmations, networkOf } = await import('../domain/chains.ts');
const { apiOver, runAudit } = await import('../domain/audit/audit.ts');
const { isDifference } = await import('../domain/audit/lines.ts');
const { explainPlace, isWrongPlace } = await import('../domain/audit/places.ts');
const { liabilityLines, reportText } = await import('../domain/audit/report.ts');
const { parseAsOf } = await import('../domain/audit/as-of.ts');
const { checkPlaces } = await import('../domain/audit/without-contract.ts');
const { substrateKey } = await import('../domain/ss58.ts');

const USAGE = `npm run audit -- --rpc <url> [--rpc <url> …] [--api <url>]
  --rpc            a node of a chain to check, EVM or Polkadot; once for each chain
  --api            the site's API, such as https://mooring.example/api; without it only the chain is checked
  --contract       a contract that counts, once for each; default: those of the deployment file
  --recipient      an account of the insurer on a Polkadot chain, once for each: what moved to or from it counts
  --from-block     the first block to read; default: the deployment file's, or 0
  --deployment     the deployment file; default: deployments.json, or .local/deployments.json for a local chain
  --confirmations  blocks after which an event counts; default: the fewest allowed on that chain
  --as-of          an earlier moment to audit: a block of the one EVM chain, or a date (its end, UTC) such as 2026-11-30
  --json           the whole result as JSON
Exits with 0 when everything matches, 1 on any difference, 2 when something could not be read.`;

const countDifferences = (lines, places) =>
  lines.filter(isDifference).length + places.filter(({ check }) => isWrongPlace(check)).length;

/** Something could not be read, so nothing is proven. */
class Unread extends Error {}

const TIMEOUT_MS = 30_000;
const LONGEST_PAUSE_MS = 65_000;
const ATTEMPTS = 4;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fetches JSON. Waits when it is asked to, and tries again a few times. */
async function fetchJson(what, url, init) {
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === ATTEMPTS;
    let response;
    try {
      response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      if (last) throw new Unread(`${what} can't be reached: ${error.cause?.message ?? error.message}.`);
      await pause(500 * attempt);
      continue;
    }
    if (response.ok) {
      return response.json().catch(() => {
        throw new Unread(`${what} answered something else than JSON.`);
      });
    }
    if (last || (response.status < 500 && response.status !== 429)) {
      throw new Unread(`${what} answered ${response.status}.`);
    }
    const asked = Number(response.headers.get('retry-after') ?? 0) * 1000;
    await pause(Math.min(Math.max(asked, 500 * attempt), LONGEST_PAUSE_MS));
  }
}

/** Asks a node, which may answer with an error. */
const askNode = (url, method, params) =>
  fetchJson(`The node ${new URL(url).host}`, url.replace(/^ws/, 'http'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

const rpcOf = (url) => async (method, params) => {
  const answer = await askNode(url, method, params);
  if (answer.error) throw new Unread(`The node refused ${method}: ${answer.error.message}`);
  return answer.result ?? null;
};

/** The genesis hash that a Substrate node names; null if the node is of another kind. */
async function genesisOf(url) {
  if (!(await askNode(url, 'eth_chainId', [])).error) return null;
  const { result } = await askNode(url, 'chain_getBlockHash', [0]);
  if (/^0x[0-9a-f]{64}$/i.test(result)) return result;
  throw new Unread(`The node ${new URL(url).host} is of no chain that this audit knows.`);
}

function recordsOf(path) {
  const records = JSON.parse(readFileSync(path, 'utf8'));
  return Object.values(records.chain_id === undefined ? records : { one: records });
}

/** The chain's record in the deployment file; null if it has none. */
function recordOf(chainId, file) {
  const paths = file ? [file] : [join(ROOT, 'deployments.json'), join(ROOT, '.local/deployments.json')];
  for (const path of paths) {
    if (!existsSync(path)) {
      if (file) throw new Unread(`There is no file ${file}.`);
      continue;
    }
    const record = recordsOf(path).find((each) => each.chain_id === chainId);
    if (record) return record;
  }
  return null;
}

/** The chain as the auditor named it: from the command line, otherwise from the deployment file; never from the API. */
async function chainOf(rpc, values) {
  const chainId = Number(await rpc('eth_chainId', []));
  const network = networkOf(chainId);
  const record = values.contract && !values.deployment ? null : recordOf(chainId, values.deployment);
  const listed = record?.contracts.filter(({ edition }) => edition >= 3) ?? [];
  const contracts = values.contract ?? listed.map(({ address }) => address);
  if (contracts.length === 0) {
    throw new Unread(
      `No contract of chain ${chainId} is known. Name it with --contract, or its --deployment file.`,
    );
  }
  const native = network?.nativeCurrency ?? { symbol: 'native coin', decimals: 18 };
  return {
    chainId,
    name: network?.name ?? `Chain ${chainId}`,
    contracts,
    fromBlock: Number(
      values['from-block'] ?? (listed.length > 0 ? Math.min(...listed.map(({ block }) => block)) : 0),
    ),
    confirmations: Number(values.confirmations ?? fewestConfirmations(chainId)),
    currencies: [
      { symbol: native.symbol, decimals: native.decimals, token: null },
      ...Object.entries(record?.tokens ?? {}).map(([symbol, { decimals, address }]) => ({
        symbol,
        decimals,
        token: address,
      })),
    ],
  };
}

/** A Substrate node whose blocks are read as the site reads them. Only the auditor says which accounts count. */
async function placeNodeOf(url, genesis, values) {
  const network = networkOf(genesis);
  if (!network) throw new Unread(`The network ${genesis} is not one that this audit knows.`);
  const { name, nativeCurrency } = network;
  if (!values.recipient) throw new Unread(`Name the insurer’s account on ${name} with --recipient.`);
  const chain = { name, genesis_hash: genesis, rpc_url: url, recipients: values.recipient };
  const registry = await import('../web/src/wallet/polkadot/registry.ts');
  const ask = (answer) =>
    answer.catch((error) => {
      throw new Unread(`${name} could not be read: ${error.message}`);
    });
  return {
    ref: chainRefOf(genesis),
    decimals: nativeCurrency.decimals,
    accounts: values.recipient.map(substrateKey),
    read: (numbers, each) => ask(registry.readBlocks(chain, numbers, each)),
  };
}

/** JSON with amounts as decimal strings and without what only the page needs. */
function jsonOf(audited, places) {
  const { readings, onChain, recorded, missing, lines } = audited;
  const { pools, payouts, standing, waiting } = onChain;
  const chains = readings.map(({ chain, head, events }) => ({ ...chain, head, events }));
  const roles = [...standing.roles.values()];
  const differences = countDifferences(lines, places);
  const result = {
    as_of: new Date(audited.time * 1000).toISOString(),
    differences,
    reconciled: recorded !== null,
    missing,
    lines,
    places: places.map(({ record, check }) => ({ ...check, explanation: explainPlace(check), record })),
    pools,
    payouts,
    waiting,
    liabilities: liabilityLines(audited),
    roles,
    chains,
  };
  return JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 2);
}

const OPTIONS = {
  rpc: { type: 'string', multiple: true },
  api: { type: 'string' },
  contract: { type: 'string', multiple: true },
  recipient: { type: 'string', multiple: true },
  'from-block': { type: 'string' },
  deployment: { type: 'string' },
  confirmations: { type: 'string' },
  'as-of': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
};

function arguments_() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2).filter((word) => word !== '--'),
      options: OPTIONS,
    });
    for (const name of ['from-block', 'confirmations']) {
      if (values[name] !== undefined && !/^\d+$/.test(values[name]))
        throw new Error(`--${name} takes a number.`);
    }
    if (values['as-of'] !== undefined) parseAsOf(values['as-of']);
    for (const address of values.contract ?? []) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error(`${address} is no address.`);
    }
    for (const account of values.recipient ?? []) {
      if (substrateKey(account) === null) throw new Error(`${account} is no account of a Polkadot chain.`);
    }
    for (const url of [...(values.rpc ?? []), ...(values.api ? [values.api] : [])]) {
      if (!/^(https?|wss?):$/.test(URL.parse(url)?.protocol)) throw new Error(`${url} is no URL.`);
    }
    return values;
  } catch (error) {
    throw new Unread(`${error.message}\n\n${USAGE}`);
  }
}

async function main() {
  const values = arguments_();
  if (values.help) return console.log(USAGE);
  if (!values.rpc) throw new Unread(USAGE);
  const nodes = await Promise.all(
    values.rpc.map(async (url) => {
      const genesis = await genesisOf(url);
      if (genesis !== null) return { node: await placeNodeOf(url, genesis, values) };
      const rpc = rpcOf(url);
      return { rpc, chain: await chainOf(rpc, values) };
    }),
  );
  const chains = nodes.filter(({ chain }) => chain);
  const base = values.api?.replace(/\/+$/, '');
  const api = base ? apiOver((path) => fetchJson('The API', `${base}${path}`)) : null;
  const asOf = values['as-of'] === undefined ? null : parseAsOf(values['as-of']);
  const result = await runAudit({ chains, api, report: () => {}, asOf });
  const substrate = nodes.flatMap(({ node }) => node ?? []);
  const { recorded } = result;
  const places =
    recorded === null ? [] : await checkPlaces(recorded, substrate, Math.floor(Date.now() / 1000));
  console.log(values.json ? jsonOf(result, places) : reportText(result, places));
  if (result.missing !== null) throw new Unread(`The records can't be compared. ${result.missing}`);
  process.exitCode = countDifferences(result.lines, places) > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Unread ? error.message : `The audit failed: ${error.message}`);
  process.exitCode = 2;
}
