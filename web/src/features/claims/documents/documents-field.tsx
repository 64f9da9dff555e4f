import { useState } from 'react';
import { DOCUMENT_TYPES, formatBytes, MAX_DOCUMENT_BYTES } from '../../../../../domain/files.ts';
import { CameraButton } from '../../../ui/camera-button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Notice } from '../../../ui/states.tsx';
import { asPhoto, type Picked, pickFiles } from './pick-files.ts';

interface DocumentsFieldProps {
  /** The files chosen so far and how many more may be added. */
  held: readonly File[];
  capacity: number;
  onFiles: (files: File[]) => void;
}

export function DocumentsField({ held, capacity, onFiles }: DocumentsFieldProps) {
  const [problems, setProblems] = useState<Picked['problems']>([]);
  function choose(files: readonly File[]): void {
    const picked = pickFiles(files, held, capacity);
    setProblems(picked.problems);
    if (picked.taken.length > 0) onFiles(picked.taken);
  }
  return (
    <div className="flex flex-col gap-3 *:w-full">
      <CameraButton
        label="Take a photo"
        disabled={capacity === 0}
        onPhoto={(photo) => choose([asPhoto(photo, held)])}
      />
      <FileDrop
        label={capacity > 0 ? 'Drop files here, or choose them' : 'No more files can be added'}
        hint={`JPEG, PNG or PDF, up to ${formatBytes(MAX_DOCUMENT_BYTES).replace('.0', '')} each. ${
          capacity === 1 ? '1 more file' : `${capacity} more files`
        } can be added.`}
        accept={DOCUMENT_TYPES}
        disabled={capacity === 0}
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
