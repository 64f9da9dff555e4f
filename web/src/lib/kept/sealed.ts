const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;
const LINE = '\n'.charCodeAt(0);

/** Encrypts a value and, if any, a file's bytes under one key: the IV, then the value as a line of JSON, then the bytes. */
export async function seal(
  key: CryptoKey,
  value: unknown,
  body: Blob = new Blob(),
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = await new Blob([JSON.stringify(value), '\n', body]).arrayBuffer();
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain));
  const all = new Uint8Array(IV_BYTES + sealed.length);
  all.set(iv);
  all.set(sealed, IV_BYTES);
  return all;
}

/** What `seal` encrypted. Throws for another key. */
export async function unseal(
  key: CryptoKey,
  all: Uint8Array<ArrayBuffer>,
): Promise<{ value: unknown; body: Uint8Array<ArrayBuffer> }> {
  const iv = all.subarray(0, IV_BYTES);
  const sealed = all.subarray(IV_BYTES);
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed));
  const end = plain.indexOf(LINE);
  return {
    value: JSON.parse(new TextDecoder().decode(plain.subarray(0, end))),
    body: plain.subarray(end + 1),
  };
}
