import type { DocumentType } from '#domain/files.ts';

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
