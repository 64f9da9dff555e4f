import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { cn } from '../lib/cn.ts';

interface FileDropProps {
  /** What to do, said on the field itself. */
  label: string;
  hint: ReactNode;
  /** Media types that the browser's own dialog offers. */
  accept: readonly string[];
  onFiles: (files: File[]) => void;
  disabled?: boolean;
}

/** A place to drop files on, and a button that opens the browser's dialog. What is taken is the caller's business. */
export function FileDrop({ label, hint, accept, onFiles, disabled = false }: FileDropProps) {
  const hintId = useId();
  const [over, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  }

  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-col items-center gap-1 rounded-[10px] border-[1.5px] border-dashed px-5 py-7 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over ? 'border-teal bg-teal-soft' : 'border-line-strong bg-sunken/50',
        disabled ? 'opacity-60' : 'cursor-pointer hover:bg-sunken',
      )}
    >
      <Upload aria-hidden className="mb-1.5 size-6 text-teal" />
      <span className="text-[0.9375rem] font-medium">{label}</span>
      <span id={hintId} className="text-sm text-muted">
        {hint}
      </span>
      <input
        type="file"
        multiple
        disabled={disabled}
        accept={accept.join(',')}
        aria-label={label}
        aria-describedby={hintId}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Cleared, so that the same file can be chosen again after it was removed.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
