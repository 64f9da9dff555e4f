import { AppError, type ErrorCode } from '#domain/errors.ts';
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

/**
 * All files of a form, under any field names. 415 for another kind of body, 400 if it can't be read or has
 * no file.
 */
export async function filesOf(request: {
  header(name: string): string | undefined;
  formData(): Promise<FormData>;
}): Promise<Upload[]> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'multipart/form-data') {
    throw new AppError('unsupported_media_type', 'Please send the file as multipart/form-data.');
  }
  const parts = [...(await formOf(request)).values()];
  const files = parts.filter((part): part is File => typeof part !== 'string');
  if (files.length === 0) throw new AppError('malformed', 'Please choose a file.');
  return Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}

async function formOf(request: { formData(): Promise<FormData> }): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError('malformed', 'The form cannot be read. The upload may have been interrupted.');
  }
}

const MAX_NAME = 120;
/**
 * Control characters and those that change the writing direction or are invisible: `gpj.exe` can look like
 * `exe.jpg`.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

const EXTENSIONS: Readonly<Record<DocumentType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
};

/** Cut to whole characters within `length` UTF-16 units. */
function cut(text: string, length: number): string {
  let kept = '';
  for (const char of text) {
    if (kept.length + char.length > length) break;
    kept += char;
  }
  return kept;
}

/** The stored name of a file: no path, nothing invisible, at most 120 characters with its extension. */
export function fileName(given: string, type: DocumentType): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  const plain = clean.replace(/^\.+/, '').trim();
  if (plain === '') return `document.${EXTENSIONS[type][0]}`;
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : '';
  const stem = extension === '' ? plain : plain.slice(0, dot);
  return cut(stem, MAX_NAME - extension.length) + extension;
}

/** Adds the right extension if the name's own doesn't match the content. */
function openableName(name: string, type: DocumentType): string {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  return EXTENSIONS[type].includes(extension) ? name : `${name}.${EXTENSIONS[type][0]}`;
}

/**
 * `Content-Disposition` of a download in any script: RFC 6266, with the name per RFC 8187 and an ASCII
 * fallback.
 */
export function attachment(name: string, type: DocumentType): string {
  const shown = openableName(name, type);
  const ascii = shown
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(shown).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
