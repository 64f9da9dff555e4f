import { useEffect } from 'react';
import { renew, renewIfOld } from '#web/lib/renew.ts';
import { Button } from './button.tsx';

export interface PartFailedProps {
  message: string;
  load: () => Promise<unknown>;
  onLoaded: () => void;
  /** Of what opens over the page, which then says it there. */
  onClose?: (() => void) | undefined;
}

/** What shows instead of a part whose code could not be fetched. */
export function PartFailed({ message, load, onLoaded, onClose }: PartFailedProps) {
  useEffect(() => void renewIfOld(), []);
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center gap-3 rounded-card border border-coral/45 bg-surface p-3 text-[0.9375rem] ${onClose ? 'fixed inset-x-3 bottom-3 z-50 mx-auto max-w-md shadow-lg shadow-black/10' : ''}`}
    >
      <span className="grow">{message}</span>
      <Button size="small" onClick={() => load().then(onLoaded, renew)}>
        Try Again
      </Button>
      {onClose && (
        <Button variant="quiet" size="small" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  );
}
