import { useHydrated } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { cn } from '#web/lib/cn.ts';

interface FileDropProps {
  label: string;
  hint: ReactNode;
  accept: readonly string[];
  onFiles: (files: File[]) => void;
  disabled?: boolean;
}

/** A drop area with a button for the browser's file dialog. The caller decides which files to accept. */
export function FileDrop({ label, hint, accept, onFiles, disabled = false }: FileDropProps) {
  const hintId = useId();
  const [over, setOver] = useState(false);
  const hydrated = useHydrated();

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
        'flex flex-col items-center gap-1 rounded-[10px] border-[1.5px] border-dashed px-5 py-7 text-center pointer-coarse:py-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
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
        // Until the page's code has taken it over, a choice would be lost.
        disabled={disabled || !hydrated}
        accept={accept.join(',')}
        aria-label={label}
        aria-describedby={hintId}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Cleared so that a removed file can be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
