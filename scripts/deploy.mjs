// npm run deploy -- deploy/<name>.json [--dry-run] [--records <file>]: builds the site, migrates the database and puts the worker out.
// The contract is deployed before, by scripts/contracts/deploy.mjs; secrets are set with `wrangler secret put`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const {
  browserDeployment,
  chainEntry,
  deployProblems,
  isFormerRecord,
  PAYERS,
  payersNotice,
  phoneNotice,
  platformOf,
  secretProblems,
  substrateEntry,
} = await import('./lib/deployment.mjs');
const { build, layOutSite } = await import('./lib/site.mjs');
const { wrangler: runWrangler } = await import('./lib/wrangler.mjs');

const { parseArgs } = await import('node:util');
const USAGE = `npm run deploy -- deploy/<name>.json [--dry-run] [--records <file>]
  --dry-run   builds everything and sends nothing
  --records   the contracts' records; default: deployments.json`;
const { values: switches, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: {
    'dry-run': { type: 'boolean', default: false },
    records: { type: 'string', default: join(ROOT, 'deployments.json') },
  },
  allowPositionals: true,
});
const dryRun = switches['dry-run'];
const [file] = positionals;
if (!file) {
  console.error(USAGE);
  process.exit(2);
}

const settings = JSON.parse(readFileSync(file, 'utf8'));
const records = JSON.parse(readFileSync(switches.records, 'utf8'));
const chains = settings.chains.map((chain) => {
  const record = records[chain.chain_id];
  return record && !isFormerRecord(record) ? chainEntry(record, chain) : { ...chain, contract: null };
});
const demoWallet = Boolean(process.env.VITE_DEMO_WALLET);
const demoAdmin = Boolean(process.env.DEMO_ADMIN_PASSWORD ?? settings.demo_admin_password);
const problems = deployProblems({ ...settings, demo_wallet: demoWallet, demo_admin: demoAdmin, chains });
if (problems.length > 0) {
  console.error(`Not deployed:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  process.exit(1);
}

const substrate = substrateEntry(settings.substrate);
if (substrate) {
  console.log(
    `${substrate.name}: paid to ${substrate.recipient}, declared as ${settings.substrate.recipient_kind ?? 'a plain account'}. Nothing here can check that; look at its calls on the chain.`,
  );
}

const phones = phoneNotice(settings);
if (phones) console.log(phones);

const folder = join(ROOT, 'dist', settings.environment);
const site = join(folder, 'site');
const config = join(folder, 'wrangler.json');
console.log('Building the site …');
await build(join(folder, 'built'), {});
await layOutSite(
  join(folder, 'built'),
  site,
  browserDeployment({
    environment: settings.environment,
    chains,
    substrate,
    demoWallet,
    walletConnect: settings.walletconnect,
    operator: settings.operator,
  }),
  { origin: settings.origin, securityContact: settings.security_contact },
);

// Every environment has its own worker, queues and bucket.
const named = (name) => (settings.environment === 'production' ? name : `${name}-${settings.environment}`);

// wrangler.toml with this deployment's own values; paths in it are relative to the file.
const { unstable_readConfig } = await import('wrangler');
const base = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') });
// A deployment's worker reads the chains through its own RPC URLs.
const required = [...base.secrets.required, 'RPC_URLS'];
mkdirSync(folder, { recursive: true });
writeFileSync(
  config,
  JSON.stringify({
    name: named(base.name),
    main: join(ROOT, 'worker/src/index.ts'),
    compatibility_date: base.compatibility_date,
    compatibility_flags: base.compatibility_flags,
    assets: { ...base.assets, directory: site },
    d1_databases: [
      {
        ...base.d1_databases[0],
        database_id: settings.database_id,
        migrations_dir: join(ROOT, 'migrations'),
      },
    ],
    ...platformOf(base, settings.environment),
    send_email: base.send_email,
    queues: {
      producers: base.queues.producers.map((each) => ({ ...each, queue: named(each.queue) })),
      consumers: base.queues.consumers.map((each) => ({ ...each, queue: named(each.queue) })),
    },
    secrets: { required },
    durable_objects: base.durable_objects,
    migrations: base.migrations,
    r2_buckets: base.r2_buckets.map((each) => ({ ...each, bucket_name: named(each.bucket_name) })),
    triggers: base.triggers,
    vars: {
      ...base.vars,
      ENVIRONMENT: settings.environment,
      PUBLIC_ORIGIN: settings.origin,
      RATE_SOURCE: settings.rate_source,
      MAIL_FROM: settings.mail_from,
      MAIL_REPLY_TO: settings.mail_reply_to,
      ...(settings.guardian_email && { GUARDIAN_EMAIL: settings.guardian_email }),
      ...(settings.operator && { OPERATOR: JSON.stringify(settings.operator) }),
      CHAINS: JSON.stringify(chains),
      ...(substrate && { SUBSTRATE: JSON.stringify(substrate) }),
    },
  }),
);

const wrangler = (...words) => runWrangler('wrangler', [...words, '--config', config], { env: {} });
/** Names of the worker's secrets; none before its first deployment. */
async function secretNames() {
  try {
    const output = await wrangler('secret', 'list', '--format', 'json');
    return JSON.parse(output.slice(output.indexOf('['), output.lastIndexOf(']') + 1)).map(({ name }) => name);
  } catch (error) {
    if (/\b10007\b|does not exist/i.test(String(error?.message ?? error))) return [];
    throw error;
  }
}

if (dryRun) {
  console.log(await wrangler('deploy', '--dry-run', '--outdir', join(folder, 'worker')));
} else {
  const missing = secretProblems(await secretNames(), required);
  if (missing.length > 0) {
    console.error(`Not deployed:\n${missing.map((problem) => `  - ${problem}`).join('\n')}`);
    process.exit(1);
  }
  console.log(await wrangler('d1', 'migrations', 'apply', 'DB', '--remote'));
  console.log(await wrangler('deploy'));
  const found = await wrangler('d1', 'execute', 'DB', '--remote', '--json', '--command', PAYERS);
  const [{ results }] = JSON.parse(found.slice(found.indexOf('['), found.lastIndexOf(']') + 1));
  const few = payersNotice(results[0].payers);
  if (few) console.log(few);
}
