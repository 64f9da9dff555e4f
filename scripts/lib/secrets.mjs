// Local secrets, generated on first start. They protect only this machine's play money.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { privateKeyToAddress } from 'viem/accounts';
import { readWhole, writeWhole } from './state-files.mjs';

/** How each secret is generated. Secrets of later versions are added to an existing file. */
const MAKERS = {
  SESSION_SECRET: () => randomBytes(32).toString('base64url'),
  AUDIT_LOG_SECRET: () => randomBytes(32).toString('base64url'),
  QUOTE_SIGNER_KEY: () => `0x${randomBytes(32).toString('hex')}`,
  DETAILS_KEYS: () => JSON.stringify({ current: '1', keys: { 1: randomBytes(32).toString('base64') } }),
  RELAY_KEYS: () => JSON.stringify({ 1337: `0x${randomBytes(32).toString('hex')}` }),
  PUSH_KEYS: () => JSON.stringify({ subject: 'mailto:support@mooring.example', ...vapidKeys() }),
  // The demo administrator's password. The login screen shows it, so nobody has to remember it.
  DEMO_ADMIN_PASSWORD: () => randomBytes(12).toString('base64url'),
};
/** What a deployment generates; it also needs RPC_URLS, and RELAY_KEYS if it sends purchases itself. */
const DEPLOYED = ['SESSION_SECRET', 'AUDIT_LOG_SECRET', 'QUOTE_SIGNER_KEY', 'DETAILS_KEYS', 'PUSH_KEYS'];
const ABOUT = 'Generated on first start for the local stack only. Never use these anywhere else.';

/** A P-256 key pair in Web Push format: uncompressed point and private number, base64url. */
function vapidKeys() {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/** This state folder's secrets, with the quote signer's address. A `fresh` start replaces a damaged file. */
export function localSecrets(path, { fresh = false } = {}) {
  let stored;
  try {
    stored = readWhole(path);
  } catch (error) {
    if (!fresh) throw error;
  }
  stored ??= { about: ABOUT };
  const missing = Object.keys(MAKERS).filter((name) => !(name in stored));
  for (const name of missing) stored[name] = MAKERS[name]();
  if (missing.length > 0) writeWhole(path, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
  const { about: _about, ...secrets } = stored;
  return { secrets, signer: privateKeyToAddress(secrets.QUOTE_SIGNER_KEY) };
}

/** New secrets of a deployment, with the quote signer's address. */
export function newSecrets() {
  const secrets = Object.fromEntries(DEPLOYED.map((name) => [name, MAKERS[name]()]));
  return { secrets, signer: privateKeyToAddress(secrets.QUOTE_SIGNER_KEY) };
}
