/** Extrinsics: their hashes, and the remarks in their call trees. */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { compactNumber } from '@polkadot-api/substrate-bindings';
import * as z from 'zod';
import type { Runtime } from './runtime.ts';

export const blake256 = (bytes: Uint8Array): string => `0x${bytesToHex(blake2b(bytes, { dkLen: 32 }))}`;

/** An extrinsic's hash, from its bytes with their length before them. */
export const extrinsicHash = (hex: string): string => blake256(hexToBytes(hex.slice(2)));

/** Whether nobody signed it: the two highest bits of its format. Then no customer's remark is in it. */
const isBare = (extrinsic: Uint8Array) => (extrinsic[0] ?? 0) >> 6 === 0;

/**
 * The bytes of every remark in an extrinsic's calls, executed or not, by their blake2-256. Null if its calls can't be
 * read: a multisig's may be opaque bytes until it is executed. Throws unless it is a whole extrinsic.
 */
export function remarksOf(runtime: Runtime, hex: string): ReadonlyMap<string, Uint8Array> | null {
  const bytes = hexToBytes(hex.slice(2));
  const length = compactNumber.dec(bytes);
  const extrinsic = bytes.slice(compactNumber.enc(length).length);
  if (extrinsic.length !== length) throw new RangeError('An extrinsic of another length than it says');
  if (isBare(extrinsic)) return new Map();
  let call: unknown;
  try {
    call = runtime.call(extrinsic);
  } catch {
    // The chain executed it, so the rest of the block still counts.
    return null;
  }
  return new Map(remarksIn(call).map((remark) => [blake256(remark), remark]));
}

const remarkShape = z.object({
  type: z.literal('System'),
  value: z.object({
    type: z.enum(['remark', 'remark_with_event']),
    value: z.object({ remark: z.instanceof(Uint8Array) }),
  }),
});

/**
 * Every remark among calls within calls: of batches, proxies, multisigs and whatever else carries a call. Where it
 * stands proves nothing; only the event of its execution does.
 */
function remarksIn(value: unknown): Uint8Array[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  const remark = remarkShape.safeParse(value);
  if (remark.success) return [remark.data.value.value.remark];
  return Object.values(value).flatMap(remarksIn);
}
