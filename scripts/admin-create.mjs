// npm run admin:create -- --local | --remote deploy/<name>.json: makes an administrator.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { createAdministrator, localDatabase, Refused } = await import('./lib/administrators.mjs');

const USAGE = `npm run admin:create -- --local
npm run admin:create -- --remote deploy/<name>.json   (after its first npm run deploy)
  --email, --name   asked for when not given
The password is asked for, or taken from MOORING_ADMIN_PASSWORD.`;

/** Asks on the terminal; a secret is not shown while it is typed. */
async function ask(question, { secret = false } = {}) {
  if (!process.stdin.isTTY)
    throw new Refused(`${question} is missing, and there is nobody to ask.\n\n${USAGE}`);
  const { createInterface } = await import('node:readline/promises');
  process.stdout.write(`${question}: `);
  const output = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  if (secret) process.stdout.write('\n');
  return answer;
}

async function askPassword() {
  const password = await ask('Password', { secret: true });
  if (password !== (await ask('The same again', { secret: true }))) {
    throw new Refused('The two passwords are not the same.');
  }
  return password;
}

/** Wrangler's switches for the database that is meant. */
function databaseOf({ local, remote }) {
  if (local === (remote !== undefined)) throw new Refused(USAGE);
  if (local) return localDatabase(join(process.env.STATE_DIR ?? join(ROOT, '.local'), 'd1'));
  const { environment } = JSON.parse(readFileSync(remote, 'utf8'));
  const config = join(ROOT, 'dist', environment, 'wrangler.json');
  if (!existsSync(config)) throw new Refused(`Deploy first: npm run deploy -- ${remote}`);
  return ['--remote', '--config', config];
}

try {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== '--'),
    options: {
      local: { type: 'boolean', default: false },
      remote: { type: 'string' },
      email: { type: 'string' },
      name: { type: 'string' },
    },
  });
  const where = databaseOf(values);
  const email = (values.email ?? (await ask('E-mail'))).trim().toLowerCase();
  const name = (values.name ?? (await ask('Name'))).trim();
  const password = process.env.MOORING_ADMIN_PASSWORD ?? (await askPassword());
  await createAdministrator({ email, name, password }, where);
  console.log(`${name} can sign in at /admin/admin-login with ${email}.`);
} catch (error) {
  const told = error instanceof Refused || error?.code?.startsWith?.('ERR_PARSE_ARGS');
  console.error(told ? error.message : error);
  process.exit(1);
}
