import type { ErrorCode } from '../../../../domain/errors.ts';
import { type DocumentType, formatBytes } from '../../../../domain/files.ts';
import { endsAsZip, hasMarkup } from './foreign.ts';
import { isJpeg, jpegEnd } from './jpeg.ts';
import { activeContent, endsAsPdf, isPdf } from './pdf.ts';
import { isPng, pngEnd } from './png.ts';

/** Why a file is rejected: a code, and the rest of a sentence that starts with the file's name. */
export interface FileProblem {
  code: Extract<ErrorCode, 'invalid' | 'unsupported_media_type' | 'payload_too_large'>;
  reason: string;
}

const NAMES: Readonly<Record<DocumentType, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
};

const invalid = (reason: string): FileProblem => ({ code: 'invalid', reason });
const disguised = (reason: string): FileProblem => ({ code: 'unsupported_media_type', reason });

/**
 * Identifies a file by its content alone, among the formats a route accepts. Its name and declared type
 * are ignored.
 */
export function inspect<Type extends DocumentType>(
  bytes: Uint8Array,
  allowed: readonly Type[],
  maxBytes: number,
): { type: Type } | FileProblem {
  if (bytes.length === 0) return invalid('is empty.');
  if (bytes.length > maxBytes) {
    return {
      code: 'payload_too_large',
      reason: `is larger than ${formatBytes(maxBytes)}.`,
    };
  }
  const type = allowed.find((each) => BEGINS[each](bytes));
  if (!type) {
    const names = allowed.map((each) => NAMES[each]);
    return disguised(`is not a ${names.slice(0, -1).join(', ')} or ${names.at(-1)} file.`);
  }
  return PROBLEM[type](bytes) ?? (endsAsZip(bytes) ? disguised('also holds an archive.') : { type });
}

const BEGINS: Readonly<Record<DocumentType, (bytes: Uint8Array) => boolean>> = {
  'image/jpeg': isJpeg,
  'image/png': isPng,
  'application/pdf': isPdf,
};

const broken = (type: DocumentType) =>
  invalid(`is damaged or incomplete: it is not a complete ${NAMES[type]} file.`);

const PROBLEM: Readonly<Record<DocumentType, (bytes: Uint8Array) => FileProblem | null>> = {
  'image/jpeg': (bytes) => {
    const end = jpegEnd(bytes);
    if (end === null) return broken('image/jpeg');
    // Phones append previews and depth maps to pictures, but never markup or archives.
    const after = bytes.subarray(end);
    const foreign = hasMarkup(after) || (after[0] === 0x50 && after[1] === 0x4b);
    return foreign ? disguised('has extra data hidden after its picture.') : null;
  },
  'image/png': (bytes) => {
    const end = pngEnd(bytes);
    if (end === null) return broken('image/png');
    return end < bytes.length ? disguised('has extra data hidden after its picture.') : null;
  },
  'application/pdf': (bytes) => {
    if (!endsAsPdf(bytes)) {
      return invalid('is damaged, incomplete, or followed by extra data.');
    }
    if (hasMarkup(bytes)) return disguised('is a web page that only looks like a PDF file.');
    const active = activeContent(bytes);
    return active ? invalid(`${active}. Please print it to a new PDF file and add that.`) : null;
  },
};
