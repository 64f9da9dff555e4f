import { DocumentsField } from '#web/features/claims/documents/documents-field.tsx';
import type { UploadEntry } from '#web/features/claims/documents/use-uploads.ts';
import { FileRow } from '#web/ui/file-row.tsx';

interface AddDocumentsProps {
  left: number;
  entries: readonly UploadEntry[];
  onFiles: (files: File[]) => void;
  onRetry: (entry: UploadEntry) => void;
  onRemove: (entry: UploadEntry) => void;
}

export function AddDocuments({ left, entries, onFiles, onRetry, onRemove }: AddDocumentsProps) {
  const coming = entries.filter(({ state }) => state !== 'sent');
  return (
    <div>
      <DocumentsField
        held={entries.map(({ file }) => file)}
        capacity={Math.max(0, left - coming.length)}
        onFiles={onFiles}
      />
      {entries.length > 0 && (
        <ul aria-label="Uploads" className="mt-3 divide-y divide-line">
          {entries.map(({ key, ...entry }) => (
            <FileRow
              key={key}
              {...entry}
              onRetry={() => onRetry({ key, ...entry })}
              onRemove={entry.state === 'failed' ? () => onRemove({ key, ...entry }) : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
