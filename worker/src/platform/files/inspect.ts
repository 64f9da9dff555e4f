import type { ErrorCode } from '#domain/errors.ts';
import { type DocumentType, formatBytes } from '#domain/files.ts';

/** Why a file is rejected: a code, and the rest of a sentence that starts with the file's name. */
export interface FileProblem {
  code: Extract<ErrorCode, 'invalid' | 'unsupported_media_type' | 'payload_too_large'>;
  reason: string;
}

const latin1 = new TextDecoder('latin1');
const startsWith =
  (...signature: readonly number[]) =>
  (bytes: Uint8Array) =>
    signature.every((value, index) => bytes[index] === value);

const TYPES: Readonly<Record<DocumentType, { name: string; is: (bytes: Uint8Array) => boolean }>> = {
  'image/jpeg': { name: 'JPEG', is: startsWith(0xff, 0xd8, 0xff) },
  'image/png': { name: 'PNG', is: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  // Scanners and mail gateways write before the header, and every reader looks for it in the first 1,024 bytes.
  'application/pdf': { name: 'PDF', is: (bytes) => latin1.decode(bytes.subarray(0, 1024)).includes('%PDF-') },
};

/**
 * Identifies a file by its signature alone, among the formats a route accepts; its name and declared type are ignored. What
 * else the file can be read as doesn't matter, because it is served as an attachment of this type, which no page runs.
 */
export function inspect<Type extends DocumentType>(
  bytes: Uint8Array,
  allowed: readonly Type[],
  maxBytes: number,
): { type: Type } | FileProblem {
  if (bytes.length === 0) return { code: 'invalid', reason: 'is empty.' };
  if (bytes.length > maxBytes) {
    return { code: 'payload_too_large', reason: `is larger than ${formatBytes(maxBytes)}.` };
  }
  const type = allowed.find((each) => TYPES[each].is(bytes));
  if (type) return { type };
  const names = allowed.map((each) => TYPES[each].name);
  return {
    code: 'unsupported_media_type',
    reason: `is not a ${names.slice(0, -1).join(', ')} or ${names.at(-1)} file.`,
  };
}

/** A form's file, read into memory. */
export interface Upload {
  /** The client's file name. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
