import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { verify as verifySr25519 } from '@scure/sr25519';
import { type ConsentRequest, consentText } from '#domain/policy/consent.ts';
import type { SubstrateConfig } from '#worker/platform/chain/config.ts';
import type { Consent } from '#worker/platform/chain/terms.ts';

/** Signatures of texts by Substrate accounts: sr25519, ed25519 and ecdsa. */

type Verify = (message: Uint8Array, signature: Uint8Array, account: Uint8Array) => boolean;

const blake256 = (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 });
const equal = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** An account of this kind is the hash of its public key, which the signature itself gives away. */
const byEcdsa: Verify = (message, signature, account) => {
  const recovered = concatBytes(signature.slice(64), signature.slice(0, 64));
  const options = { prehash: false, format: 'recovered' } as const;
  const digest = blake256(message);
  const key = secp256k1.recoverPublicKey(recovered, digest, options);
  return equal(blake256(key), account);
};
const bySr25519: Verify = (message, signature, account) => verifySr25519(message, signature, account);
/** Strict, so that a signature by a key that belongs to nobody is none. */
const byEd25519: Verify = (message, signature, account) =>
  ed25519.verify(signature, message, account, { zip215: false });

/** The kinds of a MultiSignature, by its first byte. */
const KINDS: readonly { verify: Verify; length: number }[] = [
  { verify: byEd25519, length: 64 },
  { verify: bySr25519, length: 64 },
  { verify: byEcdsa, length: 65 },
];

const OPEN = utf8ToBytes('<Bytes>');
const CLOSE = utf8ToBytes('</Bytes>');

/**
 * Whether the account signed the text: as it is, or wrapped as extensions do. The signature may begin with the byte that
 * says its kind.
 * @param account wallet key
 */
export function signedBy(account: string, text: string, signature: string): boolean {
  if (!/^0x([0-9a-f]{2}){64,66}$/i.test(signature) || !/^0x[0-9a-f]{64}$/i.test(account)) return false;
  const bytes = hexToBytes(signature.slice(2));
  const key = hexToBytes(account.slice(2));
  const message = utf8ToBytes(text);
  const messages = [concatBytes(OPEN, message, CLOSE), message];
  const readings = KINDS.flatMap(({ verify, length }, kind) => [
    ...(bytes.length === length ? [{ verify, bytes }] : []),
    ...(bytes.length === length + 1 && bytes[0] === kind ? [{ verify, bytes: bytes.slice(1) }] : []),
  ]);
  return readings.some((reading) =>
    messages.some((signed) => {
      try {
        return reading.verify(signed, reading.bytes, key);
      } catch {
        // Not a signature of this kind at all.
        return false;
      }
    }),
  );
}

const textOf = (
  { genesis_hash, symbol, decimals }: SubstrateConfig,
  { contract: _contract, holder: _holder, ...terms }: Consent,
) => consentText({ ...terms, genesisHash: genesis_hash, symbol, decimals });

/** The text that the holder's wallet signs. */
export const consentRequest = (config: SubstrateConfig, consent: Consent): ConsentRequest => ({
  kind: 'substrate',
  message: textOf(config, consent),
});

/** Whether the holder signed that text. */
export const consented = (config: SubstrateConfig, consent: Consent, signature: string): boolean =>
  signedBy(consent.holder, textOf(config, consent), signature);
