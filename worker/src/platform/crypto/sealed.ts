import { fromBase64, toBase64 } from './bytes.ts';
import { purposeHash } from './jwt.ts';

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

/** A fingerprint under the ring's current key (32 hex digits), by which two sealed values can be compared. */
export async function fingerprint({ keys, current }: KeyRing, text: string): Promise<string> {
  const key = keys[current];
  if (!key) throw new Error(`The details key ${current} is not in the ring`);
  const hashed = await purposeHash(key, 'fingerprint');
  return (await hashed(text)).slice(0, 32);
}
