import { fromBase64Url, toBase64Url } from '#worker/platform/crypto/base64.ts';
import { purposeKey } from '#worker/platform/crypto/purpose.ts';
import type { KeyRing } from '#worker/platform/crypto/sealed.ts';

/** Derives the key of these tokens. A token only proves that its bearer read such a letter. */
const PURPOSE = 'unsubscribe from offers';

async function keyOf(ring: KeyRing, kid: string): Promise<CryptoKey | null> {
  const bytes = Object.hasOwn(ring.keys, kid) ? ring.keys[kid] : undefined;
  if (!bytes) return null;
  const key = await purposeKey(bytes, PURPOSE);
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/**
 * The token of an unsubscribe link: `kid.wallet.mac`, HMAC-SHA256 under a key of the details ring. It
 * doesn't expire and is valid as long as its key is in the ring.
 */
export async function unsubscribeToken(ring: KeyRing, wallet: string): Promise<string> {
  const key = await keyOf(ring, ring.current);
  if (!key) throw new Error('The current details key is not in the ring');
  const named = new TextEncoder().encode(wallet);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, named));
  return [ring.current, toBase64Url(named), toBase64Url(mac)].join('.');
}

/** The wallet of a valid token; null for any other text. */
export async function walletOfToken(ring: KeyRing, token: string): Promise<string | null> {
  const match = /^(\w+)\.([\w-]+)\.([\w-]{43})$/.exec(token);
  const [, kid = '', wallet = '', mac = ''] = match ?? [];
  const key = match && (await keyOf(ring, kid));
  const [named, signature] = [fromBase64Url(wallet), fromBase64Url(mac)];
  if (!key || !named || !signature) return null;
  const ours = await crypto.subtle.verify('HMAC', key, signature, named);
  return ours ? new TextDecoder().decode(named) : null;
}
