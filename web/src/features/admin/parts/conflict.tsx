import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

interface ConflictProps {
  /** What both changed: how it is now, and what this administrator wanted. */
  rows: readonly { label: string; theirs: ReactNode; mine: ReactNode }[];
  busy: boolean;
  /** Writes this administrator's version over the newer one. */
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else changed the record first: both versions, where the hand is. Nothing is lost. */
export function Conflict({ rows, busy, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <div role="alert" className="rounded-card border border-amber/35 bg-amber-soft p-3">
      <p className="flex gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
        Somebody changed this while you were working on it.
      </p>
      <table className="mt-2 w-full text-left">
        <thead>
          <tr className="text-muted">
            <th className="py-1 pr-4 font-normal">
              <span className="sr-only">Field</span>
            </th>
            <th className="py-1 pr-4 font-normal">Now</th>
            <th className="py-1 font-normal">Yours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, theirs, mine }) => (
            <tr key={label} className="align-top">
              <th scope="row" className="py-1 pr-4 font-normal text-muted">
                {label}
              </th>
              <td className="py-1 pr-4 wrap-anywhere">{theirs}</td>
              <td className="py-1 wrap-anywhere">{mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="dense" variant="secondary" busy={busy} onClick={onKeepMine}>
          Use mine
        </Button>
        <Button size="dense" variant="quiet" disabled={busy} onClick={onTakeTheirs}>
          Keep it as it is now
        </Button>
      </div>
    </div>
  );
}
