// Local defaults, generated on first start. They protect nothing but this machine's play money.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { privateKeyToAddress } from 'viem/accounts';

/** Each secret and how it is made. One that a later version adds joins a file that is there already. */
const MAKERS = {
  SESSION_SECRET: () => randomBytes(32).toString('base64url'),
  QUOTE_SIGNER_KEY: () => `0x${randomBytes(32).toString('hex')}`,
  DETAILS_KEYS: () => JSON.stringify({ current: '1', keys: { 1: randomBytes(32).toString('base64') } }),
  // Of the demo administrator, which the login screen shows: there is nothing to remember.
  DEMO_ADMIN_PASSWORD: () => randomBytes(12).toString('base64url'),
};
const ABOUT = 'Generated on first start for the local stack only. Never use these anywhere else.';

/** The secrets of wrangler.toml for this state folder, with the address of the quote signer. */
export function localSecrets(path) {
  const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { about: ABOUT };
  const missing = Object.keys(MAKERS).filter((name) => !(name in stored));
  for (const name of missing) stored[name] = MAKERS[name]();
  if (missing.length > 0) writeFileSync(path, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
  const { about: _about, ...secrets } = stored;
  return { secrets, signer: privateKeyToAddress(secrets.QUOTE_SIGNER_KEY) };
}
