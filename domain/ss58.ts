/** Addresses of Substrate accounts: SS58, https://docs.polkadot.com/polkadot-protocol/basics/accounts/#ss58. */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

const KEY_BYTES = 32;
const CHECKSUM_BYTES = 2;
const SALT = utf8ToBytes('SS58PRE');

const checksum = (bytes: Uint8Array) => blake2b(concatBytes(SALT, bytes)).slice(0, CHECKSUM_BYTES);

/** The bytes of a prefix: one below 64, otherwise two of 14 bits. */
function prefixBytes(prefix: number): Uint8Array {
  if (prefix < 64) return Uint8Array.of(prefix);
  return Uint8Array.of(
    ((prefix & 0b1111_1100) >> 2) | 0b0100_0000,
    (prefix >> 8) | ((prefix & 0b0000_0011) << 6),
  );
}

/** The address of a 32-byte public key (hex) with a chain's prefix. */
export function substrateAddress(key: string, prefix: number): string {
  const bytes = concatBytes(prefixBytes(prefix), hexToBytes(key.replace(/^0x/, '')));
  return base58.encode(concatBytes(bytes, checksum(bytes)));
}

/**
 * The 32-byte public key of an address, whatever its prefix, or of its own hexadecimal form: lower-case hex. Null if it
 * is neither, or its checksum is wrong.
 */
export function substrateKey(text: string): string | null {
  const trimmed = text.trim();
  if (/^0x[0-9a-f]{64}$/i.test(trimmed)) return trimmed.toLowerCase();
  try {
    const bytes = base58.decode(trimmed);
    const body = bytes.slice(0, -CHECKSUM_BYTES);
    const width = (body[0] ?? 0) < 64 ? 1 : 2;
    if (body.length !== width + KEY_BYTES) return null;
    const sum = checksum(body);
    if (sum.some((byte, index) => byte !== bytes[body.length + index])) return null;
    return `0x${bytesToHex(body.slice(width))}`;
  } catch {
    // Not base58.
    return null;
  }
}
