/** A browser that receives Web Push, written from RFC 8291 and RFC 8188 without our own code. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
const infoOf = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`);

/** @returns the text of an `aes128gcm` body for a receiver with these keys, base64url */
export function decrypt(body: Uint8Array, privateKey: string, authSecret: string): string {
  const receiver = createECDH('prime256v1');
  receiver.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const message = Buffer.from(body);
  const salt = message.subarray(0, 16);
  const recordSize = message.readUInt32BE(16);
  const idLength = message[20] ?? 0;
  const sender = message.subarray(21, 21 + idLength);
  const record = message.subarray(21 + idLength);
  if (record.length > recordSize) throw new Error('More than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender]);
  const key = hkdf(receiver.computeSecret(sender), Buffer.from(authSecret, 'base64url'), info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(key, salt, infoOf('aes128gcm'), 16),
    hkdf(key, salt, infoOf('nonce'), 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The padding is not made of zeros');
  return padded.subarray(0, end).toString('utf8');
}

export class Browser {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16).toString('base64url');

  constructor(readonly endpoint = `https://push.example.com/${crypto.randomUUID()}`) {
    this.#keys.generateKeys();
  }

  get subscription() {
    return {
      endpoint: this.endpoint,
      keys: { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth },
    };
  }

  read(body: Uint8Array): string {
    return decrypt(body, this.#keys.getPrivateKey('base64url'), this.#auth);
  }
}
