// npm run secrets -- <file>: generates a deployment's secrets into a new file for `wrangler secret bulk`.
import { existsSync, writeFileSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { newSecrets } = await import('./lib/secrets.mjs');

const [file] = process.argv.slice(2).filter((word) => word !== '--');
if (!file) {
  console.error('Usage: npm run secrets -- <file>');
  process.exit(2);
}
if (existsSync(file)) {
  console.error(`${file} exists already, and a secret that is overwritten is lost.`);
  process.exit(1);
}
const { secrets, signer } = newSecrets();
writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
console.log(`The contract's signer is ${signer}.
Add RPC_URLS to ${file}, and RELAY_KEYS if you send purchases; set all with: npx wrangler secret bulk ${file} --config dist/<environment>/wrangler.json
Keep DETAILS_KEYS and AUDIT_LOG_SECRET outside Cloudflare, then delete the file.`);
