import { CircleAlert, CircleCheck, FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes } from '#domain/files.ts';
import { useObjectUrl } from '#web/lib/hooks.ts';
import { Button } from './button.tsx';
import { Progress } from './progress.tsx';

export type SendState = 'ready' | 'waiting' | 'sending' | 'sent' | 'failed';

export function FileThumb({ blob, type }: { blob: Blob | null; type: string }) {
  const url = useObjectUrl(type.startsWith('image/') ? blob : null);
  return (
    <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-[8px] border border-line bg-sunken text-muted">
      {url === null ? (
        <FileText aria-hidden className="size-5" />
      ) : (
        <img src={url} alt="" className="size-full object-cover" />
      )}
    </span>
  );
}

interface FileRowProps {
  file: File;
  state: SendState;
  /** Share (0 to 1) that has been sent. */
  share?: number;
  error?: string | null;
  onRemove?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  /** Another action on the file. */
  children?: ReactNode;
}

const WORDS: Record<SendState, string | null> = {
  ready: null,
  waiting: 'Waiting',
  sending: null,
  sent: 'Uploaded',
  failed: null,
};

export function FileRow(props: FileRowProps) {
  const { file, state, share = 0, error, onRemove, onRetry, children } = props;
  const percent = Math.round(share * 100);
  const note = state === 'sending' ? `${percent}%` : WORDS[state];
  return (
    <li className="flex items-center gap-3 py-3">
      <FileThumb blob={file} type={file.type} />
      <div className="min-w-0 grow">
        <p dir="auto" className="truncate text-[0.9375rem]" title={file.name}>
          {file.name}
        </p>
        <p className="figures text-sm text-muted">
          {formatBytes(file.size)}
          {note && ` · ${note}`}
        </p>
        {state === 'sending' && (
          <Progress value={percent} label={`Uploading ${file.name}`} className="mt-1.5" />
        )}
        {state === 'failed' && (
          <p role="alert" className="mt-0.5 flex gap-1.5 text-sm text-coral">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">{error}</span>
          </p>
        )}
      </div>
      {state === 'sent' && <CircleCheck aria-hidden className="size-5 shrink-0 text-teal" />}
      {state === 'failed' && onRetry && (
        <Button variant="secondary" size="small" aria-label={`Retry ${file.name}`} onClick={onRetry}>
          Retry
        </Button>
      )}
      {children}
      {onRemove && (
        <Button
          variant="quiet"
          size="icon"
          className="shrink-0"
          aria-label={`Remove ${file.name}`}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      )}
    </li>
  );
}
