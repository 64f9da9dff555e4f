import { FileRow } from '../../../ui/file-row.tsx';
import { DocumentsField } from '../documents/documents-field.tsx';
import type { UploadEntry } from '../documents/use-uploads.ts';

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
