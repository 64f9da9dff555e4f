import { useState } from 'react';
import { DOCUMENT_TYPES, formatBytes, MAX_DOCUMENT_BYTES } from '../../../../../domain/files.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Notice } from '../../../ui/states.tsx';
import { type Picked, pickFiles } from './pick-files.ts';

interface DocumentsFieldProps {
  /** The files chosen so far and how many more may be added. */
  held: readonly File[];
  room: number;
  onFiles: (files: File[]) => void;
}

/** The file field. It names the files it skips and why. */
export function DocumentsField({ held, room, onFiles }: DocumentsFieldProps) {
  const [problems, setProblems] = useState<Picked['problems']>([]);
  function choose(files: readonly File[]): void {
    const picked = pickFiles(files, held, room);
    setProblems(picked.problems);
    if (picked.taken.length > 0) onFiles(picked.taken);
  }
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={room > 0 ? 'Drop files here, or choose them' : 'No more files can be added'}
        hint={`JPEG, PNG or PDF, up to ${formatBytes(MAX_DOCUMENT_BYTES).replace('.0', '')} each. ${
          room === 1 ? '1 more file' : `${room} more files`
        } can be added.`}
        accept={DOCUMENT_TYPES}
        disabled={room === 0}
        onFiles={choose}
      />
      {problems.length > 0 && (
        <Notice tone="waiting">
          {problems.map(({ sentence, names }) => (
            <p key={sentence}>
              {sentence} <span className="text-muted wrap-anywhere">{names.join(', ')}</span>
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
}
