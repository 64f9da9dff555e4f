import { FileRow } from '../../../ui/file-row.tsx';
import { DocumentsField } from '../documents/documents-field.tsx';
import type { UploadEntry } from '../documents/use-uploads.ts';

interface AddDocumentsProps {
  /** How many more documents the claim accepts. */
  left: number;
  entries: readonly UploadEntry[];
  onFiles: (files: File[]) => void;
  onRetry: (entry: UploadEntry) => void;
  onRemove: (entry: UploadEntry) => void;
}

/** Adds documents to an existing claim. Each uploads immediately with its own progress. */
export function AddDocuments({ left, entries, onFiles, onRetry, onRemove }: AddDocumentsProps) {
  const coming = entries.filter(({ state }) => state !== 'sent');
  return (
    <div>
      <DocumentsField
        held={entries.map(({ file }) => file)}
        room={Math.max(0, left - coming.length)}
        onFiles={onFiles}
      />
      {entries.length > 0 && (
        <ul aria-label="Uploads" className="mt-3 divide-y divide-line">
          {entries.map((entry) => (
            <FileRow
              key={entry.key}
              file={entry.file}
              state={entry.state}
              share={entry.share}
              error={entry.error}
              onRetry={() => onRetry(entry)}
              onRemove={entry.state === 'failed' ? () => onRemove(entry) : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
