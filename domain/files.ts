/** Files that may be uploaded, judged by content rather than name. */
export const DOCUMENT_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
export const MAX_DOCUMENTS_PER_CLAIM = 10;

export const AVATAR_TYPES = ['image/jpeg', 'image/png'] as const;
export type AvatarType = (typeof AVATAR_TYPES)[number];
export const MAX_AVATAR_BYTES = 2 * 1024 * 1024;

/** customer.md §5. */
export const SKIPPED_FILES = 'Some files were skipped. Only JPEG, PNG, and PDF files under 10MB are allowed.';

/** `1.4 MB`, `312 KB`. @param bytes size of a file */
export function formatBytes(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1000 ? `${Math.max(1, Math.round(kib))} KB` : `${(kib / 1024).toFixed(1)} MB`;
}
