import { fromBase64, toBase64 } from './bytes.ts';

/** Encryption keys of 32 bytes each; `current` names the one that encrypts. */
export interface KeyRing {
  current: string;
  keys: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

const IV_BYTES = 12;

/** The row and owner a ciphertext belongs to. It decrypts nowhere else. */
export interface Binding {
  /** Table and row, such as `draft:<id>`. */
  row: string;
  /** Wallet key of the owner. */
  owner: string;
}

const encode = (text: string) => new TextEncoder().encode(text);

const aad = ({ row, owner }: Binding, kid: string) => encode(`${kid}|${row}|${owner}`);

function importKey(ring: KeyRing, kid: string): Promise<CryptoKey> {
  const bytes = ring.keys[kid];
  if (!bytes) throw new Error(`The details key ${kid} is not in the ring`);
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** AES-256-GCM of `value` as JSON with the current key: `kid.iv.ciphertext`. */
export async function seal(ring: KeyRing, value: unknown, binding: Binding): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await importKey(ring, ring.current);
  const plain = encode(JSON.stringify(value));
  const additionalData = aad(binding, ring.current);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain);
  return `${ring.current}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

/**
 * Decrypts what `seal` returned. Throws if the text was changed, moved to another row or owner, or its key
 * is gone.
 */
export async function open(ring: KeyRing, text: string, binding: Binding): Promise<unknown> {
  const [kid = '', iv = '', sealed = ''] = text.split('.');
  const key = await importKey(ring, kid);
  const additionalData = aad(binding, kid);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: fromBase64(iv), additionalData },
    key,
    fromBase64(sealed),
  );
  return JSON.parse(new TextDecoder().decode(plain)) as unknown;
}

/**
 * A keyed fingerprint (HMAC-SHA-256, its first 16 bytes as hex) by which two sealed values can be compared. The key is derived
 * from the ring's current one (HKDF, RFC 5869), so that it never encrypts as well.
 */
export async function fingerprint(ring: KeyRing, text: string): Promise<string> {
  const bytes = ring.keys[ring.current];
  if (!bytes) throw new Error(`The details key ${ring.current} is not in the ring`);
  const base = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode('fingerprint') };
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.deriveKey(derivation, base, hmac, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text)));
  return [...signed.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
