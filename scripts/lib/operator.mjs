// Shared by the administrator commands: selecting the database, and prompting in the terminal.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Refused } from './administrators.mjs';
import { ROOT } from './bootstrap.mjs';

/** Options of `parseArgs` that every command has. */
export const WHERE = { local: { type: 'boolean', default: false }, remote: { type: 'string' } };

/** Prompts in the terminal. A secret isn't shown while it is typed. */
export async function ask(question, { usage, secret = false }) {
  if (!process.stdin.isTTY)
    throw new Refused(`${question} is missing, and this is not a terminal.\n\n${usage}`);
  const { createInterface } = await import('node:readline/promises');
  process.stdout.write(`${question}: `);
  const output = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  if (secret) process.stdout.write('\n');
  return answer;
}

/** MOORING_ADMIN_PASSWORD, or a password typed twice. */
export async function askPassword(usage) {
  const given = process.env.MOORING_ADMIN_PASSWORD;
  if (given !== undefined) return given;
  const password = await ask('Password', { usage, secret: true });
  if (password !== (await ask('Repeat the password', { usage, secret: true }))) {
    throw new Refused('The passwords do not match.');
  }
  return password;
}

const localState = () => process.env.STATE_DIR ?? join(ROOT, '.local');

/** The selected database: the folder of a local one, or wrangler's switches. */
export function databaseOf({ local, remote }, usage) {
  if (local === (remote !== undefined)) throw new Refused(usage);
  if (local) return { folder: join(localState(), 'd1') };
  const { environment } = JSON.parse(readFileSync(remote, 'utf8'));
  const config = join(ROOT, 'dist', environment, 'wrangler.json');
  if (!existsSync(config)) throw new Refused(`Deploy first: npm run deploy -- ${remote}`);
  return { switches: ['--remote', '--config', config] };
}

/** The ring of a local stack, of MOORING_DETAILS_KEYS, or typed. */
export async function detailsKeysOf({ local }, usage) {
  if (local) return JSON.parse(readFileSync(join(localState(), 'secrets.json'), 'utf8')).DETAILS_KEYS;
  return process.env.MOORING_DETAILS_KEYS ?? ask('DETAILS_KEYS', { usage, secret: true });
}

/** Ends the process with a refusal's message, or with the stack of any other error. */
export function fail(error) {
  const told = error instanceof Refused || error?.code?.startsWith?.('ERR_PARSE_ARGS');
  console.error(told ? error.message : error);
  process.exit(1);
}
