import { TriangleAlert } from 'lucide-react';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import type { Change } from './use-change.ts';

interface ConflictProps {
  change: Pick<Change<never>, 'conflict' | 'busy' | 'clear'>;
  className?: string;
}

/** Somebody else changed the record first: both versions, where the hand is. Nothing is lost. */
export function Conflict({ change: { conflict, busy, clear }, className }: ConflictProps) {
  if (conflict === null) return null;
  const { message, columns, rows, keepMine, takeTheirs } = conflict;
  return (
    <div
      role="alert"
      className={cn('rounded-card border border-amber/35 bg-amber-soft p-3 text-sm text-ink', className)}
    >
      <p className="flex gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
        {message}
      </p>
      {rows.length > 0 && (
        <table className="mt-2 w-full text-left">
          <thead>
            <tr className="text-muted">
              {['', ...columns].map((column) => (
                <th key={column} scope="col" className="py-1 pr-4 font-normal">
                  {column || <span className="sr-only">Field</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, ...versions]) => (
              <tr key={label} className="align-top">
                <th scope="row" className="py-1 pr-4 font-normal text-muted">
                  {label}
                </th>
                {versions.map((version, index) => (
                  <td key={columns[index]} className="py-1 pr-4 wrap-anywhere">
                    {version}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {keepMine ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="dense" variant="secondary" busy={busy} onClick={keepMine}>
            Use mine
          </Button>
          <Button
            size="dense"
            variant="quiet"
            disabled={busy}
            onClick={() => {
              takeTheirs?.();
              clear();
            }}
          >
            Keep it as it is now
          </Button>
        </div>
      ) : (
        <>
          <p className="mt-2 text-muted">Your change was not saved. Below is the newest version.</p>
          <Button variant="secondary" size="dense" className="mt-2" onClick={clear}>
            Got It
          </Button>
        </>
      )}
    </div>
  );
}
