import { purposeKey } from '../../crypto/purpose.ts';
import type { KeyRing } from '../../settings.ts';

/** Derives the key of these tokens: what is signed with it says nothing but that its bearer read such a letter. */
const PURPOSE = 'unsubscribe from offers';

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const decode = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

async function keyOf(ring: KeyRing, kid: string): Promise<CryptoKey | null> {
  const bytes = Object.hasOwn(ring.keys, kid) ? ring.keys[kid] : undefined;
  if (!bytes) return null;
  const key = await purposeKey(bytes, PURPOSE);
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/**
 * The token of an unsubscribe link: `kid.wallet.mac`, HMAC-SHA256 under a key of the details ring. It does not expire, and
 * works as long as its key is kept in the ring.
 */
export async function unsubscribeToken(ring: KeyRing, wallet: string): Promise<string> {
  const key = await keyOf(ring, ring.current);
  if (!key) throw new Error('The current details key is not in the ring');
  const named = new TextEncoder().encode(wallet);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, named));
  return [ring.current, encode(named), encode(mac)].join('.');
}

/** The wallet of a token of ours; null for any other text. */
export async function walletOfToken(ring: KeyRing, token: string): Promise<string | null> {
  const match = /^(\w+)\.([\w-]+)\.([\w-]{43})$/.exec(token);
  const [, kid = '', wallet = '', mac = ''] = match ?? [];
  const key = match && (await keyOf(ring, kid));
  if (!key || wallet.length % 4 === 1) return null;
  const named = decode(wallet);
  const ours = await crypto.subtle.verify('HMAC', key, decode(mac), named);
  return ours ? new TextDecoder().decode(named) : null;
}
