import { useState } from 'react';
import { DOCUMENT_TYPES, formatBytes, MAX_DOCUMENT_BYTES } from '#domain/files.ts';
import { CameraButton } from '#web/ui/camera-button.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Notice } from '#web/ui/states.tsx';
import { asPhoto, isPdf, lockedAmong, type Picked, pickFiles } from './use-uploads.ts';

const LOCKED =
  'A PDF that needs a password can’t be added, because nobody here could open it. Please save a copy without the password and add that.';

interface DocumentsFieldProps {
  /** The files chosen so far and how many more may be added. */
  held: readonly File[];
  capacity: number;
  onFiles: (files: File[]) => void;
}

export function DocumentsField({ held, capacity, onFiles }: DocumentsFieldProps) {
  const [problems, setProblems] = useState<Picked['problems']>([]);
  const [opening, setOpening] = useState(false);
  const isClosed = opening || capacity === 0;
  async function choose(files: readonly File[]): Promise<void> {
    const { taken, problems } = pickFiles(files, held, capacity);
    const pdfs = taken.filter(isPdf);
    setOpening(pdfs.length > 0);
    const locked = pdfs.length > 0 ? await lockedAmong(pdfs) : [];
    setOpening(false);
    const names = locked.map(({ name }) => name);
    setProblems(names.length > 0 ? [{ sentence: LOCKED, names }, ...problems] : problems);
    const added = taken.filter((file) => !locked.includes(file));
    if (added.length > 0) onFiles(added);
  }
  return (
    <div className="flex flex-col gap-3 *:w-full">
      <CameraButton
        label="Take a photo"
        disabled={isClosed}
        onPhoto={(photo) => void choose([asPhoto(photo, held)])}
      />
      <FileDrop
        label={
          opening
            ? 'Opening your PDF…'
            : capacity > 0
              ? 'Drop files here, or choose them'
              : 'No more files can be added'
        }
        hint={`JPEG, PNG or PDF, up to ${formatBytes(MAX_DOCUMENT_BYTES).replace('.0', '')} each. ${
          capacity === 1 ? '1 more file' : `${capacity} more files`
        } can be added.`}
        accept={DOCUMENT_TYPES}
        disabled={isClosed}
        onFiles={(files) => void choose(files)}
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
