// Local defaults, generated on first start. They protect nothing but this machine's play money.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { privateKeyToAddress } from 'viem/accounts';

/** The secrets of wrangler.toml for this state folder, with the address of the quote signer. */
export function localSecrets(path) {
  if (!existsSync(path)) {
    const secrets = {
      about: 'Generated on first start for the local stack only. Never use these anywhere else.',
      SESSION_SECRET: randomBytes(32).toString('base64url'),
      QUOTE_SIGNER_KEY: `0x${randomBytes(32).toString('hex')}`,
      DETAILS_KEYS: JSON.stringify({ current: '1', keys: { 1: randomBytes(32).toString('base64') } }),
    };
    writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  const { about: _about, ...secrets } = JSON.parse(readFileSync(path, 'utf8'));
  return { secrets, signer: privateKeyToAddress(secrets.QUOTE_SIGNER_KEY) };
}
